//! A `.bnf` file as it was read: the printed productions, errata, interpretations and page
//! marks.
//!
//! Nothing is guessed. The header names the notation. A name is defined once, and a `/` is in
//! quotes, unless an interpretation in the file says that the document has it otherwise.

use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::sync::OnceLock;

use super::core;
use super::document::{DocumentInfo, DocumentKind, extract};
use super::expression::Span;
use super::header::{
    self, AllowedFinding, DeclaredPartner, DeclaredReplacement, GrammarHeader, Import,
};
use super::import::ImportStack;
use super::notation::{
    self, ListingItem, Notation, NotationExtensions, RawExpression, RawExpressionKind,
    RawProduction, SyntaxDeviation, SyntaxDeviationKind,
};
use super::syntax::{SyntaxError, SyntaxErrorKind, SyntaxErrors};
use crate::text::LineIndex;

/// A `.bnf` file.
#[derive(Debug, Clone)]
pub struct Listing {
    /// The name that diagnostics show: `rfc1738.bnf`.
    pub name: String,
    /// Its text, followed by imported files and, in ABNF, by the core rules that it needs.
    pub text: String,
    /// The notation in which it is written.
    pub notation: Notation,
    /// The start that the file declares; `None` if it declares none.
    pub start: Option<String>,
    /// The place of that declaration.
    pub(super) start_place: Option<Span>,
    pub(super) definitions: Vec<RawProduction>,
    pub(super) interpretations: Vec<(String, String)>,
    pub(super) pages: Vec<(usize, u32)>,
    /// The parts of the text; the first is the file itself.
    pub(super) sources: Vec<SourceSegment>,
    /// Deviations from the notation that are read all the same.
    pub notices: Vec<SyntaxDeviation>,
    /// The findings that the file allows.
    pub allowed: Vec<AllowedFinding>,
    /// The files whose rules it imports or changes.
    pub imports: Vec<Import>,
    /// What the file states about corresponding productions of older grammars.
    pub declared_partners: Vec<DeclaredPartner>,
    /// What the file states about productions that replace older ones.
    pub replaced: Vec<DeclaredReplacement>,
    /// Whether numeric values are code points of Unicode, encoded in UTF-8, instead of octets.
    pub code_points: bool,
    /// What the strings of the grammar are, as declared for the program that uses it: `urls`.
    pub about: Option<String>,
    /// The document that contains the grammar, if it was read from one.
    pub document: Option<DocumentInfo>,
    /// If values are code points only because of a large value: the place of that value, and
    /// that of the first value that would otherwise be an octet.
    pub switched: Option<(Span, Span)>,
    /// Filled on first use.
    lines: OnceLock<LineIndex>,
}

/// A part of the text of a listing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceSegment {
    /// The name of a file, or the section of a document.
    pub name: String,
    /// The offset in the whole text at which it begins.
    pub start: usize,
    /// Whether it is a file, so that its lines can be counted.
    pub is_file: bool,
}

impl Listing {
    /// Reads a `.bnf` text, in the notation that its header names.
    ///
    /// # Errors
    /// All mistakes in the text, in its order: one in each production, since further ones there
    /// may only follow from the first.
    pub fn read(name: &str, text: &str) -> Result<Listing, SyntaxErrors> {
        Listing::read_beside(name, text, Vec::new(), None)
    }

    /// Extracts the grammar from a document and reads it, in the given notation unless the
    /// document names another. Everything else becomes blank in its text.
    pub(super) fn of_document(
        name: &str,
        text: &str,
        (kind, notation): (DocumentKind, Notation),
        mut wrong: Vec<SyntaxError>,
        files: Option<&mut ImportStack<'_, '_>>,
    ) -> Result<Listing, SyntaxErrors> {
        let extract = extract(kind, text, notation);
        wrong.extend(extract.wrong);
        let read = Listing::read_as(
            (name, &extract.text),
            (Some(notation), Some(extract.document)),
            wrong,
            files,
        );
        read.map(|mut listing| {
            listing.pages.splice(0..0, extract.pages);
            listing
        })
    }

    /// Reads a text in which some mistakes are already known.
    pub(super) fn read_beside(
        name: &str,
        text: &str,
        wrong: Vec<SyntaxError>,
        files: Option<&mut ImportStack<'_, '_>>,
    ) -> Result<Listing, SyntaxErrors> {
        Listing::read_as((name, text), (header::declared(name), None), wrong, files)
    }

