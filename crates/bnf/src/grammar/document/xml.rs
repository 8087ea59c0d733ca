//! Grammars in RFCXML: `<sourcecode type="abnf">`, and `<artwork type="abnf">` in older
//! versions.
//!
//! Drafts refer to entities in other files, mostly for references to RFCs, and are often not
//! valid. So the document is read only as far as needed to find where a block begins and ends,
//! and what its text is: literal text, CDATA, or character references.

use quick_xml::Reader;
use quick_xml::escape::resolve_predefined_entity;
use quick_xml::events::{BytesRef, BytesStart, Event};

use super::canvas::{MaskedText, TextMasker};
use super::{DocumentInfo, DocumentKind, ExtractedGrammar, word};
use crate::grammar::expression::Span;
use crate::grammar::notation::Notation;
use crate::grammar::syntax::{SyntaxError, SyntaxErrorKind};
use crate::text::in_one_line;

/// The lengths of the delimiters before and after the text of a CDATA section.
const CDATA: (usize, usize) = ("<![CDATA[".len(), "]]>".len());

pub(super) fn extract(text: &str, notation: Notation) -> ExtractedGrammar {
    let mut reading = RfcXmlReader {
        text,
        last: None,
        is_first: false,
        canvas: TextMasker::new(text),
        word: word(notation),
        open: Vec::new(),
        block: None,
        name: false,
        sections: Vec::new(),
        wrong: Vec::new(),
    };
    reading.document(text);
    let RfcXmlReader { canvas, sections, wrong, .. } = reading;
    let MaskedText { text, whole, shifts } = canvas.finish();
    let document = DocumentInfo { kind: DocumentKind::Xml, left_out: Vec::new(), sections, shifts };
    ExtractedGrammar { text, whole, pages: Vec::new(), document, wrong }
}

struct RfcXmlReader<'t> {
    text: &'t str,
    /// Where the text that was kept last ends, without trailing white space.
    last: Option<usize>,
    /// Whether no text of the block is kept yet.
    is_first: bool,
    canvas: TextMasker<'t>,
    /// The type of a block of grammar.
    word: &'static str,
    /// The open sections, as indices of `sections`.
    open: Vec<usize>,
    /// Within a block of grammar: the number of elements that are open inside it.
    block: Option<usize>,
    /// Whether the reader is within the heading of a section.
    name: bool,
    /// The offset at which each section begins or continues, and its title.
    sections: Vec<(usize, String)>,
    wrong: Vec<SyntaxError>,
}

