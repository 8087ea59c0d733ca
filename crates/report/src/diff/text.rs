//! A production's text on one line, without line ends and this project's marks.

use super::ProductionText;
use urlbnf_bnf::text::visible;
use urlbnf_bnf::{Definition, Grammar, Notation, ProductionId};

/// A production as printed, without its name, line ends, and this project's marks.
pub(crate) fn text(grammar: &Grammar, id: ProductionId) -> ProductionText<'_> {
    let definitions = grammar.production(id).definitions();
    let listing = grammar.listing();
    let one = |definition: &Definition| {
        let printed = listing.text.get(definition.name_place.end..definition.place.end);
        visible(one_line(printed.unwrap_or_default(), listing.notation).as_bytes())
    };
    // A later definition in ABNF is shown with the sign that adds it.
    let between = if listing.notation == Notation::Abnf { " =/ " } else { " || " };
    let texts: Vec<String> = definitions.iter().map(one).collect();
    ProductionText {
        production: grammar.name(id),
        text: (!texts.is_empty()).then(|| texts.join(between)),
        line: definitions
            .first()
            .map(|definition| listing.line_and_column(definition.place.start).0),
    }
}

fn one_line(printed: &str, notation: Notation) -> String {
    let ours = |line: &&str| !line.starts_with('#');
    let without_comment = |line: &'_ str| -> String {
        let mut quoted = false;
        let comment = line.char_indices().find(|&(_, character)| {
            quoted ^= character == '"';
            character == ';' && !quoted
        });
        let end = match notation {
            // `<">` opens nothing.
            Notation::Abnf => comment.map_or(line.len(), |(start, _)| start),
            Notation::Rfc822 if !line.contains("<\">") => {
                comment.map_or(line.len(), |(start, _)| start)
            }
            _ => line.len(),
        };
        line[..end].to_owned()
    };
    let lines: Vec<String> = printed.lines().filter(ours).map(without_comment).collect();
    let words: Vec<&str> = lines.iter().flat_map(|line| line.split_whitespace()).collect();
    let text = words.join(" ");
    match notation {
        Notation::Rfc822 => text.trim_start_matches('=').trim_start().to_owned(),
        Notation::Abnf => {
            let text = text.trim_start_matches('=');
            text.trim_start_matches('/').trim_start().to_owned()
        }
        Notation::Spaced => text,
    }
}
