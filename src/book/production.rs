//! The page of a production: all that `explain` says of it, and how it is drawn.

use maud::{Markup, html};

use super::address::{self, Base};
use super::claim::{self, Claim};
use super::edition::name;
use super::picture::figure;
use super::{Book, document, words};
use crate::bnf::ProductionId;
use crate::edition::{Edition, Reading};
use crate::profile::{Facts, Printed, Profile};
use crate::report::picture::railroad;
use crate::sample::NearMiss;
use crate::verdict::Verdict;

/// A production's page, while it is written.
#[derive(Clone, Copy)]
pub(super) struct Writing<'a> {
    pub book: &'a Book,
    pub edition: Edition,
    pub name: &'a str,
    pub base: Base,
}

/// The text of a production, by its printed name.
pub fn text(book: &Book, edition: Edition, name: &str, base: Base) -> Markup {
    let profile = |reading| book.profile(edition, reading, name);
    let page = Writing { book, edition, name, base };
    let mut undecided = Vec::new();
    let mut decided = |reading| match profile(reading)? {
        Ok(profile) => Some(profile),
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
                (page.body(corrected, None))
            },
            (Some(corrected), Some(printed)) => {
                (page.lead(corrected))
                p role="note" {
                    "Its two readings differ: " a href="#corrected" { "corrected" } ", "
                    a href="#printed" { "printed" } "."
                }
                (page.body(corrected, Some(Reading::Corrected)))
                (page.body(printed, Some(Reading::Printed)))
            },
            (Some(one), None) | (None, Some(one)) => {
                (page.lead(one))
                @if undecided.is_empty() { p role="note" { "Only in the " (one.reading) " reading is there such a name." } }
                (page.body(one, None))
            },
            (None, None) => {},
        }
        @for error in &undecided { p role="note" { (words::markup(error)) } }
        @if let Some(profile) = corrected.as_ref().or(printed.as_ref()) {
            (page.rules(profile))
            (page.history(profile))
            (page.elsewhere(profile))
        }
    }
}

/// Whether there is nothing in which two readings differ.
fn alike(one: &Profile, other: &Profile) -> bool {
    let text = |it: &Profile| -> Vec<String> {
        it.definitions.iter().map(|definition| definition.text.clone()).collect()
    };
    text(one) == text(other)
        && one.facts == other.facts
        && one.examples == other.examples
        && said(&one.near_misses) == said(&other.near_misses)
}

fn said(near_misses: &[NearMiss]) -> Vec<(&[u8], usize, &str)> {
    near_misses.iter().map(|it| (it.string.as_slice(), it.offset, it.reason.as_str())).collect()
}