impl RfcXmlReader<'_> {
    fn document(&mut self, text: &str) {
        let mut reader = Reader::from_str(text);
        let mut depth = 0usize;
        loop {
            let start = offset(reader.buffer_position());
            let event = reader.read_event();
            let end = offset(reader.buffer_position());
            match event {
                Ok(Event::Eof) if depth > 0 => {
                    self.report(start, start, SyntaxErrorKind::NotXml("an element is open".into()));
                    return;
                }
                Ok(Event::Eof) => return,
                Ok(Event::Start(tag)) => {
                    depth += 1;
                    self.start(&tag, Span { start, end });
                }
                Ok(Event::Empty(tag)) => self.empty(&tag, Span { start, end }),
                Ok(Event::End(tag)) => {
                    depth = depth.saturating_sub(1);
                    self.end(tag.local_name().as_ref(), end);
                }
                Ok(Event::Text(words)) => self.words(&words, start, end),
                Ok(Event::CData(_)) if self.block.is_some() => {
                    self.keep(start + CDATA.0, end.saturating_sub(CDATA.1));
                }
                Ok(Event::GeneralRef(reference)) => self.reference(&reference, start, end),
                Ok(_) => {}
                Err(error) => {
                    let at = offset(reader.error_position()).min(text.len());
                    self.report(at, at, SyntaxErrorKind::NotXml(error.to_string()));
                    return;
                }
            }
        }
    }

    fn start(&mut self, tag: &BytesStart<'_>, place: Span) {
        if let Some(inner) = &mut self.block {
            *inner += 1;
        } else if self.is_grammar(tag) {
            (self.block, self.is_first) = (Some(0), true);
            if attribute(tag, "src").is_some() {
                self.report(place.start, place.end, SyntaxErrorKind::Elsewhere);
            }
        }
        match tag.local_name().as_ref() {
            "section" => {
                let called = attribute(tag, "pn").as_deref().and_then(numbered);
                let title = || attribute(tag, "title").map(|value| titled(&value));
                self.open.push(self.sections.len());
                self.sections.push((place.start, called.or_else(title).unwrap_or_default()));
            }
            "name" => self.name = true,
            _ => {}
        }
    }

    fn empty(&mut self, tag: &BytesStart<'_>, place: Span) {
        if self.block.is_none() && self.is_grammar(tag) && attribute(tag, "src").is_some() {
            self.report(place.start, place.end, SyntaxErrorKind::Elsewhere);
        }
    }

    fn end(&mut self, name: &str, end: usize) {
        self.block = self.block.and_then(|inner| inner.checked_sub(1));
        match name {
            "section" => {
                self.open.pop();
                let around = self.open.last().map(|&section| self.sections[section].1.clone());
                self.sections.push((end, around.unwrap_or_default()));
            }
            "name" => self.name = false,
            _ => {}
        }
    }

    fn words(&mut self, words: &str, start: usize, end: usize) {
        if self.block.is_some() {
            self.keep(start, end);
        } else if self.name
            && let Some(&section) = self.open.last()
            && self.sections[section].1.is_empty()
        {
            self.sections[section].1 = titled(words.trim());
        }
    }

    /// Keeps a part of the grammar. A block must not begin on the line on which the one before
    /// it ends, since their rules could not be told apart.
    fn keep(&mut self, start: usize, end: usize) {
        self.canvas.keep(start, end);
        let text = self.text.get(start..end).unwrap_or_default();
        let (begin, inner) = (end - text.trim_start().len(), text.trim());
        if inner.is_empty() {
            return;
        }
        let between = self.last.and_then(|last| self.text.get(last..begin));
        if std::mem::take(&mut self.is_first) && between.is_some_and(|gap| !gap.contains('\n')) {
            self.report(begin, begin + inner.len(), SyntaxErrorKind::BesideAnother);
        }
        self.last = Some(begin + inner.len());
    }

    fn reference(&mut self, reference: &BytesRef<'_>, start: usize, end: usize) {
        if self.block.is_none() {
            return;
        }
        let character = match reference.resolve_char_ref() {
            Ok(Some(character)) => Some(character),
            _ => {
                resolve_predefined_entity(reference).and_then(|expansion| expansion.chars().next())
            }
        };
        match character {
            Some(character) => {
                self.canvas.replace(start, end, character);
                self.last = Some(end);
            }
            None => self.report(start, end, SyntaxErrorKind::NoEntity(reference.to_string())),
        }
    }

    fn is_grammar(&self, tag: &BytesStart<'_>) -> bool {
        matches!(tag.local_name().as_ref(), "sourcecode" | "artwork")
            && attribute(tag, "type")
                .is_some_and(|value| value.trim().eq_ignore_ascii_case(self.word))
    }

    fn report(&mut self, start: usize, end: usize, kind: SyntaxErrorKind) {
        self.wrong.push(SyntaxError { place: Span { start, end }, kind });
    }
}

/// Converts a position of the reader. The text is in memory, so every position fits.
fn offset(position: u64) -> usize {
    usize::try_from(position).unwrap_or(usize::MAX)
}

fn attribute(tag: &BytesStart<'_>, name: &str) -> Option<String> {
    let attribute = tag.try_get_attribute(name).ok()??;
    attribute
        .normalized_value(quick_xml::XmlVersion::Implicit1_0)
        .ok()
        .map(std::borrow::Cow::into_owned)
}

/// The section of a part number of a prepared document: `section-3.2`, `section-appendix.a.1`.
fn numbered(part: &str) -> Option<String> {
    let number = part.strip_prefix("section-")?;
    Some(match number.strip_prefix("appendix.") {
        Some(letter) => format!("appendix {}", letter.to_ascii_uppercase()),
        None => format!("section {number}"),
    })
}

fn titled(title: &str) -> String {
    format!("section \"{}\"", in_one_line(title))
}
