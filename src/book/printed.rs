//! A part of a grammar file as markup: line by line as it is printed, every name
//! a link, and marks where a diagnostic points.

use std::collections::BTreeSet;
use std::ops::Range;

use maud::{Markup, html};

use super::address::{self, Base};
use crate::bnf::{ExpressionKind, Grammar, Place, ProductionId};
use crate::document::Document;
use crate::edition::{Edition, Reading};
use crate::report::finding::Pointer;

/// What a part of the text is.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    /// The name that a definition gives, with the path of its production's page.
    Defined(String),
    /// A name that is used, with the path of its production's page.
    Used(String),
    /// Characters that stand for themselves.
    Literal,
}

/// The printed text of a grammar, ready to be shown.
#[derive(Debug)]
pub struct Printed {
    /// The file that has it, as it is named to a reader.
    file: String,
    text: String,
    /// In the order of the text, none within another.
    parts: Vec<(Place, Kind)>,
    /// The document whose pages the text marks.
    document: Option<Document>,
}

impl Printed {
    /// The text of an edition. Errata stand in the same file, so that both
    /// readings tell what its parts are.
    pub fn of(edition: Edition) -> Printed {
        let mut parts = BTreeSet::new();
        for reading in Reading::ALL {
            let grammar = edition.grammar(reading);
            let path = |id| address::production(edition, grammar.name(id));
            collect(grammar, &path, &mut parts);
        }
        Printed {
            file: format!("{edition}.bnf"),
            text: edition.bnf().to_owned(),
            parts: parts.into_iter().collect(),
            document: Some(edition.document()),
        }
    }

    /// The text of any grammar; `path` is that of a production's page.
    pub fn of_grammar(grammar: &Grammar, path: &dyn Fn(ProductionId) -> String) -> Printed {
        let mut parts = BTreeSet::new();
        collect(grammar, path, &mut parts);
        let listing = grammar.listing();
        Printed {
            file: listing.name.clone(),
            text: listing.text.clone(),
            parts: parts.into_iter().collect(),
            document: None,
        }
    }

    /// All of it.
    pub fn whole(&self, label: &str, base: Base) -> Markup {
        let lines = 0..self.text.lines().count();
        self.block(label, lines, &[], base, true)
    }

    /// The lines on which a place stands, with marks in them.
    pub fn around(&self, place: Place, pointers: &[Pointer], base: Base) -> Markup {
        let line = |offset: usize| self.text[..offset].matches('\n').count();
        let label = format!("{}, line {}", self.file, line(place.start) + 1);
        let last = line(place.end.saturating_sub(1).max(place.start));
        self.block(&label, line(place.start)..last + 1, pointers, base, false)
    }

    fn block(
        &self,
        label: &str,
        lines: Range<usize>,
        pointers: &[Pointer],
        base: Base,
        anchors: bool,
    ) -> Markup {
        let mut start = 0;
        let mut places = Vec::new();
        for line in self.text.split_inclusive('\n') {
            places.push(start..start + line.trim_end_matches('\n').len());
            start += line.len();
        }
        html! {
            div.bnf tabindex="0" role="region" aria-label=(label) {
                pre { code {
                    @for number in lines {
                        @let line = places.get(number).cloned().unwrap_or_default();
                        (self.line(number + 1, line, pointers, base, anchors))
                    }
                } }
            }
        }
    }

    fn line(
        &self,
        number: usize,
        line: Range<usize>,
        pointers: &[Pointer],
        base: Base,
        anchors: bool,
    ) -> Markup {
        let text = &self.text[line.clone()];
        let id = anchors.then(|| format!("l{number}"));
        let said = pointers.iter().filter(|it| line.contains(&it.place.start));
        let said = said.filter_map(|it| Some((it.place.start - line.start, it.text.as_deref()?)));
        let said = said.filter(|(_, text)| !text.is_empty());
        html! {
            @if let Some((document, page)) = self.document.zip(text.strip_prefix("#@page ")) {
                span.page { "page " a href={ (base.to(&address::document(document))) "#page-" (page) } { (page) } } "\n"
            } @else {
                span.line.ours[text.starts_with('#')] id=[id] data-no=(number) {
                    (self.parts(line.clone(), pointers, base))
                } "\n"
                @for (column, text) in said {
                    span.line.said { (" ".repeat(column)) "↑ " (text) } "\n"
                }
            }
        }
    }

    /// A line cut where a name, a literal or a mark begins or ends.
    fn parts(&self, line: Range<usize>, pointers: &[Pointer], base: Base) -> Markup {
        let within = |place: &Place| place.start < line.end && place.end > line.start;
        let parts: Vec<_> = self.parts.iter().filter(|(place, _)| within(place)).collect();
        let mut cuts = BTreeSet::from([line.start, line.end]);
        for place in parts.iter().map(|it| it.0).chain(pointers.iter().map(|it| it.place)) {
            cuts.extend([place.start, place.end].into_iter().filter(|at| line.contains(at)));
        }
        let cuts: Vec<usize> = cuts.into_iter().collect();
        html! {
            @for cut in cuts.windows(2) {
                @let text = &self.text[cut[0]..cut[1]];
                @let covers = |place: &Place| place.start <= cut[0] && cut[1] <= place.end;
                @let kind = parts.iter().find(|(place, _)| covers(place)).map(|(_, kind)| kind);
                @if pointers.iter().any(|it| covers(&it.place)) {
                    mark { (self.part(text, kind, base)) }
                } @else {
                    (self.part(text, kind, base))
                }
            }
        }
    }

    fn part(&self, text: &str, kind: Option<&Kind>, base: Base) -> Markup {
        html! {
            @match kind {
                None => (text),
                Some(Kind::Literal) => span.literal { (text) },
                Some(Kind::Defined(path)) => a.defined href=(base.to(path)) { (text) },
                Some(Kind::Used(path)) => a href=(base.to(path)) { (text) },
            }
        }
    }
}

/// The names and the literals of a grammar.
fn collect(
    grammar: &Grammar,
    path: &dyn Fn(ProductionId) -> String,
    parts: &mut BTreeSet<(Place, Kind)>,
) {
    for id in grammar.ids() {
        for definition in grammar.production(id).definitions() {
            parts.insert((definition.name_place, Kind::Defined(path(id))));
            let mut pending = vec![&definition.body];
            while let Some(expression) = pending.pop() {
                match &expression.kind {
                    ExpressionKind::Reference(id) => {
                        parts.insert((expression.place, Kind::Used(path(*id))));
                    }
                    ExpressionKind::Literal(_)
                    | ExpressionKind::AnyCase(_)
                    | ExpressionKind::Value(_) => {
                        parts.insert((expression.place, Kind::Literal));
                    }
                    _ => pending.extend(expression.parts()),
                }
            }
        }
    }
}