impl Writing<'_> {
    /// Where it is printed, and what numbered remarks there are on it.
    fn lead(self, profile: &Profile) -> Markup {
        html! {
            p {
                "A production of " a href=(self.base.to(&address::edition(self.edition))) { (self.edition) }
                @if let Some(definition) = profile.definitions.first() {
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
            @for remark in profile.remarks.iter().filter(|it| !it.number.kind.is_of_a_rule()) {
                p {
                    a href=(self.base.to(&address::remark(remark.number))) { (remark.number) } ": "
                    (words::markup(remark.what)) ", "
                    (remark.number.kind.meant()) " "
                    (words::markup(remark.meant)) ". " (document::cited(remark.why, self.base)) "."
                }
            }
        }
    }

    /// What one reading says of it; under a heading, where there are two.
    fn body(self, profile: &Profile, reading: Option<Reading>) -> Markup {
        let id = |part: &str| match reading {
            Some(reading) => format!("{part}-{reading}"),
            None => part.to_owned(),
        };
        html! {
            @match reading {
                Some(reading) => h2 id=(reading) { "As " (reading) },
                None => h2 #printed { "As printed" },
            }
            @if profile.definitions.is_empty() { p { "No production defines it, so it derives nothing." } }
            @for definition in &profile.definitions { (self.definition(definition)) }
            (self.diagram(profile))
            (self.facts(profile))
            @if !profile.examples.is_empty() {
                h3 id=(id("takes")) { "Accepts" }
                ul.examples {
                    @for example in &profile.examples {
                        li.accepts { "✓ " (self.claim(profile, example, Verdict::Conforms)) }
                    }
                }
            }
            @if !profile.near_misses.is_empty() {
                h3 id=(id("just-not")) { "Near misses" }
                ul.examples {
                    @for miss in &profile.near_misses {
                        li data-offset=(miss.offset) data-code=(miss.code) {
                            span.rejects { "✗ " (self.claim(profile, &miss.string, miss.verdict)) } " "
                            span.reason { (words::markup(&miss.reason)) }
                            " " small { "column " (miss.offset + 1) }
                        }
                    }
                }
            }
        }
    }

    fn definition(self, definition: &Printed) -> Markup {
        html! { (self.book.printed(self.edition).around(definition.place, &[], self.base)) }
    }

    fn diagram(self, profile: &Profile) -> Markup {
        let grammar = profile.grammar();
        let link = |id: ProductionId| {
            Some(self.base.to(&address::production(self.edition, grammar.name(id))))
        };
        html! {
            @if !profile.definitions.is_empty() {
                (figure("Railroad diagram", &railroad::svg(grammar, profile.production, &link)))
            }
        }
    }

    fn facts(self, profile: &Profile) -> Markup {
        let facts = &profile.facts;
        html! {
            dl.facts {
                @if !profile.uses.is_empty() {
                    dt { "uses" }
                    dd { (self.names(profile, &profile.uses)) }
                }
                dt { "used by" }
                dd {
                    @if facts.start { "the start" @if !profile.used_by.is_empty() { ", " } }
                    @if profile.used_by.is_empty() && !facts.start { "none" }
                    (self.names(profile, &profile.used_by))
                }
                @for remark in marks(facts) { dt { "note" } dd { (remark) } }
                dt { "strings" }
                dd {
                    @match &facts.count { Some(count) => (count), None => "infinitely many" }
                    @if let Some(longest) = facts.longest { ", the longest of " (words::count(longest, "byte")) }
                }
                @if let Some(shortest) = &facts.shortest {
                    dt { "shortest" }
                    dd { (self.claim(profile, shortest, Verdict::Conforms)) }
                }
                @if !facts.alphabet.is_empty() {
                    dt { "characters" }
                    dd { code { (alphabet(&facts.alphabet)) } }
                }
                @let deviations = profile.remarks.iter().filter(|it| it.number.kind.is_of_a_rule());
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

    fn names(self, profile: &Profile, ids: &[ProductionId]) -> Markup {
        let grammar = profile.grammar();
        html! {
            @for (number, &id) in ids.iter().enumerate() {
                @if number > 0 { ", " }
                (name(self.edition, grammar.name(id), self.base))
            }
        }
    }

    fn claim(self, profile: &Profile, input: &[u8], verdict: Verdict) -> Markup {
        let (edition, reading, production) = (self.edition, profile.reading, Some(self.name));
        Claim { input, edition, reading, production, verdict }.code(self.book, self.base)
    }

    fn rules(self, profile: &Profile) -> Markup {
        html! {
            @if !profile.rules.is_empty() {
                h2 #rule { "As a program reads it" }
                @for rule in &profile.rules { pre tabindex="0" { code { (rule.text) } } }
            }
        }
    }
}

/// What is remarkable about a production, in words.
fn marks(facts: &Facts) -> Vec<&'static str> {
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

/// The characters, runs of letters and digits as ranges.
fn alphabet(bytes: &[u8]) -> String {
    let mut shown = String::new();
    let mut rest = bytes;
    while let Some((&first, mut after)) = rest.split_first() {
        let mut last = first;
        let alike = |next: u8, last: u8| {
            next == last + 1 && next.is_ascii_alphanumeric() && last.is_ascii_alphanumeric()
        };
        while let Some((&next, others)) = after.split_first().filter(|it| alike(*it.0, last)) {
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
