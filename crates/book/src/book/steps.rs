//! A derivation step by step, in a page: the sentential form, the printed text of the applied
//! production, the tree so far, and the path that was taken.
//!
//! The state of the page determines the step; every button is a link to the page in another
//! state. So a step can be shared. A script is needed only for keys and for automatic
//! playback.

use maud::{Markup, html};

use super::claim::shown;
use super::judgement::JudgementView;
use super::picture::figure;
use super::words;
use crate::ambiguity::every;
use crate::bnf::{Grammar, ProductionId, Span};
use crate::derivation::{
    DerivationOrder, DerivationSteps, NotDerived, ProductionRoute, SententialSymbol,
};
use crate::diagnose::Diagnostic;
use crate::report::failure_message::GrammarLabel;
use crate::report::picture::{growth, railroad};
use crate::report::steps::AlternativeRecord;
use crate::text::column;
use crate::tree::Tree;

/// The maximum length, in bytes, of a string that is derived step by step.
const LONGEST_DERIVED: usize = 400;
/// The maximum number of derivations searched for another one.
const MOST_DERIVATIONS: usize = 10;

/// The steps that are shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct StepOptions {
    /// The number of steps, at most all; `None` hides the steps.
    pub step: Option<usize>,
    /// The order of replacement.
    pub order: DerivationOrder,
    /// Whether the steps inside character classes are shown too.
    pub full: bool,
    /// Whether two derivations are side by side, if the reader chose.
    pub both: Option<bool>,
}

impl StepOptions {
    /// Reads a value of an address, and returns whether the key belongs to the steps. Unknown
    /// values are ignored, since the steps do not affect the judgement.
    pub fn read(&mut self, key: &str, value: &[u8]) -> bool {
        match key {
            "step" => {
                let text = str::from_utf8(value).ok();
                self.step = text.and_then(|text| text.parse().ok());
            }
            "order" => {
                let order =
                    DerivationOrder::ALL.into_iter().find(|order| order.name().as_bytes() == value);
                self.order = order.unwrap_or_default();
            }
            "full" => self.full = value == b"1",
            "both" => self.both = Some(value == b"1"),
            _ => return false,
        }
        true
    }

    /// The keys and values for an address.
    pub fn pairs(&self) -> Vec<(&'static str, String)> {
        let Some(step) = self.step else { return Vec::new() };
        let mut pairs = vec![("step", step.to_string())];
        if self.order != DerivationOrder::default() {
            pairs.push(("order", self.order.name().to_owned()));
        }
        if self.full {
            pairs.push(("full", "1".to_owned()));
        }
        if let Some(both) = self.both {
            pairs.push(("both", u8::from(both).to_string()));
        }
        pairs
    }

    fn at(self, step: usize) -> StepOptions {
        StepOptions { step: Some(step), ..self }
    }
}

/// A judged string whose derivation is shown.
pub(super) struct DerivationView<'a> {
    /// The string and its examination.
    pub judged: JudgementView<'a>,
    /// The steps that are shown.
    pub stepping: StepOptions,
    /// The address of the page with other steps.
    pub address: &'a dyn Fn(StepOptions) -> String,
}

/// One derivation, at a step.
struct DerivationAtStep<'a> {
    steps: DerivationSteps<'a, 'a>,
    /// The route of the last step, if one was made.
    route: Option<ProductionRoute<'a>>,
    made: usize,
    all: usize,
}

/// The section with the steps.
pub(super) fn text(derived: &DerivationView<'_>) -> Markup {
    let (JudgementView { input, .. }, stepping) = (derived.judged, derived.stepping);
    let begin = (derived.address)(stepping.at(0));
    html! {
        section.steps #steps tabindex="-1" aria-label="Step by step" {
            h3 { "Step by step" }
            @if input.len() > LONGEST_DERIVED {
                p {
                    "A string of more than " (LONGEST_DERIVED) " bytes has no steps on this page, and this one has "
                    (input.len()) ". " code { "urlbnf derive" } " shows the steps of any."
                }
            } @else if stepping.step.is_none() {
                p { a.button data-state data-go="begin" href=(begin) { "Derive it step by step" } }
            } @else {
                (derived.shown())
            }
        }
    }
}

