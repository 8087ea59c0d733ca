//! A part of a grammar file as markup: the printed lines, with a link at every name, and marks
//! where a diagnostic points.

use std::collections::BTreeSet;
use std::ops::{Range, RangeInclusive};

use maud::{Markup, html};

use super::address::{self, LinkBase};
use crate::bnf::{ExpressionKind, Grammar, Listing, ProductionId, Span};
use crate::diagnose::definition_citation;
use crate::document::Document;
use crate::edition::{Edition, Reading};
use crate::report::failure_message::GrammarLabel;

/// The beginning of a line that marks a page, in `.bnf` and in ABNF.
const PAGE_MARKS: [&str; 2] = ["#@page ", "; urlbnf: page "];

/// The most lines of a file that are shown as a whole.
const MOST_LINES: usize = 100_000;

/// The kind of a part of the text.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum HighlightKind {
    /// The name in a definition, with the path of its production's page.
    Defined(String),
    /// The name in a reference, with the path of its production's page.
    Used(String),
    /// Characters that represent themselves.
    Literal,
}

/// The printed text of a grammar, ready to be shown.
#[derive(Debug)]
pub struct PrintedGrammar {
    /// The listing of the file.
    listing: Listing,
    /// The parts in the order of the text, without nesting.
    parts: Vec<(Span, HighlightKind)>,
    /// The length of the longest part, in bytes.
    longest: usize,
    /// The edition, if the text is that of one.
    edition: Option<Edition>,
}

/// Lines of one file.
struct ListingExcerpt {
    /// Where they are printed.
    label: String,
    /// The offset where the file begins.
    begin: usize,
    lines: Vec<usize>,
}

impl PrintedGrammar {
    /// The text of an edition. Errata are in the same file, so the parts come from both
    /// readings.
    pub fn from_edition(edition: Edition) -> PrintedGrammar {
        let mut parts = BTreeSet::new();
        for reading in Reading::ALL {
            let grammar = edition.grammar(reading);
            let path = |id| address::production(edition, grammar.name(id));
            collect(grammar, &path, &mut parts);
        }
        let listing = edition.grammar(Reading::Corrected).listing().clone();
        PrintedGrammar::new(listing, parts, Some(edition))
    }

    /// The text of any grammar; `path` returns the path of a production's page.
    pub fn of_grammar(grammar: &Grammar, path: &dyn Fn(ProductionId) -> String) -> PrintedGrammar {
        let mut parts = BTreeSet::new();
        collect(grammar, path, &mut parts);
        let listing = grammar.listing().clone();
        PrintedGrammar::new(listing, parts, None)
    }

    fn new(
        listing: Listing,
        parts: BTreeSet<(Span, HighlightKind)>,
        edition: Option<Edition>,
    ) -> PrintedGrammar {
        let longest = parts.iter().map(|(place, _)| place.end - place.start).max();
        let parts = parts.into_iter().collect();
        PrintedGrammar { listing, parts, longest: longest.unwrap_or_default(), edition }
    }

    /// The whole text.
    pub fn whole(&self, label: &str, base: LinkBase) -> Markup {
        html! {
            (self.source(label, 0, base))
            @if let Some(edition) = self.edition.filter(|_| self.listing.changes_another()) {
                p { "With these changes the whole grammar is:" }
                @for run in self.runs(edition) {
                    p.faint { (run.label) ":" }
                    (self.block(&run, &[], base, false))
                }
            } @else {
                @for source in self.listing.sources().iter().skip(1) {
                    p.faint { (source.name) ":" }
                    (self.source(&source.name, source.start, base))
                }
            }
        }
    }

    /// The lines of one source of the text, up to [`MOST_LINES`].
    fn source(&self, label: &str, begin: usize, base: LinkBase) -> Markup {
        let count = self.listing.source(begin).1.lines().count();
        let lines = (0..count.min(MOST_LINES)).collect();
        html! {
            (self.block(&ListingExcerpt { label: label.to_owned(), begin, lines }, &[], base, begin == 0))
            @if count > MOST_LINES {
                p.faint { (count - MOST_LINES) " more lines are not shown." }
            }
        }
    }

    /// The definitions in the order of the productions, grouped by the place where they are
    /// printed.
    fn runs(&self, edition: Edition) -> Vec<ListingExcerpt> {
        let grammar = edition.grammar(Reading::Corrected);
        let ours = self.listing.notation.ours();
        let mut runs: Vec<ListingExcerpt> = Vec::new();
        for definition in grammar.ids().flat_map(|id| grammar.production(id).definitions()) {
            let place = definition.place;
            let label = definition_citation(Some(edition), grammar, definition);
            let (source, text) = self.listing.source(place.start);
            let text: Vec<&str> = text.lines().collect();
            let is_ours =
                |line: usize| text.get(line).is_some_and(|content| content.starts_with(ours));
            let lines = self.lines(place).filter(|&line| !is_ours(line));
            match runs.last_mut() {
                Some(last) if last.label == label => last.lines.extend(lines),
                _ => {
                    runs.push(ListingExcerpt { label, begin: source.start, lines: lines.collect() })
                }
            }
        }
        runs
    }

    /// The lines of a place in its file, from 0.
    fn lines(&self, place: Span) -> RangeInclusive<usize> {
        let line = |offset: usize| self.listing.line_and_column(offset).0 - 1;
        line(place.start)..=line(place.end.saturating_sub(1).max(place.start))
    }