    fn read_as(
        (name, text): (&str, &str),
        (declared, document): (Option<Notation>, Option<DocumentInfo>),
        mut wrong: Vec<SyntaxError>,
        files: Option<&mut ImportStack<'_, '_>>,
    ) -> Result<Listing, SyntaxErrors> {
        if text.starts_with(notation::BYTE_ORDER_MARK) {
            let place = Span { start: 0, end: notation::BYTE_ORDER_MARK.len_utf8() };
            wrong.push(SyntaxError { place, kind: SyntaxErrorKind::ByteOrderMark });
        }
        let header = GrammarHeader::read(declared, text, &mut wrong);
        let mut listing = Listing {
            name: name.to_owned(),
            text: text.to_owned(),
            notation: header.notation.map_or(Notation::Rfc822, |(notation, _)| notation),
            start: header.start.map(|(start, _)| start.to_owned()),
            start_place: header.start.map(|(_, place)| place),
            definitions: Vec::new(),
            interpretations: Vec::new(),
            pages: header.pages,
            sources: vec![SourceSegment { name: name.to_owned(), start: 0, is_file: true }],
            notices: Vec::new(),
            allowed: header.allowed,
            imports: header.imports,
            declared_partners: header.declared_partners,
            replaced: header.replaced,
            code_points: header.code_points,
            about: header.about.map(str::to_owned),
            document,
            switched: None,
            lines: OnceLock::new(),
        };
        if let Some((notation, place)) = header.notation {
            let in_document = listing.document.is_some();
            let (items, mut misread) = notation::read(text, notation, header.options, in_document);
            listing.take(items);
            if in_document {
                // Each section of a document has its own indentation.
                listing.notices.retain(|notice| notice.kind != SyntaxDeviationKind::Indented);
            }
            if let Some(files) = files {
                listing.take_imports(files, &mut wrong);
                listing.take_references(files);
            }
            if notation == Notation::Abnf {
                listing.add_core(header.options);
                listing.switch_to_code_points();
            }
            if let Some(looks_like) = listing.looks_like(&misread) {
                let kind = SyntaxErrorKind::OtherNotation { declared: notation, looks_like };
                misread = vec![SyntaxError { place, kind }];
            }
            wrong.extend(misread);
            listing.unexcused(&mut wrong);
        }
        match SyntaxErrors::new(wrong) {
            Some(errors) => Err(errors),
            None => Ok(listing),
        }
    }

    /// Appends the core rules of ABNF that the grammar needs and does not define. A prose
    /// definition of such a name means the core rule; a definition with `=/` adds to it.
    fn add_core(&mut self, options: NotationExtensions) {
        let is_prose = |production: &RawProduction| {
            matches!(production.body.kind, RawExpressionKind::Prose(_))
        };
        self.definitions
            .retain(|production| !(is_prose(production) && core::is_core(&production.name)));
        let mut named: Vec<String> = Vec::new();
        let mut lists = false;
        let mut pending: Vec<&RawExpression> =
            self.definitions.iter().map(|production| &production.body).collect();
        while let Some(part) = pending.pop() {
            match &part.kind {
                RawExpressionKind::Name(name) => named.push(name.clone()),
                RawExpressionKind::Prose(text) => named.push(text.trim().to_owned()),
                RawExpressionKind::List(..) => lists = true,
                _ => {}
            }
            pending.extend(part.parts());
        }
        let added =
            |production: &&RawProduction| production.adds && core::is_core(&production.name);
        named.extend(
            self.definitions.iter().filter(added).map(|production| production.name.clone()),
        );
        let own = self.definitions.iter().filter(|production| !added(production));
        let defined: HashSet<String> =
            own.map(|production| production.name.to_ascii_lowercase()).collect();
        let is_missing = |name: &str| !defined.contains(&name.to_ascii_lowercase());
        if lists && is_missing("OWS") {
            named.extend(["SP".to_owned(), "HTAB".to_owned()]);
            self.add(core::LIST_SOURCE, core::LIST_SPACE, options);
        }
        let missing = named.iter().map(String::as_str).filter(|name| is_missing(name));
        let rules: Vec<&str> = core::needed(missing)
            .into_iter()
            .filter(|rule| rule.split_once(' ').is_some_and(|(name, _)| is_missing(name)))
            .collect();
        if !rules.is_empty() {
            self.add(core::SOURCE, &rules.join("\n"), options);
        }
    }