impl DerivationView<'_> {
    fn shown(&self) -> Markup {
        if let Some(diagnostic) = &self.judged.examination.diagnostic {
            return self.failing(diagnostic);
        }
        // What is too large is said where the derivation is drawn.
        let Ok(Some(tree)) = &self.judged.examination.judgement.tree() else { return html! {} };
        let other = self.other(tree);
        let both = self.stepping.both.unwrap_or(other.as_ref().is_some_and(|(_, same)| *same));
        let one = self.at_step(self.steps(tree));
        let two = other.as_ref().filter(|_| both).map(|(tree, _)| self.at_step(self.steps(tree)));
        let all = [Some(&one), two.as_ref()].into_iter().flatten();
        let all: Vec<&DerivationAtStep<'_>> = all.filter_map(|step| step.as_ref().ok()).collect();
        html! {
            (self.controls(&all, false))
            @if other.is_some() { (self.another(both)) }
            @if all.is_empty() { p { "Its steps cannot be shown." } }
            div.derivations {
                @for (number, shown) in all.iter().enumerate() {
                    div {
                        @if all.len() > 1 {
                            h4 { @if number == 0 { "The parser’s own" } @else { "Another one" } }
                        }
                        (self.derivation(shown, &[], None))
                    }
                }
            }
        }
    }

    /// The derivation of a string that fails, up to the failure.
    fn failing(&self, diagnostic: &Diagnostic) -> Markup {
        let partial = self.judged.judge.partial(self.judged.input);
        let steps =
            partial.map(|partial| DerivationSteps::of_partial(&partial, !self.stepping.full));
        let Some(Ok(shown)) = steps.map(|steps| self.at_step(steps)) else {
            return html! { p { "No derivation begins." } };
        };
        let waits = diagnostic.failing.first().map_or(&[][..], |failing| &failing.places);
        html! {
            (self.controls(&[&shown], true))
            (self.derivation(&shown, waits, Some(diagnostic)))
        }
    }

    fn steps<'t>(&self, tree: &Tree<'t, 't>) -> Result<DerivationSteps<'t, 't>, NotDerived> {
        let order = self.stepping.order;
        if self.stepping.full {
            DerivationSteps::new(tree, order)
        } else {
            DerivationSteps::brief(tree, order)
        }
    }

    fn at_step<'t>(
        &self,
        steps: Result<DerivationSteps<'t, 't>, NotDerived>,
    ) -> Result<DerivationAtStep<'t>, NotDerived> {
        let mut steps = steps?;
        let (mut made, mut last) = (0, None);
        while made < self.stepping.step.unwrap_or_default()
            && let Some(applied) = steps.step()
        {
            made += 1;
            last = Some(applied.node);
        }
        let mut rest = steps.clone();
        let mut all = made;
        while rest.step().is_some() {
            all += 1;
        }
        // A failing derivation ends at the production that fails.
        let stops = steps.innermost().filter(|_| made == all).or(last);
        let route = stops.and_then(|node| steps.route(node));
        Ok(DerivationAtStep { steps, route, made, all })
    }

    /// Another derivation, if there is one, and whether it uses the same alternative of the
    /// start; such a derivation is preferred.
    fn other<'t>(&self, tree: &Tree<'t, 't>) -> Option<(Tree<'t, 't>, bool)> {
        let found = every(tree, self.stepping.full, MOST_DERIVATIONS).ok()?;
        let way = |tree: &Tree<'_, '_>| tree.root().children().next().map(|node| node.production());
        let mut others: Vec<Tree<'_, '_>> = found.trees.into_iter().skip(1).collect();
        let same = others.iter().position(|other| way(other) == way(tree));
        let at = same.unwrap_or(0);
        (at < others.len()).then(|| (others.swap_remove(at), same.is_some()))
    }

    fn controls(&self, all: &[&DerivationAtStep<'_>], fails: bool) -> Markup {
        let last = all.iter().map(|step| step.all).max().unwrap_or(0);
        let now = all.iter().map(|step| step.made).max().unwrap_or(0);
        let go = |go: &str, said: &str, sign: &str, to: Option<usize>| {
            html! {
                @match to {
                    Some(step) => a.button data-state data-go=(go) aria-label=(said) title=(said)
                        href=((self.address)(self.stepping.at(step))) { (sign) },
                    None => span.button.off aria-hidden="true" { (sign) },
                }
            }
        };
        let back = now.checked_sub(1);
        let forward = (now < last).then_some(now + 1);
        let other = |stepping: StepOptions, chosen: bool, said: &str| {
            html! {
                a data-state data-go=(said.replace(' ', "-")) href=((self.address)(stepping)) aria-current=[chosen.then_some("true")] { (said) }
            }
        };
        html! {
            div.controls role="group" aria-label="Steps" data-step=(now) data-steps=(last) {
                (go("first", "to the beginning", "|◀", back.map(|_| 0)))
                (go("back", "one step back", "◀", back))
                button type="button" data-play hidden aria-pressed="false" { "play" }
                (go("forward", "one step forward", "▶", forward))
                (go("last", "to the end", "▶|", forward.map(|_| last)))
                span.count { "step " (now) " of " (last) }
            }
            p.orders {
                @if fails {
                    "Replaced in each step: the leftmost name. There is no rightmost derivation to show: it gives the end of a string first, and this one does not come so far. "
                } @else {
                    "Replaced in each step: the "
                    @for order in DerivationOrder::ALL {
                        @if order == DerivationOrder::Rightmost { " or the " }
                        (other(StepOptions { order, ..self.stepping }, order == self.stepping.order, order.name()))
                    }
                    " name. "
                }
                @let full = self.stepping.full;
                "Characters: "
                (other(StepOptions { full: false, ..self.stepping.at(0) }, !full, "at once"))
                " or "
                (other(StepOptions { full: true, ..self.stepping.at(0) }, full, "class by class"))
                "."
            }
            p.faint.keys hidden { "Keys: ← back, → forward, Home, End, space plays." }
        }
    }

    /// A note that there is another derivation.
    fn another(&self, both: bool) -> Markup {
        let to = StepOptions { both: Some(!both), ..self.stepping };
        html! {
            p {
                "The string has another derivation: the grammar is ambiguous. "
                a data-state data-go="both" href=((self.address)(to)) {
                    @if both { "Show one" } @else { "Show both side by side" }
                }
            }
        }
    }

    fn derivation(
        &self,
        shown: &DerivationAtStep<'_>,
        waits: &[Span],
        diagnostic: Option<&Diagnostic>,
    ) -> Markup {
        let DerivationAtStep { steps, route, made, all } = shown;
        let JudgementView { book, base, judge, .. } = self.judged;
        let grammar = judge.grammar();
        // Only the last step shows the failure.
        let ends = made == all;
        let waits = if ends { waits } else { &[] };
        let links = |id: ProductionId| book.path_of(judge, id).map(|path| base.to(&path));
        html! {
            (form(grammar, steps))
            @if let Some(diagnostic) = diagnostic.filter(|_| ends) {
                (self.stops(diagnostic, route.as_ref()))
            }
            @match route {
                None => p.faint { "It begins with the start alone. Nothing has been replaced yet." },
                Some(route) => {
                    (self.applied(route, waits))
                    (figure("The track that was taken", &railroad::taken(grammar, route, waits, &links)))
                }
            }
            (figure("The tree so far", &growth::svg(steps, self.judged.input)))
        }
    }

    /// The place where a string fails, and what was expected there.
    fn stops(&self, diagnostic: &Diagnostic, route: Option<&ProductionRoute<'_>>) -> Markup {
        let grammar = self.judged.judge.grammar();
        let open = route.is_some_and(|route| route.stop.is_some());
        html! {
            p.stops role="note" {
                "Here it stops, before column " (column(self.judged.input, diagnostic.offset)) ". "
                @if open {
                    code { (grammar.name(diagnostic.production)) } " waits for "
                    (diagnostic.expected_text(grammar)) "."
                } @else {
                    "All is derived, and only the end could come."
                }
            }
        }
    }

    /// The printed text that was applied, with marks at the parts taken.
    fn applied(&self, route: &ProductionRoute<'_>, waits: &[Span]) -> Markup {
        let JudgementView { book, base, judge, .. } = self.judged;
        let grammar = judge.grammar();
        let printed = AlternativeRecord::from_route(grammar, route);
        let place = route.alternative().map(|alternative| alternative.place);
        let definition = place.and_then(|place| self.judged.definition(place));
        let mut marks = words::pointers(&route.places());
        // Text that is not empty may still derive the empty string.
        if marks.is_empty() && waits.is_empty() {
            marks.extend(place.map(|place| GrammarLabel { place, text: None }));
        }
        let said = |at: usize| (at == 0).then(|| "it waits for this".to_owned());
        marks.extend(
            waits.iter().enumerate().map(|(at, &place)| GrammarLabel { place, text: said(at) }),
        );
        let around = |place| book.around(judge, place, &marks, base);
        html! {
            p {
                "Replaced: " (self.judged.name(route.production))
                @if let Some(printed) = &printed { ", by " (printed.place()) }
            }
            @if let Some(printed) = definition.and_then(around) { (printed) }
        }
    }
}

/// A sentential form: characters, names, and the name that is replaced next.
fn form(grammar: &Grammar, steps: &DerivationSteps<'_, '_>) -> Markup {
    let (form, marked) = steps.form();
    html! {
        p.form aria-live="polite" {
            @for (at, symbol) in form.iter().enumerate() {
                @match symbol {
                    SententialSymbol::Text(text) => span.literal { (shown(text)) },
                    SententialSymbol::Name(id) if Some(at) == marked => mark { (grammar.name(*id)) },
                    SententialSymbol::Name(id) => span.name { (grammar.name(*id)) },
                    SententialSymbol::More if at > 0 && form[at - 1] == SententialSymbol::More => {},
                    SententialSymbol::More => span.more title="what could still come" { "…" },
                }
                " "
            }
            @if form.is_empty() { span.faint { "the empty string" } }
        }
    }
}