    /// The lines of a place, with marks in them.
    pub fn around(&self, place: Span, pointers: &[GrammarLabel], base: LinkBase) -> Markup {
        let (source, lines) = (self.listing.source(place.start).0, self.lines(place));
        let label = format!("{}, line {}", source.name, lines.start() + 1);
        let run = ListingExcerpt { label, begin: source.start, lines: lines.collect() };
        self.block(&run, pointers, base, false)
    }

    fn block(
        &self,
        run: &ListingExcerpt,
        pointers: &[GrammarLabel],
        base: LinkBase,
        anchors: bool,
    ) -> Markup {
        let ListingExcerpt { label, begin, lines } = run;
        html! {
            div.bnf tabindex="0" role="group" aria-label=(label) {
                pre { code {
                    @for &number in lines {
                        @let line = self.listing.line_range(*begin, number);
                        (self.line((number + 1, line), pointers, base, anchors))
                    }
                } }
            }
        }
    }

    fn line(
        &self,
        (number, line): (usize, Range<usize>),
        pointers: &[GrammarLabel],
        base: LinkBase,
        anchors: bool,
    ) -> Markup {
        let text = &self.listing.text[line.clone()];
        let page = self.page(text);
        let id = anchors.then_some(number);
        let said = pointers.iter().filter(|pointer| line.contains(&pointer.place.start));
        let said = said.filter_map(|pointer| {
            Some((pointer.place.start - line.start, pointer.text.as_deref()?))
        });
        let said = said.filter(|(_, text)| !text.is_empty());
        html! {
            @if let Some((document, page)) = page {
                span.page { "page " a href={ (base.to(&address::document(document))) "#page-" (page) } { (page) } } "\n"
            } @else {
                span.line.ours[text.starts_with(self.listing.notation.ours())] id=[id] data-no=[(!anchors).then_some(number)] {
                    (self.parts(line.clone(), pointers, base))
                } "\n"
                @for (column, text) in said {
                    span.line.said { (" ".repeat(column)) "↑ " (text) } "\n"
                }
            }
        }
    }

    /// The page that a line marks, with its document; `None` for other lines.
    fn page<'t>(&self, text: &'t str) -> Option<(Document, &'t str)> {
        let page = PAGE_MARKS.iter().find_map(|mark| text.strip_prefix(mark))?;
        Some((self.edition?.document(), page))
    }

    /// A line, divided where a name, a literal or a mark begins or ends.
    fn parts(&self, line: Range<usize>, pointers: &[GrammarLabel], base: LinkBase) -> Markup {
        let end = self.parts.partition_point(|(place, _)| place.start < line.end);
        // The parts are in order and at most `longest` long.
        let first = line.start.saturating_sub(self.longest);
        let first = self.parts.partition_point(|(place, _)| place.start < first);
        let parts = &self.parts[first.min(end)..end];
        let mut parts: Vec<_> = parts.iter().filter(|(place, _)| place.end > line.start).collect();
        parts.reverse();
        let mut cuts = BTreeSet::from([line.start, line.end]);
        for place in
            parts.iter().map(|part| part.0).chain(pointers.iter().map(|pointer| pointer.place))
        {
            cuts.extend([place.start, place.end].into_iter().filter(|at| line.contains(at)));
        }
        let cuts: Vec<usize> = cuts.into_iter().collect();
        html! {
            @for cut in cuts.windows(2) {
                @let text = &self.listing.text[cut[0]..cut[1]];
                @let () = while parts.pop_if(|(place, _)| place.end <= cut[0]).is_some() {};
                @let covers = |place: &Span| place.start <= cut[0] && cut[1] <= place.end;
                @let begun = parts.iter().rev().take_while(|(place, _)| place.start <= cut[0]);
                @let kind = begun.into_iter().find(|(place, _)| covers(place)).map(|(_, kind)| kind);
                @if pointers.iter().any(|pointer| covers(&pointer.place)) {
                    mark { (self.part(text, kind, base)) }
                } @else {
                    (self.part(text, kind, base))
                }
            }
        }
    }

    fn part(&self, text: &str, kind: Option<&HighlightKind>, base: LinkBase) -> Markup {
        html! {
            @match kind {
                None => (text),
                Some(HighlightKind::Literal) => span.literal { (text) },
                Some(HighlightKind::Defined(path)) => a.defined href=(base.to(path)) { (text) },
                Some(HighlightKind::Used(path)) => a href=(base.to(path)) { (text) },
            }
        }
    }
}

/// The names and the literals of a grammar.
fn collect(
    grammar: &Grammar,
    path: &dyn Fn(ProductionId) -> String,
    parts: &mut BTreeSet<(Span, HighlightKind)>,
) {
    for id in grammar.ids() {
        for definition in grammar.production(id).definitions() {
            parts.insert((definition.name_place, HighlightKind::Defined(path(id))));
            for expression in definition.body.all() {
                let kind = match &expression.kind {
                    ExpressionKind::Reference(id) => HighlightKind::Used(path(*id)),
                    ExpressionKind::Literal(_)
                    | ExpressionKind::AnyCase(_)
                    | ExpressionKind::Value(_) => HighlightKind::Literal,
                    _ => continue,
                };
                parts.insert((expression.place, kind));
            }
        }
    }
}
