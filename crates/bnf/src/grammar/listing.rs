//! A `.bnf` file as it was read: productions as printed, and beside them the
//! errata, the interpretations and the page marks.
//!
//! Nothing is guessed. The header names the notation; a name is defined once, and a `/` is in
//! quotes, unless the file itself says by an interpretation that the document has it otherwise.

use std::collections::{HashMap, HashSet};
use std::sync::OnceLock;

use super::core;
use super::document::{Document, DocumentKind, extract};
use super::expression::Place;
use super::header::{self, Allowed, Header, Import, Replaced, Told};
use super::import::Files;
use super::notation::{
    self, Item, Notation, Notice, NoticeKind, Options, Part, PartKind, Production,
};
use super::syntax::{SyntaxError, SyntaxErrorKind, SyntaxErrors};

/// A `.bnf` file.
#[derive(Debug, Clone)]
pub struct Listing {
    /// The name under which diagnostics show it: `rfc1738.bnf`.
    pub name: String,
    /// Its text; in ABNF with the rules after it that every grammar has.
    pub text: String,
    /// How it is written.
    pub notation: Notation,
    /// The production from which its strings derive, where the file says.
    pub start: Option<String>,
    /// Where it says so.
    pub(super) start_place: Option<Place>,
    pub(super) definitions: Vec<Production>,
    pub(super) interpretations: Vec<(String, String)>,
    pub(super) pages: Vec<(usize, u32)>,
    /// Of what the text is made: the file itself first.
    pub(super) sources: Vec<Source>,
    /// What is read although it is not as the notation has it.
    pub notices: Vec<Notice>,
    /// What the file says is meant to be as it is.
    pub allowed: Vec<Allowed>,
    /// The rules of others that it is on.
    pub imports: Vec<Import>,
    /// What it says of the grammars before it.
    pub told: Vec<Told>,
    /// What it says of productions of older grammars that others replace.
    pub replaced: Vec<Replaced>,
    /// Whether values by number are code points of Unicode, written in UTF-8, and not octets.
    pub code_points: bool,
    /// What its strings are, in a word that the file says for the program that uses it: `urls`.
    pub about: Option<String>,
    /// What is known of the document in which it stands, where it is in one.
    pub document: Option<Document>,
    /// Where that is so only because of a large value: that value, and the first of those
    /// that would be an octet without it.
    pub switched: Option<(Place, Place)>,
    /// Where the line ends of the text are, from the first time that one asks, and how long the
    /// text was then.
    line_ends: OnceLock<(usize, Vec<usize>)>,
}

/// What a part of the text of a grammar is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Source {
    /// The name of a file, or the section of a document.
    pub name: String,
    /// The byte of the whole text at which it begins.
    pub start: usize,
    /// Whether it is a file, whose lines can be counted.
    pub is_file: bool,
}

impl Listing {
    /// Reads a `.bnf` text, in the notation that its header names.
    ///
    /// # Errors
    ///
    /// All that is wrong with the text, in its order: one mistake in each production, since what
    /// comes after it there may only follow from it.
    pub fn read(name: &str, text: &str) -> Result<Listing, SyntaxErrors> {
        Listing::read_beside(name, text, Vec::new(), None)
    }

