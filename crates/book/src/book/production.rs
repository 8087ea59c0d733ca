//! The page of a production: the facts of `explain`, and pictures.

use maud::{Markup, html};

use super::address::{self, LinkBase};
use super::edition::{link, name};
use super::picture::figure;
use super::{Book, claim, document, libraries, live, words};
use crate::bnf::ProductionId;
use crate::description::{PrintedDefinition, ProductionDescription, ProductionProperties};
use crate::edition::{Edition, Reading};
use crate::report::picture::railroad;
use crate::sample::NearMiss;
use crate::text::column;
use crate::verdict::Verdict;

/// The page of a production, and what is needed to write it.
#[derive(Clone, Copy)]
pub(super) struct ProductionPage<'a> {
    pub book: &'a Book,
    pub edition: Edition,
    pub name: &'a str,
    pub base: LinkBase,
}

/// The content of the page, by printed name.
pub fn text(book: &Book, edition: Edition, name: &str, base: LinkBase) -> Markup {
    let description = |reading| book.description(edition, reading, name);
    let page = ProductionPage { book, edition, name, base };
    let mut undecided = Vec::new();
    let mut decided = |reading| match description(reading)? {
        Ok(description) => Some(description),
        Err(error) => {
            undecided.push(format!("{reading}: {}", error.message(edition.grammar(reading))));
            None
        }
    };
    let (printed, corrected) = (decided(Reading::Printed), decided(Reading::Corrected));
    html! {
        h1 { code { (name) } }
        @match (&corrected, &printed) {
            (Some(corrected), Some(printed)) if alike(printed, corrected) => {
                (page.lead(corrected))
                (page.body(corrected, None, None))
            },
            (Some(corrected), Some(printed)) => {
                (page.lead(corrected))
                p role="note" {
                    "Its two readings differ: " a href="#corrected" { "corrected" } ", "
                    a href="#printed" { "printed" } "."
                }
                (page.body(corrected, Some(Reading::Corrected), None))
                (page.body(printed, Some(Reading::Printed), Some(corrected)))
            },
            (Some(one), None) | (None, Some(one)) => {
                (page.lead(one))
                @if undecided.is_empty() { p role="note" { "Only in the " (one.reading) " reading is there such a name." } }
                (page.body(one, None, None))
            },
            (None, None) => {},
        }
        @for error in &undecided { p role="note" { (words::markup(error)) "." } }
        @if let Some(description) = corrected.as_ref().or(printed.as_ref()) {
            (live::try_form(base, edition, Some(name)))
            (page.rules(description))
            (page.history())
            (page.relatives(description))
            (page.elsewhere(description))
            (libraries::of_production(edition, name, base))
        }
    }
}

/// Whether two readings do not differ.
fn alike(one: &ProductionDescription, other: &ProductionDescription) -> bool {
    let text = |description: &ProductionDescription| -> Vec<String> {
        description.definitions.iter().map(|definition| definition.text.clone()).collect()
    };
    text(one) == text(other)
        && one.facts == other.facts
        && one.examples == other.examples
        && comparable(&one.near_misses) == comparable(&other.near_misses)
}

fn comparable(near_misses: &[NearMiss]) -> Vec<(&[u8], usize, &str)> {
    near_misses
        .iter()
        .map(|miss| (miss.string.as_slice(), miss.offset, miss.reason.as_str()))
        .collect()
}

