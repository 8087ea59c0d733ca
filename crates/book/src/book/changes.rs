//! The changes from one edition to another, each reported once, at its root.

use maud::{Markup, html};

use super::address::{self, LinkBase};
use super::edition::name;
use super::picture::figure;
use super::{Book, claim, document, words};
use crate::diff::{DiffProduction, NewProduction, OldProduction, UrlGrammarDiff};
use crate::edition::Edition;
use crate::report::diff::{
    ClassMembershipRecord, DiffRecord, FollowerChange, NamePair, ProductionText, RootChange,
    SchemeDiff, TextPair, WitnessedRelation,
};
use crate::report::picture::railroad;
use crate::report::witness::Witness;

/// A pair of editions, and the base of its page.
#[derive(Clone, Copy)]
struct ChangesPage {
    old: Edition,
    new: Edition,
    base: LinkBase,
}

/// The content of the page.
pub fn text(book: &Book, old: Edition, new: Edition, base: LinkBase) -> Markup {
    let between = ChangesPage { old, new, base };
    html! {
        h1 { (old) " → " (new) }
        @if let Some(diff) = book.diff(old, new) {
            (between.changes(diff, &DiffRecord::from_diff(diff)))
        }
    }
}

impl ChangesPage {
    fn changes(self, diff: &UrlGrammarDiff<'_>, changes: &DiffRecord<'_>) -> Markup {
        let start = changes.start;
        html! {
            p {
                "From " (self.old.document().citation()) ", " (self.old.document().date()) ", to "
                (self.new.document().citation()) ", " (self.new.document().date())
                ", both in the corrected reading. The start: " (self.names(start)) ", "
                @if let Some(changed) = &changes.language { (self.language(changed, start)) }
                @else { "not decided" }
                "."
            }
            @if !changes.changed.is_empty() {
                h2 #changed { "Changed" }
                p.faint { "Productions whose own text changes what they derive." }
                @for changed in &changes.changed { (self.changed(diff, changed)) }
            }
            @if !changes.renamed.is_empty() {
                h2 #renamed { "Renamed" }
                ul {
                    @for renamed in &changes.renamed {
                        li {
                            (self.names(renamed.names)) " ("
                            (document::cited(renamed.reason.unwrap_or(renamed.by), self.base)) ")"
                        }
                    }
                }
            }
            (self.one_sided("Added", self.new, &changes.added))
            (self.one_sided("Removed", self.old, &changes.removed))
            @if !changes.replaced.is_empty() {
                h2 #replaced { "In place of those removed" }
                ul {
                    @for replaced in &changes.replaced {
                        li {
                            (name(self.old, replaced.production, self.base)) " → "
                            @if replaced.by.is_empty() { "nothing" }
                            (words::commas(replaced.by.iter().map(|by| name(self.new, by, self.base))))
                            " (" (document::cited(replaced.reason, self.base)) ")"
                        }
                    }
                }
            }
            @if !changes.reworded.is_empty() {
                h2 #reworded { "Reworded" }
                p.faint { "Other texts, the same strings." }
                @for texts in &changes.reworded {
                    h3 { (self.names(texts.names())) }
                    (both(texts))
                }
            }
            @if !changes.follows.is_empty() {
                h2 #follows { "What follows" }
                p.faint { "Productions that changed because others did." }
                ul { @for follows in &changes.follows { (self.follows(follows)) } }
            }
            @if !changes.ambiguity.is_empty() {
                h2 #ambiguity { "Ambiguity" }
                ul {
                    @for ambiguous in &changes.ambiguity {
                        @let [what, how] = ambiguous.words();
                        li {
                            (self.names(ambiguous.names)) ": " (what) ", "
                            code { (claim::shown(ambiguous.string.bytes())) } " " (how)
                        }
                    }
                }
            }
            @if !changes.classes.is_empty() {
                h2 #classes { "Character classes" }
                ul {
                    @for moved in &changes.classes {
                        li {
                            (self.classes(self.old, &moved.from)) " → " (self.classes(self.new, &moved.to)) ": "
                            @for &character in &moved.characters {
                                code { (claim::shown(character.to_string().as_bytes())) } " "
                            }
                        }
                    }
                }
            }
            @if !changes.schemes.is_empty() { h2 #schemes { "Schemes" } }
            @for scheme in &changes.schemes { (self.scheme(scheme)) }
        }
    }

    fn changed(self, diff: &UrlGrammarDiff<'_>, changed: &RootChange<'_>) -> Markup {
        let names = changed.texts.names();
        html! {
            section {
                h3 { (self.names(names)) }
                (both(&changed.texts))
                (self.drawn(diff, names))
                p { (self.language(&changed.language, names)) }
                @if let Some(alone) = &changed.alone {
                    p {
                        "By its own text " (alone.words) "; the rest by " (changed.also.join(", ")) "."
                    }
                }
                @if !changed.followers.is_empty() {
                    p {
                        "From it follow: "
                        (words::commas(changed.followers.iter().map(|follower| name(self.new, follower, self.base))))
                    }
                }
            }
        }
    }

    fn drawn(self, diff: &UrlGrammarDiff<'_>, names: NamePair<'_>) -> Markup {
        let link = |production: DiffProduction| {
            let (edition, name) = match production {
                DiffProduction::Old(id) => (self.old, diff.old_name(id)),
                DiffProduction::New(id) => (self.new, diff.new_name(id)),
            };
            Some(self.base.to(&address::production(edition, name)))
        };
        let old = diff.old.grammar.find(names.old).map(OldProduction);
        let new = diff.new.grammar.find(names.new).map(NewProduction);
        figure("Tracks that were removed, and new ones", &railroad::diff(diff, old, new, &link))
    }

    fn follows(self, follows: &FollowerChange<'_>) -> Markup {
        html! {
            li {
                (self.names(follows.names)) ": " (self.language(&follows.language, follows.names))
                ", from " (follows.roots.join(", "))
            }
        }
    }

    fn scheme(self, scheme: &SchemeDiff<'_>) -> Markup {
        let one = |names: &[&'_ str]| match names {
            [one] => Some((*one).to_owned()),
            _ => None,
        };
        let (old, new) = (one(&scheme.old), one(&scheme.new));
        let plain = [&scheme.plain.gained, &scheme.plain.lost];
        let shortest = [&scheme.language.gained, &scheme.language.lost];
        html! {
            section {
                h3 { @match scheme.scheme { Some(scheme) => code { (scheme) }, None => "any other" } }
                p {
                    (self.covered(self.old, &scheme.old)) " → " (self.covered(self.new, &scheme.new)) ": "
                    (scheme.language.words)
                }
                ul {
                    @for (number, what) in ["gained", "lost"].into_iter().enumerate() {
                        @if let Some(shortest) = shortest[number] {
                            li.(if number == 0 { "added" } else { "removed" }) {
                                (what) " " (self.witness(number == 0, shortest, old.as_deref(), new.as_deref()))
                                @if let Some(plain) = plain[number].as_ref().filter(|string| *string != shortest) {
                                    ", for example "
                                    (self.witness(number == 0, plain, old.as_deref(), new.as_deref()))
                                }
                            }
                        }
                    }
                    @for part in &scheme.parts {
                        li {
                            @match (part.old, part.new, &part.language) {
                                (Some(old), Some(new), Some(language)) => {
                                    (self.names(NamePair { old, new })) ": "
                                    (self.language(language, NamePair { old, new }))
                                },
                                (None, Some(new), _) => { (name(self.new, new, self.base)) ": added" },
                                (Some(old), _, _) => { (name(self.old, old, self.base)) ": removed" },
                                (None, None, _) => {},
                            }
                        }
                    }
                }
            }
        }
    }

    fn covered(self, edition: Edition, names: &[&str]) -> Markup {
        html! {
            @if names.is_empty() { "nothing" }
            (words::commas(names.iter().map(|of| name(edition, of, self.base))))
        }
    }

    fn one_sided(self, title: &str, edition: Edition, texts: &[ProductionText<'_>]) -> Markup {
        html! {
            @if !texts.is_empty() {
                h2 id=(title.to_lowercase()) { (title) }
                dl {
                    @for text in texts {
                        dt { (name(edition, text.production, self.base)) }
                        dd { code { (text.shown()) } }
                    }
                }
            }
        }
    }

    fn classes(self, edition: Edition, classes: &[ClassMembershipRecord<'_>]) -> Markup {
        let class = |class: &ClassMembershipRecord<'_>| {
            let unused = if class.used { "" } else { " (unused)" };
            html! { (name(edition, class.production, self.base)) (unused) }
        };
        html! {
            @if classes.is_empty() { "no class" }
            (words::commas(classes.iter().map(class)))
        }
    }

    fn names(self, names: NamePair<'_>) -> Markup {
        html! {
            (name(self.old, names.old, self.base)) " → " (name(self.new, names.new, self.base))
        }
    }

    /// A relation and its witnesses.
    fn language(self, language: &WitnessedRelation, names: NamePair<'_>) -> Markup {
        let (old, new) = (Some(names.old), Some(names.new));
        html! {
            @match (&language.gained, &language.lost) {
                (None, None) => strong { (language.words) },
                (Some(string), None) => {
                    strong { (language.words) } ", "
                    span.added { "gained " (self.witness(true, string, old, new)) }
                }
                (None, Some(string)) => {
                    strong { (language.words) } ", "
                    span.removed { "lost " (self.witness(false, string, old, new)) }
                }
                (Some(gained), Some(lost)) => {
                    strong { "some gained" } " " span.added { (self.witness(true, gained, old, new)) } ", "
                    strong { "some lost" } " " span.removed { (self.witness(false, lost, old, new)) }
                }
            }
        }
    }

    /// A string that only one side has.
    fn witness(
        self,
        gained: bool,
        string: &Witness,
        old: Option<&str>,
        new: Option<&str>,
    ) -> Markup {
        let sides = [(self.old, old), (self.new, new)];
        let [has, has_not] = if gained { [sides[1], sides[0]] } else { sides };
        claim::witness(string.bytes(), has, has_not)
    }
}

/// The old and the new text.
fn both(texts: &TextPair<'_>) -> Markup {
    html! {
        div.change {
            code.removed { "− " (texts.old.production) "  " (texts.old.shown()) } "\n"
            code.added { "+ " (texts.new.production) "  " (texts.new.shown()) }
        }
    }
}
