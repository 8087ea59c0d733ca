//! The judgement of one edition on one string: the verdict, the byte, the printed production,
//! what it expected, and how to repair the string.

use maud::{Markup, html};

use super::address::LinkBase;
use super::page_state;
use super::picture::figure;
use super::words;
use super::{Book, claim};
use crate::bnf::{ProductionId, Span};
use crate::diagnose::{Diagnostic, Examination, FailingProduction};
use crate::report::failure_message::FailureMessage;
use crate::report::picture::tree;
use crate::text::{characters, column};
use crate::verdict::{Judge, JudgingMode, Verdict};

/// A string, judged by one edition.
#[derive(Clone, Copy)]
pub(super) struct JudgementView<'a> {
    /// The book of the page, to whose pages the judgement links.
    pub book: &'a Book,
    /// The base of the page.
    pub base: LinkBase,
    /// The string.
    pub input: &'a [u8],
    pub judge: &'a Judge,
    /// The result.
    pub examination: &'a Examination<'a>,
}

/// Writes a replacement: a claim in the book, a button on the live page.
pub(super) type ReplacementWriter<'a> = &'a dyn Fn(&str) -> Markup;

impl JudgementView<'_> {
    /// The whole judgement, with a heading.
    pub fn whole(&self, replacement: ReplacementWriter<'_>) -> Markup {
        match &self.examination.diagnostic {
            Some(diagnostic) => self.failure(diagnostic, replacement),
            None => self.conformance(),
        }
    }

    /// The replacement as a claim, which a test can check.
    pub fn claim(&self, replacement: &str) -> Markup {
        let Some(edition) = self.judge.edition() else {
            return html! { code { (claim::shown(replacement.as_bytes())) } };
        };
        claim::claimed(replacement.as_bytes(), (edition, self.start()), self.judge.reading())
    }

    fn conformance(&self) -> Markup {
        let headline = self.examination.headline(self.judge, self.input);
        let notes = self.examination.notes.iter().map(|note| note.text(self.judge));
        html! {
            div.finding.good {
                p {
                    span.verdict.conforms { (claim::sign(Verdict::Conforms)) } " "
                    (words::markup(&headline))
                }
                (self.string(html! { (claim::shown(self.input)) }))
                dl.facts {
                    @if let Some(matched) = self.examination.judgement.matched() {
                        dt { "production" }
                        dd { (self.name(matched)) }
                    }
                    @for note in notes {
                        dt { "note" }
                        dd { (words::markup(&note)) }
                    }
                }
                (self.tree())
            }
        }
    }

    /// The string, with the claim about it.
    fn string(&self, shown: Markup) -> Markup {
        let reading = self.judge.reading();
        let judge =
            self.judge.edition().map(|edition| claim::judge(edition, reading, self.start()));
        html! {
            div.input data-input=(page_state::encoded(self.input)) data-judge=[judge]
                data-verdict=(self.examination.judgement.verdict) { (shown) }
        }
    }

    /// The start production, if the string is judged by the start.
    fn start(&self) -> Option<&str> {
        let by_start = self.judge.judged_by() == JudgingMode::Start;
        by_start.then(|| self.judge.grammar().name(self.judge.start()))
    }

    /// The derivation; for a generic-only string, the generic one.
    fn tree(&self) -> Markup {
        html! {
            @match &self.examination.judgement.tree() {
                Ok(Some(tree)) => (figure("Derivation", &tree::svg(tree))),
                Ok(None) => {}
                Err(exceeded) => {
                    p role="note" { "The derivation is not drawn: it needs " (exceeded) "." }
                }
            }
        }
    }

    fn failure(&self, diagnostic: &Diagnostic, replacement: ReplacementWriter<'_>) -> Markup {
        let JudgementView { book, base, input, judge, examination } = *self;
        let finding = FailureMessage::from_diagnostic(judge, input, examination, diagnostic);
        let verdict = examination.judgement.verdict;
        let half = verdict == Verdict::GenericOnly;
        let repaired = diagnostic.repair.as_ref().map(|repair| repair.replacement.as_str());
        html! {
            div.finding.half[half] data-code=(diagnostic.code) data-offset=(diagnostic.offset) {
                p { (claim::verdict(verdict)) ": " span.reason { (words::markup(&finding.message)) } }
                (self.string(marked(input, diagnostic.offset, &finding.label)))
                (self.printed(&finding))
                dl.facts {
                    dt { "column" }
                    dd {
                        @if diagnostic.offset < input.len() { (column(input, diagnostic.offset)) }
                        @else { "after the last" }
                        " of " (characters(input)) ": " (words::markup(&finding.label))
                    }
                    @if !finding.chain.is_empty() {
                        dt { "in" }
                        dd { (self.chain(&finding.chain)) }
                    }
                    @if let Some(expected) = &finding.expected {
                        dt { "expected" }
                        dd { (expected) }
                    }
                    dt { "printed" }
                    dd { (book.cited(&finding.citation, base)) }
                    @if let Some(reason) = &finding.reason {
                        dt { "reason" }
                        dd { (words::markup(&reason.text)) ": " (book.cited(&reason.words(), base)) }
                    }
                    @if let Some(text) = &finding.generic_only {
                        dt { "but" }
                        dd { (words::markup(text)) }
                    }
                    @for note in &finding.notes {
                        dt { "note" }
                        dd { (words::markup(note)) }
                    }
                    dt { "code" }
                    dd {
                        @match book.code(diagnostic.code) {
                            Some(path) => a href=(base.to(&path)) { (diagnostic.code) },
                            None => (diagnostic.code),
                        }
                    }
                    @if let Some(help) = &finding.help {
                        dt { "help" }
                        dd {
                            (words::markup(help))
                            @if let Some(repaired) = repaired { ": " (replacement(repaired)) }
                        }
                    }
                }
                (self.also(diagnostic))
                (self.tree())
            }
        }
    }

    /// The failing production as printed.
    fn printed(&self, finding: &FailureMessage) -> Markup {
        let first = finding.printed.first().map(|pointer| pointer.place);
        let place = first.and_then(|place| self.definition(place));
        let printed = |place| self.book.around(self.judge, place, &finding.printed, self.base);
        html! { @if let Some(printed) = place.and_then(printed) { (printed) } }
    }

    /// The definition that contains a part.
    pub fn definition(&self, part: Span) -> Option<Span> {
        let grammar = self.judge.grammar();
        let all = grammar.ids().flat_map(|id| grammar.production(id).definitions());
        let mut places = all.map(|definition| definition.place);
        places.find(|place| place.start <= part.start && part.end <= place.end)
    }

    /// The other productions that were open at the same byte.
    fn also(&self, diagnostic: &Diagnostic) -> Markup {
        let grammar = self.judge.grammar();
        let named = diagnostic.named_failing(self.judge);
        let also = diagnostic.failing.iter().filter(|&failing| Some(failing) != named);
        let also: Vec<&FailingProduction> = also.collect();
        html! {
            @if !also.is_empty() {
                details {
                    summary { (words::counted(also.len(), "other place")) " waited for this byte" }
                    @for failing in also {
                        @let pointers = words::pointers(&failing.places);
                        @let place = failing.places.first().and_then(|&place| self.definition(place));
                        @let around = |place| self.book.around(self.judge, place, &pointers, self.base);
                        (self.chain(&failing.chain))
                        @if let Some(printed) = place.and_then(around) {
                            (printed)
                        } @else {
                            p { (grammar.name(failing.production)) }
                        }
                    }
                }
            }
        }
    }

    fn chain(&self, chain: &[ProductionId]) -> Markup {
        html! {
            ol.chain { @for &id in chain { li { (self.name(id)) } } }
        }
    }

    /// The name of a production of the judge's grammar, as a link to its page.
    pub fn name(&self, id: ProductionId) -> Markup {
        let name = self.judge.grammar().name(id);
        html! {
            @match self.book.path_of(self.judge, id) {
                Some(path) => a href=(self.base.to(&path)) { code { (name) } },
                None => code { (name) },
            }
        }
    }
}

/// The input with a mark at the failing byte, or after its end.
fn marked(input: &[u8], offset: usize, label: &str) -> Markup {
    let (before, after) = input.split_at(offset.min(input.len()));
    let first = after.utf8_chunks().next().and_then(|chunk| chunk.valid().chars().next());
    let (found, rest) = after.split_at(first.map_or(1, char::len_utf8).min(after.len()));
    let sees = |bytes: &[u8]| if bytes.is_empty() { String::new() } else { claim::shown(bytes) };
    html! {
        (sees(before))
        @if found.is_empty() {
            mark title=(label) { "⟨end⟩" }
        } @else {
            mark title=(label) { (sees(found)) }
        }
        (sees(rest))
    }
}