impl ProductionPage<'_> {
    /// The place where it is printed, and the numbered remarks about it.
    fn lead(self, description: &ProductionDescription) -> Markup {
        html! {
            p {
                "A production of " (link(self.edition, self.base))
                @if let Some(definition) = description.definitions.first() {
                    ": "
                    @match definition.document.zip(definition.lines.as_ref()) {
                        Some((document, lines)) => a href=(self.base.to(&address::document_line(document, lines.start))) {
                            (definition.citation)
                        },
                        None => (document::cited(&definition.citation, self.base)),
                    }
                }
                "."
            }
            @for remark in description.remarks.iter().filter(|remark| !remark.number.kind.is_of_a_rule()) {
                p {
                    a href=(self.base.to(&address::remark(remark.number))) { (remark.number) } ": "
                    (words::markup(remark.what)) ", "
                    (remark.number.kind.meant()) " "
                    (words::markup(remark.meant.strip_prefix("as ").unwrap_or(remark.meant))) "; " (document::cited(remark.why, self.base)) "."
                }
            }
        }
    }

    /// The description in one reading, with a heading if there are two. The second gets the
    /// first, which is above it.
    fn body(
        self,
        description: &ProductionDescription,
        reading: Option<Reading>,
        above: Option<&ProductionDescription>,
    ) -> Markup {
        let id = |part: &str| match reading {
            Some(reading) => format!("{part}-{reading}"),
            None => part.to_owned(),
        };
        html! {
            @match reading {
                Some(reading) => h2 id=(reading) { "As " (reading) },
                None => h2 #printed { "As printed" },
            }
            @if description.definitions.is_empty() { p { "No production defines it, so it derives nothing." } }
            @for definition in &description.definitions { (self.definition(definition)) }
            section data-judge=(claim::judge(self.edition, description.reading, Some(self.name))) {
                div.drawn {
                    (self.diagram(description, above))
                    (self.facts(description))
                }
                @if !description.examples.is_empty() {
                    h3 id=(id("takes")) { "Accepts" }
                    ul.examples.accepts {
                        @for example in &description.examples {
                            li { "✓ " (claim::typed(example)) }
                        }
                    }
                }
                @if !description.near_misses.is_empty() {
                    h3 id=(id("just-not")) { "Near misses" }
                    ul.examples.rejected {
                        @for miss in by_reason(&description.near_misses) {
                            li class=[(miss.verdict != Verdict::Rejected).then(|| miss.verdict.name())] {
                                "✗ " (claim::typed(&miss.string)) " "
                                span.reason { (words::markup(&miss.reason)) }
                                " " small { "column " (column(&miss.string, miss.offset)) }
                            }
                        }
                    }
                }
            }
        }
    }

    fn definition(self, definition: &PrintedDefinition) -> Markup {
        html! { (self.book.printed(self.edition).around(definition.place, &[], self.base)) }
    }

    /// The picture, unless it is the same as the one above.
    fn diagram(
        self,
        description: &ProductionDescription,
        above: Option<&ProductionDescription>,
    ) -> Markup {
        let picture = |of: &ProductionDescription| {
            let grammar = of.grammar();
            let link =
                |id| Some(self.base.to(&address::production(self.edition, grammar.name(id))));
            let is_defined = !of.definitions.is_empty();
            is_defined.then(|| railroad::svg(grammar, of.production, &link))
        };
        let (own, above) = (picture(description), above.and_then(picture));
        html! {
            @match own {
                Some(own) if above.as_ref() == Some(&own) => p.faint { "Its railroad diagram is the one above." },
                Some(own) => (figure("Railroad diagram", &own)),
                None => {},
            }
        }
    }

    fn facts(self, description: &ProductionDescription) -> Markup {
        let facts = &description.facts;
        html! {
            dl.facts {
                (usage(description, |id| name(self.edition, description.grammar().name(id), self.base)))
                @for remark in marks(facts) { dt { "note" } dd { (remark) } }
                dt { "strings" }
                dd { (words::how_many(facts)) }
                @if let Some(shortest) = &facts.shortest {
                    dt { "shortest" }
                    dd { (claim::typed(shortest)) }
                }
                @if !facts.alphabet.is_empty() {
                    dt { "characters" }
                    @let (own, beyond) =
                        described(&facts.alphabet, description.grammar().listing().code_points);
                    dd {
                        @if !own.is_empty() { code { (alphabet(&own)) } }
                        @if !own.is_empty() && beyond { ", and " }
                        @if beyond { "characters beyond ASCII" }
                    }
                }
                @let deviations = description.remarks.iter().filter(|remark| remark.number.kind.is_of_a_rule());
                @for (number, remark) in deviations.enumerate() {
                    @if number == 0 { dt { "deviations" } }
                    dd {
                        a href=(self.base.to(&address::remark(remark.number))) { (remark.number) } ": "
                        (words::markup(remark.what))
                    }
                }
            }
        }
    }

    fn rules(self, description: &ProductionDescription) -> Markup {
        html! {
            @if !description.rules.is_empty() {
                h2 #rule { "As a program reads it" }
                @for rule in &description.rules { pre tabindex="0" { code { (rule.text) } } }
            }
        }
    }
}

/// What a production uses, what uses it, and for which strings the page holds.
pub(super) fn usage(
    description: &ProductionDescription,
    name: impl Fn(ProductionId) -> Markup,
) -> Markup {
    let names = |ids: &[ProductionId]| words::commas(ids.iter().map(|&id| name(id)));
    let ProductionDescription { facts, uses, used_by, .. } = description;
    html! {
        @if !uses.is_empty() {
            dt { "uses" }
            dd { (names(uses)) }
        }
        dt { "used by" }
        dd {
            @if facts.start { "the start" @if !used_by.is_empty() { ", " } }
            @if used_by.is_empty() && !facts.start { "none" }
            (names(used_by))
        }
    }
}

/// The first near miss of each reason.
pub(super) fn by_reason(near_misses: &[NearMiss]) -> Vec<&NearMiss> {
    let mut shown: Vec<&NearMiss> = Vec::new();
    for miss in near_misses {
        if shown.iter().all(|other| other.reason != miss.reason) {
            shown.push(miss);
        }
    }
    shown
}

/// What is remarkable about a production, in words.
fn marks(facts: &ProductionProperties) -> Vec<&'static str> {
    let marks = [
        (facts.unit, "one unit long: reports name it among the characters that they expect"),
        (facts.undefined, "used, but not defined"),
        (facts.doubly_defined, "defined more than once: it derives what either definition does"),
        (facts.unreachable, "the start does not use it"),
        (facts.derives_nothing, "it derives no string at all"),
        (facts.recursive, "it uses itself, directly or through others"),
    ];
    marks.into_iter().filter(|(holds, _)| *holds).map(|(_, mark)| mark).collect()
}

/// The bytes that are characters, and whether there are characters of several bytes.
fn described(bytes: &[u8], code_points: bool) -> (Vec<u8>, bool) {
    let is_own = |byte: &&u8| byte.is_ascii() || !code_points;
    let own: Vec<u8> = bytes.iter().filter(is_own).copied().collect();
    let beyond = own.len() < bytes.len();
    (own, beyond)
}

/// The characters, with ranges for runs of letters and digits.
fn alphabet(bytes: &[u8]) -> String {
    let mut shown = String::new();
    let mut rest = bytes;
    while let Some((&first, mut after)) = rest.split_first() {
        let mut last = first;
        let alike = |next: u8, last: u8| {
            next == last + 1 && next.is_ascii_alphanumeric() && last.is_ascii_alphanumeric()
        };
        while let Some((&next, others)) =
            after.split_first().filter(|(next, _)| alike(**next, last))
        {
            (last, after) = (next, others);
        }
        if !shown.is_empty() {
            shown.push(' ');
        }
        shown.push_str(&claim::shown(&[first]));
        if last > first {
            shown.push('–');
            shown.push_str(&claim::shown(&[last]));
        }
        rest = after;
    }
    shown
}