    /// Appends a text as a source, and reads its definitions.
    fn add(&mut self, source: &str, text: &str, options: NotationExtensions) {
        let start = self.begin_source(source, false);
        self.append(text);
        self.append("\n");
        let (items, _) = notation::read(&self.text, Notation::Abnf, options, false);
        let is_new = |item: &ListingItem| match item {
            ListingItem::Production(production) => production.place.start >= start,
            _ => false,
        };
        self.take(items.into_iter().filter(is_new).collect());
    }

    /// Reads all values as code points if one of them is larger than an octet.
    fn switch_to_code_points(&mut self) {
        if self.code_points {
            return;
        }
        if let Some(large) = self.first_value(|last| last > 0xFF) {
            self.code_points = true;
            let other = self.first_value(|last| (0x80..=0xFF).contains(&last));
            self.switched = other.map(|other| (large, other));
        }
    }

    /// The place of the first value that is an octet and would be two bytes as a code point;
    /// `None` if values are code points.
    pub fn first_high_octet(&self) -> Option<Span> {
        self.first_value(|last| (0x80..=0xFF).contains(&last)).filter(|_| !self.code_points)
    }

    /// The place of the first value that satisfies `is`; of a range, the last value counts.
    fn first_value(&self, is: impl Fn(u32) -> bool) -> Option<Span> {
        let mut found: Option<Span> = None;
        let mut pending: Vec<&RawExpression> =
            self.definitions.iter().map(|production| &production.body).collect();
        while let Some(part) = pending.pop() {
            let is_one = match &part.kind {
                RawExpressionKind::Values(values) => values.iter().any(|&value| is(value)),
                RawExpressionKind::Range(_, last) => is(*last),
                _ => false,
            };
            if is_one && found.is_none_or(|before| part.place < before) {
                found = Some(part.place);
            }
            pending.extend(part.parts());
        }
        found
    }

    fn take(&mut self, items: Vec<ListingItem>) {
        for item in items {
            match item {
                ListingItem::Page { number, offset } => self.pages.push((offset, number)),
                ListingItem::Interpretation { label, name } => {
                    self.interpretations.push((name, label))
                }
                ListingItem::Production(production) => self.definitions.push(production),
                ListingItem::Notice(notice) => self.notices.push(notice),
            }
        }
    }

    /// Another notation, if every production looks like that one.
    fn looks_like(&self, misread: &[SyntaxError]) -> Option<Notation> {
        match self.notation {
            Notation::Spaced => {
                let interpreted = self.interpreted();
                let mut with_body = self.definitions.iter().filter(|production| {
                    production.body.place.start > production.name_place.end
                        && !interpreted.contains(production.name.as_str())
                });
                let first = with_body.next()?;
                (first.has_equals && with_body.all(|production| production.has_equals))
                    .then_some(Notation::Rfc822)
            }
            Notation::Rfc822 => {
                let all = misread.iter().all(|error| error.kind == SyntaxErrorKind::NoEquals);
                (all && misread.len() > 1 && self.definitions.is_empty())
                    .then_some(Notation::Spaced)
            }
            // Text that is not ABNF is reported at its place.
            Notation::Abnf => None,
        }
    }

    /// Reports what a file may only have with an interpretation: repeated definitions and a `/`
    /// without quotes.
    fn unexcused(&self, wrong: &mut Vec<SyntaxError>) {
        if self.collects() {
            // Definitions of the same name are compared later.
            return;
        }
        let interpreted = self.interpreted();
        let mut defined = HashMap::new();
        for production in &self.definitions {
            let RawProduction { name, name_place, .. } = production;
            if interpreted.contains(name.as_str()) {
                continue;
            }
            let bare = production.bare.iter();
            wrong
                .extend(bare.map(|&place| SyntaxError { place, kind: SyntaxErrorKind::BareSlash }));
            // An erratum replaces what is printed.
            let in_errata = production.erratum.is_some();
            let first = *defined.entry((name.as_str(), in_errata)).or_insert(*name_place);
            if first != *name_place {
                let kind = SyntaxErrorKind::DefinedTwice { name: name.clone(), first };
                wrong.push(SyntaxError { place: *name_place, kind });
            }
        }
    }

    /// The names of the productions that have an interpretation.
    fn interpreted(&self) -> HashSet<&str> {
        self.interpretations.iter().map(|(name, _)| name.as_str()).collect()
    }

