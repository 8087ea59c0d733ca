//! The findings of `lint` on published grammars, each checked again.
//!
//! The check does not use the automata that find them. It reads the printed text: it counts the
//! derivations of a string that is called ambiguous, and reads a string for which order is said to
//! matter as a parser does that takes the first match. `tests/cases/reviewed.tsv` lists the
//! findings that `lint` puts first, with the string of each; `UPDATE_DOCS=1` writes it again.

use std::collections::{BTreeSet, HashMap};
use std::fmt::Write as _;
use std::rc::Rc;

use urlbnf::Grammar;
use urlbnf::bnf::{Expression, ExpressionKind, ProductionId};
use urlbnf::lint::{Finding, FindingDetails, lint};

use crate::abnf::{files, read};
use crate::repository::hold_to;

/// How many derivations of a part are told apart.
const MOST: usize = 6;

/// The productions of a derivation of a part, from left to right: each with its start and end.
type ChildSpans = Vec<(ProductionId, usize, usize)>;

/// Derivations of a part, by their ends.
type DerivationsByEnd = Vec<(usize, ChildSpans)>;

/// Reads an input by the printed text of a grammar.
pub struct MemoisingParser<'g> {
    grammar: &'g Grammar,
    input: &'g [u8],
    /// By production and start: the derivations.
    known: HashMap<(ProductionId, usize), Rc<DerivationsByEnd>>,
}

impl MemoisingParser<'_> {
    pub fn new<'g>(grammar: &'g Grammar, input: &'g [u8]) -> MemoisingParser<'g> {
        MemoisingParser { grammar, input, known: HashMap::new() }
    }

    /// The derivations of a production from a start. A production that begins with itself has
    /// none: no grammar here does.
    fn rule(&mut self, id: ProductionId, at: usize) -> Rc<DerivationsByEnd> {
        if let Some(known) = self.known.get(&(id, at)) {
            return Rc::clone(known);
        }
        self.known.insert((id, at), Rc::default());
        let grammar = self.grammar;
        let mut ways = DerivationsByEnd::new();
        for alternative in grammar.production(id).alternatives() {
            add(&mut ways, self.part(alternative, at));
        }
        let ways = Rc::new(ways);
        self.known.insert((id, at), Rc::clone(&ways));
        ways
    }

    fn after(&mut self, before: DerivationsByEnd, part: &Expression) -> DerivationsByEnd {
        let mut ways = DerivationsByEnd::new();
        for (at, children) in before {
            let all = self.part(part, at).into_iter();
            add(&mut ways, all.map(|(end, more)| (end, [&children[..], &more].concat())));
        }
        ways
    }

    fn part(&mut self, part: &Expression, at: usize) -> DerivationsByEnd {
        let plain = |end: usize| vec![(end, Vec::new())];
        match &part.kind {
            ExpressionKind::Reference(id) => {
                let ways = self.rule(*id, at);
                let ends: BTreeSet<usize> = ways.iter().map(|it| it.0).collect();
                ends.into_iter().map(|end| (end, vec![(*id, at, end)])).collect()
            }
            ExpressionKind::Sequence(parts) => {
                parts.iter().fold(plain(at), |ways, part| self.after(ways, part))
            }
            ExpressionKind::Choice(parts) => {
                let mut ways = DerivationsByEnd::new();
                for part in parts {
                    add(&mut ways, self.part(part, at));
                }
                ways
            }
            ExpressionKind::Optional(body) => {
                let mut ways = self.part(body, at);
                add(&mut ways, plain(at));
                ways
            }
            ExpressionKind::Repetition { at_least, at_most, body } => {
                let mut from = plain(at);
                for _ in 0..*at_least {
                    from = self.after(from, body);
                }
                let (mut ways, mut rounds) = (from.clone(), *at_least);
                while !from.is_empty() && at_most.is_none_or(|most| rounds < most) {
                    let before = from.clone();
                    from = self.after(from, body);
                    // A round without a character adds nothing but itself.
                    from.retain(|it| !before.contains(it) && !ways.contains(it));
                    add(&mut ways, from.clone());
                    rounds += 1;
                }
                ways
            }
            _ => self.text(part, at).map(plain).unwrap_or_default(),
        }
    }

    /// The end of a text from a start.
    fn text(&self, part: &Expression, at: usize) -> Option<usize> {
        let input = &self.input[at..];
        let (is, length) = match &part.kind {
            ExpressionKind::Literal(text) => (input.starts_with(text.as_bytes()), text.len()),
            ExpressionKind::AnyCase(text) => {
                let found = input.get(..text.len());
                (found.is_some_and(|it| it.eq_ignore_ascii_case(text.as_bytes())), text.len())
            }
            ExpressionKind::Value(bytes) => {
                (input.first().is_some_and(|it| bytes.contains(*it)), 1)
            }
            _ => (true, 0),
        };
        is.then_some(at + length)
    }

    /// Whether the whole input has a derivation, and whether it has two.
    pub fn derivations(&mut self, id: ProductionId) -> (bool, bool) {
        let (mut pending, mut seen) = (vec![(id, 0, self.input.len())], BTreeSet::new());
        let (mut one, mut two) = (false, false);
        while let Some((id, start, end)) = pending.pop() {
            if !seen.insert((id, start, end)) {
                continue;
            }
            let ways = self.rule(id, start);
            let ways: Vec<&ChildSpans> =
                ways.iter().filter(|it| it.0 == end).map(|it| &it.1).collect();
            one |= !ways.is_empty();
            two |= ways.len() > 1;
            pending.extend(ways.into_iter().flatten());
        }
        (one, two)
    }

    /// Whether a parser that takes the first match goes on from a part to what `then` asks for.
    /// Names are read as the document reads them.
    fn first(
        &mut self,
        parts: &[&Expression],
        at: usize,
        then: &mut MatchContinuation<'_, Self>,
    ) -> bool {
        let mut whole = |it: &mut Self, at| (then)(it, at);
        let Some((part, rest)) = parts.split_first() else { return whole(self, at) };
        let mut next = |it: &mut Self, at: usize| it.first(rest, at, &mut *then);
        match &part.kind {
            ExpressionKind::Reference(id) => {
                let ends: BTreeSet<usize> = self.rule(*id, at).iter().map(|it| it.0).collect();
                ends.into_iter().any(|end| next(self, end))
            }
            ExpressionKind::Sequence(parts) => {
                self.first(&parts.iter().collect::<Vec<_>>(), at, &mut next)
            }
            ExpressionKind::Choice(parts) => {
                self.choice(&parts.iter().collect::<Vec<_>>(), at, &mut next)
            }
            ExpressionKind::Optional(body) => match self.first(&[body], at, &mut |_, _| true) {
                true => self.first(&[body], at, &mut next),
                false => next(self, at),
            },
            ExpressionKind::Repetition { at_least, at_most, body } => {
                self.rounds(body, (*at_least, *at_most), at, &mut next)
            }
            _ => self.text(part, at).is_some_and(|end| next(self, end)),
        }
    }

    fn choice(
        &mut self,
        parts: &[&Expression],
        at: usize,
        then: &mut MatchContinuation<'_, Self>,
    ) -> bool {
        let matches = |it: &mut Self, part| it.first(&[part], at, &mut |_, _| true);
        match parts.iter().find(|part| matches(self, part)) {
            Some(part) => self.first(&[part], at, then),
            None => false,
        }
    }

    fn rounds(
        &mut self,
        body: &Expression,
        (least, most): (usize, Option<usize>),
        at: usize,
        then: &mut MatchContinuation<'_, Self>,
    ) -> bool {
        if most == Some(0) || !self.first(&[body], at, &mut |_, _| true) {
            return least == 0 && then(self, at);
        }
        let left = (least.saturating_sub(1), most.map(|most| most - 1));
        self.first(&[body], at, &mut |it, end| it.rounds(body, left, end, then))
    }
}