    /// Takes the grammar out of a document, in a notation unless it names another itself, and
    /// reads it. Whatever is not a grammar is blank in its text.
    pub(super) fn of_document(
        name: &str,
        text: &str,
        (kind, notation): (DocumentKind, Notation),
        mut wrong: Vec<SyntaxError>,
        files: Option<&mut Files<'_, '_>>,
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

    /// Reads a text of which something is known to be wrong already.
    pub(super) fn read_beside(
        name: &str,
        text: &str,
        wrong: Vec<SyntaxError>,
        files: Option<&mut Files<'_, '_>>,
    ) -> Result<Listing, SyntaxErrors> {
        Listing::read_as((name, text), (header::declared(name), None), wrong, files)
    }

    fn read_as(
        (name, text): (&str, &str),
        (declared, document): (Option<Notation>, Option<Document>),
        mut wrong: Vec<SyntaxError>,
        files: Option<&mut Files<'_, '_>>,
    ) -> Result<Listing, SyntaxErrors> {
        if text.starts_with(notation::BYTE_ORDER_MARK) {
            let place = Place { start: 0, end: notation::BYTE_ORDER_MARK.len_utf8() };
            wrong.push(SyntaxError { place, kind: SyntaxErrorKind::ByteOrderMark });
        }
        let header = Header::read(declared, text, &mut wrong);
        let mut listing = Listing {
            name: name.to_owned(),
            text: text.to_owned(),
            notation: header.notation.map_or(Notation::Rfc822, |(notation, _)| notation),
            start: header.start.map(|(start, _)| start.to_owned()),
            start_place: header.start.map(|(_, place)| place),
            definitions: Vec::new(),
            interpretations: Vec::new(),
            pages: header.pages,
            sources: vec![Source { name: name.to_owned(), start: 0, is_file: true }],
            notices: Vec::new(),
            allowed: header.allowed,
            imports: header.imports,
            told: header.told,
            replaced: header.replaced,
            code_points: header.code_points,
            about: header.about.map(str::to_owned),
            document,
            switched: None,
            line_ends: OnceLock::new(),
        };
        if let Some((notation, place)) = header.notation {
            let in_document = listing.document.is_some();
            let (items, mut misread) = notation::read(text, notation, header.options, in_document);
            listing.take(items);
            if in_document {
                // Each section of a document has its own indentation.
                listing.notices.retain(|it| it.kind != NoticeKind::Indented);
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

    /// Writes the rules after the text that every grammar in ABNF has, as far as it needs them and
    /// does not define them itself. A definition in words of such a name says that it is that
    /// rule, and one with `=/` adds to it.
    fn add_core(&mut self, options: Options) {
        let is_prose = |it: &Production| matches!(it.body.kind, PartKind::Prose(_));
        self.definitions.retain(|it| !(is_prose(it) && core::is_core(&it.name)));
        let mut named: Vec<String> = Vec::new();
        let mut lists = false;
        let mut pending: Vec<&Part> = self.definitions.iter().map(|it| &it.body).collect();
        while let Some(part) = pending.pop() {
            match &part.kind {
                PartKind::Name(name) => named.push(name.clone()),
                PartKind::Prose(text) => named.push(text.trim().to_owned()),
                PartKind::List(..) => lists = true,
                _ => {}
            }
            pending.extend(part.parts());
        }
        let added = |it: &&Production| it.adds && core::is_core(&it.name);
        named.extend(self.definitions.iter().filter(added).map(|it| it.name.clone()));
        let own = self.definitions.iter().filter(|it| !added(it));
        let defined: HashSet<String> = own.map(|it| it.name.to_ascii_lowercase()).collect();
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

    /// Writes a text after the others, and reads what it defines.
    fn add(&mut self, source: &str, text: &str, options: Options) {
        let start = self.begin_source(source, false);
        self.text.push_str(text);
        self.text.push('\n');
        let (items, _) = notation::read(&self.text, Notation::Abnf, options, false);
        let is_new = |item: &Item| matches!(item, Item::Production(it) if it.place.start >= start);
        self.take(items.into_iter().filter(is_new).collect());
    }

    /// Reads all values as code points where one is larger than an octet.
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

    /// Where the first value stands that is an octet, and would be two as a code point.
    pub fn first_high_octet(&self) -> Option<Place> {
        self.first_value(|last| (0x80..=0xFF).contains(&last)).filter(|_| !self.code_points)
    }

    /// Where the first value stands that is such, or a range whose last value is.
    fn first_value(&self, is: impl Fn(u32) -> bool) -> Option<Place> {
        let mut found: Option<Place> = None;
        let mut pending: Vec<&Part> = self.definitions.iter().map(|it| &it.body).collect();
        while let Some(part) = pending.pop() {
            let is_one = match &part.kind {
                PartKind::Values(values) => values.iter().any(|&it| is(it)),
                PartKind::Range(_, last) => is(*last),
                _ => false,
            };
            if is_one && found.is_none_or(|before| part.place < before) {
                found = Some(part.place);
            }
            pending.extend(part.parts());
        }
        found
    }

    fn take(&mut self, items: Vec<Item>) {
        for item in items {
            match item {
                Item::Page { number, offset } => self.pages.push((offset, number)),
                Item::Interpretation { label, name } => self.interpretations.push((name, label)),
                Item::Production(production) => self.definitions.push(production),
                Item::Notice(notice) => self.notices.push(notice),
            }
        }
    }

    /// Another notation, if every production is written as in that one.
    fn looks_like(&self, misread: &[SyntaxError]) -> Option<Notation> {
        match self.notation {
            Notation::Spaced => {
                let interpreted = self.interpreted();
                let mut with_body = self.definitions.iter().filter(|it| {
                    it.body.place.start > it.name_place.end
                        && !interpreted.contains(it.name.as_str())
                });
                let first = with_body.next()?;
                (first.has_equals && with_body.all(|it| it.has_equals)).then_some(Notation::Rfc822)
            }
            Notation::Rfc822 => {
                let all = misread.iter().all(|it| it.kind == SyntaxErrorKind::NoEquals);
                (all && misread.len() > 1 && self.definitions.is_empty())
                    .then_some(Notation::Spaced)
            }
            // What is not ABNF is told where it is.
            Notation::Abnf => None,
        }
    }

    /// What a file may only have where it says so by an interpretation.
    fn unexcused(&self, wrong: &mut Vec<SyntaxError>) {
        if self.collects() {
            // Two definitions of a name are held against each other later.
            return;
        }
        let interpreted = self.interpreted();
        let mut defined = HashMap::new();
        for production in &self.definitions {
            let Production { name, name_place, .. } = production;
            if interpreted.contains(name.as_str()) {
                continue;
            }
            let bare = production.bare.iter();
            wrong
                .extend(bare.map(|&place| SyntaxError { place, kind: SyntaxErrorKind::BareSlash }));
            // An erratum is in place of what is printed, and not beside it.
            let in_errata = production.erratum.is_some();
            let first = *defined.entry((name.as_str(), in_errata)).or_insert(*name_place);
            if first != *name_place {
                let kind = SyntaxErrorKind::DefinedTwice { name: name.clone(), first };
                wrong.push(SyntaxError { place: *name_place, kind });
            }
        }
    }

    /// The productions that are read under an interpretation.
    fn interpreted(&self) -> HashSet<&str> {
        self.interpretations.iter().map(|(name, _)| name.as_str()).collect()
    }

    /// What a byte is in, and the text of it: the file, or what was written after it.
    pub fn source(&self, offset: usize) -> (&Source, &str) {
        let number = self.sources.partition_point(|it| it.start <= offset).max(1) - 1;
        let end = self.sources.get(number + 1).map_or(self.text.len(), |next| next.start);
        let source = &self.sources[number];
        (source, self.text.get(source.start..end).unwrap_or_default())
    }

    /// Whether a name may be defined again, to say the same once more: in ABNF, and in a
    /// document, whose sections explain what its appendix collects.
    pub fn collects(&self) -> bool {
        self.notation == Notation::Abnf || self.document.is_some()
    }

    /// What is printed at a place: `%x30-39`.
    pub fn printed(&self, place: Place) -> &str {
        self.text.get(place.range()).unwrap_or_default()
    }

    /// The lines that are printed at a place, without ours between them.
    pub fn printed_lines(&self, place: Place) -> impl Iterator<Item = &str> {
        let ours = self.notation.ours();
        self.printed(place).lines().filter(move |line| !line.starts_with(ours))
    }

    /// Whether it is written as changes upon another file.
    pub fn changes_another(&self) -> bool {
        self.imports.iter().any(|import| import.changed)
    }

    /// Of what the text is made: the file itself first.
    pub fn sources(&self) -> &[Source] {
        &self.sources
    }

    /// The text of the file itself.
    pub fn own_text(&self) -> &str {
        self.source(0).1
    }

    /// Whether a byte is in the file itself, and not in what was written after it.
    pub fn is_own(&self, offset: usize) -> bool {
        self.sources.get(1).is_none_or(|next| offset < next.start)
    }

    /// The line and the column of a byte, both from 1, in the file or in what was written after
    /// it; a column is a character.
    pub fn line_and_column(&self, offset: usize) -> (usize, usize) {
        let start = self.source(offset).0.start;
        let end = offset.clamp(start, self.text.len());
        let before = &self.text.as_bytes()[start..end];
        let (line, begin) = self.line(start, end);
        let moved = self.document.as_ref().filter(|_| start == 0);
        let moved = moved.map_or(0, |it| it.shift(begin, offset));
        (line, String::from_utf8_lossy(&before[begin..]).chars().count() + 1 + moved)
    }

    /// The number of the line in which a part of the text ends, and where in the part it begins.
    fn line(&self, start: usize, end: usize) -> (usize, usize) {
        let all = || {
            let bytes = self.text.bytes().enumerate();
            bytes.filter(|it| it.1 == b'\n').map(|it| it.0).collect::<Vec<_>>()
        };
        let (length, kept) = self.line_ends.get_or_init(|| (self.text.len(), all()));
        // While it is read, more is written after it.
        let anew = (*length != self.text.len()).then(all);
        let ends = anew.as_ref().unwrap_or(kept);
        let [first, last] = [start, end].map(|at| ends.partition_point(|&it| it < at));
        let begin = if first == last { 0 } else { ends[last - 1] + 1 - start };
        (last - first + 1, begin)
    }

    /// Where a byte is in the document, as far as it is known: `section 3.2, page 17`.
    pub fn part(&self, offset: usize) -> Option<String> {
        self.document.as_ref().filter(|_| self.is_own(offset))?;
        let section = self.section(offset).map(str::to_owned);
        let page = self.page(offset).map(|page| format!("page {page}"));
        let parts: Vec<String> = section.into_iter().chain(page).collect();
        (!parts.is_empty()).then(|| parts.join(", "))
    }

    /// The section of the document in which a byte stands; none of what was written after it.
    pub fn section(&self, offset: usize) -> Option<&str> {
        self.document.as_ref().filter(|_| self.is_own(offset))?.section(offset)
    }

    /// The page of the document on which a byte stands, where the text has page marks.
    pub fn page(&self, offset: usize) -> Option<u32> {
        let source = self.source(offset).0.start;
        let marks = self.pages.iter().filter(|&&(mark, _)| source <= mark && mark < offset);
        marks.max().map(|&(_, page)| page)
    }

    /// Whether it says what was meant where it is misprinted: then it has two readings.
    pub fn has_errata(&self) -> bool {
        self.definitions.iter().any(|definition| definition.erratum.is_some())
    }

    /// The number of the interpretation under which a production is read: `I1`.
    pub fn interpretation(&self, name: &str) -> Option<&str> {
        self.interpretations.iter().find(|(of, _)| of == name).map(|(_, label)| label.as_str())
    }
}