    /// The source that contains a byte, and the text of that source.
    pub fn source(&self, offset: usize) -> (&SourceSegment, &str) {
        let number = self.sources.partition_point(|source| source.start <= offset).max(1) - 1;
        let end = self.sources.get(number + 1).map_or(self.text.len(), |next| next.start);
        let source = &self.sources[number];
        (source, self.text.get(source.start..end).unwrap_or_default())
    }

    /// Whether a name may be defined again with the same meaning. That is so in ABNF, and in a
    /// document, where an appendix collects rules that the sections explain.
    pub fn collects(&self) -> bool {
        self.notation == Notation::Abnf || self.document.is_some()
    }

    /// The text at a place: `%x30-39`.
    pub fn printed(&self, place: Span) -> &str {
        self.text.get(place.range()).unwrap_or_default()
    }

    /// The lines at a place, without annotations such as page marks.
    pub fn printed_lines(&self, place: Span) -> impl Iterator<Item = &str> {
        let ours = self.notation.ours();
        self.printed(place).lines().filter(move |line| !line.starts_with(ours))
    }

    /// Whether the file is written as changes to another file.
    pub fn changes_another(&self) -> bool {
        self.imports.iter().any(|import| import.changed)
    }

    /// The parts of the text; the first is the file itself.
    pub fn sources(&self) -> &[SourceSegment] {
        &self.sources
    }

    /// The text of the file itself.
    pub fn own_text(&self) -> &str {
        self.source(0).1
    }

    /// Whether a byte is in the file itself, and not in the text that was appended to it.
    pub fn is_own(&self, offset: usize) -> bool {
        self.sources.get(1).is_none_or(|next| offset < next.start)
    }

    /// The line and the column of a byte, both from 1, in its source. Columns count characters.
    pub fn line_and_column(&self, offset: usize) -> (usize, usize) {
        let start = self.source(offset).0.start;
        let end = offset.clamp(start, self.text.len());
        let lines = self.lines();
        let (line, range) = lines.line_from(start, end);
        let moved = self.document.as_ref().filter(|_| start == 0);
        let moved = moved.map_or(0, |document| document.shift(range.start, offset));
        (line, lines.characters(range.start..end) + 1 + moved)
    }

    /// The bytes of a line of the source that contains `begin`, counted from 0, without its line
    /// end. Empty if the source has fewer lines.
    pub fn line_range(&self, begin: usize, number: usize) -> Range<usize> {
        let (source, text) = self.source(begin);
        let end = source.start + text.len();
        let lines = self.lines();
        let line = lines.range(lines.line(source.start) + number);
        line.start.clamp(source.start, end)..line.end.min(end)
    }

    /// The lines of the whole text.
    pub fn lines(&self) -> &LineIndex {
        self.lines.get_or_init(|| LineIndex::new(&self.text))
    }

    pub(super) fn append(&mut self, text: &str) {
        self.text.push_str(text);
        self.lines = OnceLock::new();
    }

    /// The section and page of the document with a byte, as far as known:
    /// `section 3.2, page 17`.
    pub fn part(&self, offset: usize) -> Option<String> {
        self.document.as_ref().filter(|_| self.is_own(offset))?;
        let section = self.section(offset).map(str::to_owned);
        let page = self.page(offset).map(|page| format!("page {page}"));
        let parts: Vec<String> = section.into_iter().chain(page).collect();
        (!parts.is_empty()).then(|| parts.join(", "))
    }

    /// The section of the document with a byte; `None` for text that was appended.
    pub fn section(&self, offset: usize) -> Option<&str> {
        self.document.as_ref().filter(|_| self.is_own(offset))?.section(offset)
    }

    /// The page of the document with a byte, if the text has page marks.
    pub fn page(&self, offset: usize) -> Option<u32> {
        let source = self.source(offset).0.start;
        let marks = self.pages.iter().filter(|&&(mark, _)| source <= mark && mark < offset);
        marks.max().map(|&(_, page)| page)
    }

    /// Whether it has errata, and so two different readings.
    pub fn has_errata(&self) -> bool {
        self.definitions.iter().any(|definition| definition.erratum.is_some())
    }

    /// The label of a production's interpretation: `I1`.
    pub fn interpretation(&self, name: &str) -> Option<&str> {
        self.interpretations.iter().find(|(of, _)| of == name).map(|(_, label)| label.as_str())
    }
}
