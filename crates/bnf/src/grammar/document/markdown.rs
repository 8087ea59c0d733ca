//! Grammars in Markdown: the fenced blocks that are marked as grammar, such as `abnf`.

use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};

use super::canvas::{MaskedText, TextMasker};
use super::{DocumentInfo, DocumentKind, ExtractedGrammar, word};
use crate::grammar::notation::Notation;

pub(super) fn extract(text: &str, notation: Notation) -> ExtractedGrammar {
    let mut canvas = TextMasker::new(text);
    let mut sections: Vec<(usize, String)> = Vec::new();
    let (mut is_grammar, mut heading) = (false, None);
    for (event, place) in Parser::new_ext(text, Options::empty()).into_offset_iter() {
        match event {
            Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(info))) => {
                is_grammar = is_marked(&info, word(notation));
            }
            Event::End(TagEnd::CodeBlock) => is_grammar = false,
            Event::Text(_) if is_grammar => canvas.keep(place.start, place.end),
            Event::Start(Tag::Heading { .. }) => heading = Some((place.start, String::new())),
            Event::Text(words) | Event::Code(words) => {
                if let Some((_, title)) = &mut heading {
                    title.push_str(&words);
                }
            }
            Event::End(TagEnd::Heading(_)) => {
                let named = heading.take().map(|(at, title)| (at, format!("section \"{title}\"")));
                sections.extend(named);
            }
            _ => {}
        }
    }
    let MaskedText { text, whole, shifts } = canvas.finish();
    let kind = DocumentKind::Markdown;
    let document = DocumentInfo { kind, left_out: Vec::new(), sections, shifts };
    ExtractedGrammar { text, whole, pages: Vec::new(), document, wrong: Vec::new() }
}

/// Whether the info string of a fence has this word: `abnf`, `abnf title="..."`, `{.abnf}`.
fn is_marked(info: &str, word: &str) -> bool {
    let first = info.trim_start_matches(['{', '.', ' ']);
    let end = first.find(|character: char| {
        !character.is_ascii_alphanumeric() && !matches!(character, '-' | '_')
    });
    first[..end.unwrap_or(first.len())].eq_ignore_ascii_case(word)
}