type MatchContinuation<'t, R> = dyn FnMut(&mut R, usize) -> bool + 't;

fn add(ways: &mut DerivationsByEnd, more: impl IntoIterator<Item = (usize, ChildSpans)>) {
    for way in more {
        let alike = ways.iter().filter(|it| it.0 == way.0).count();
        if alike < MOST && !ways.contains(&way) {
            ways.push(way);
        }
    }
}

/// Checks a finding again. `None` if it is of a kind that is not checked.
fn is_true(grammar: &Grammar, finding: &Finding) -> Option<bool> {
    let id = finding.production;
    let is_defined = |id: ProductionId| !grammar.production(id).definitions().is_empty();
    match &finding.fault {
        // Infinitely many derivations are not counted.
        FindingDetails::Ambiguous { string, endless: None, .. } => {
            Some(MemoisingParser::new(grammar, string).derivations(id) == (true, true))
        }
        FindingDetails::OrderMatters { string, by_names: false } => {
            let mut reader = MemoisingParser::new(grammar, string);
            let alternatives: Vec<&Expression> = grammar.production(id).alternatives().collect();
            let is_derived = reader.derivations(id).0;
            let end = string.len();
            Some(is_derived && !reader.choice(&alternatives, 0, &mut |_, at| at == end))
        }
        FindingDetails::Undefined { name } => Some(!is_defined(*name)),
        FindingDetails::DerivesNothing { needs: Some(needs) } => {
            let lacks = |id: ProductionId| !is_defined(id) || grammar.derives_nothing(id);
            let mut alternatives = grammar.production(id).alternatives();
            let lack = alternatives.all(|it| it.references().iter().any(|it| lacks(it.0)));
            Some(lack && lacks(*needs))
        }
        _ => None,
    }
}

#[test]
#[ignore = "all published grammars take half a minute"]
fn the_findings_on_published_grammars_are_true() {
    let mut told =
        "# Findings that `lint` puts first, each checked again by tests/it/reviewed.rs.\n\
        # grammar\tcode\trule\tstring\n"
            .to_owned();
    let mut counts = HashMap::new();
    let mut wrong = Vec::new();
    for path in files() {
        let grammar = read(&path).nested(1);
        let name = grammar.listing().name.clone();
        for finding in lint(&grammar) {
            let code = finding.code.name();
            let rule = grammar.name(finding.production);
            let string = String::from_utf8_lossy(finding.witness().unwrap_or_default());
            let row = format!("{name}\t{code}\t{rule}\t{}", string.escape_debug());
            match is_true(&grammar, &finding) {
                Some(false) => wrong.push(row.clone()),
                Some(true) => *counts.entry(code).or_insert(0) += 1,
                None => {}
            }
            if finding.changes_what_is_read() {
                writeln!(told, "{row}").unwrap();
            }
        }
    }
    println!("{counts:?}");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(counts["ambiguous"] > 200 && counts["order-matters"] > 50, "{counts:?}");
    hold_to("tests/cases/reviewed.tsv", &told);
}
