//! Notes: what a reader should know apart from the verdict.

use std::collections::BTreeSet;
use std::net::Ipv4Addr;

use crate::automaton::{Automaton, AutomatonRun, PositionSymbol};
use crate::bnf::ProductionId;
use crate::edition::Document;
use crate::failure::principal;
use crate::quotation::{Basis, Statement, rfc3986};
use crate::scheme::scheme;
use crate::text::{all_nearest, column};
use crate::tree::Tree;
use crate::verdict::{Judge, Judgement, JudgingMode, Verdict};

use super::failed_run::FailedRun;
use super::lenient_parse::LenientParse;
use super::{Diagnostic, LONGEST};

/// A remark on a string, besides its verdict and its diagnostic.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Note {
    /// The scheme has no productions of its own in this grammar.
    SchemeNotDefined {
        /// The scheme.
        scheme: String,
        /// The most similar schemes that have productions.
        nearest: Vec<String>,
    },
    /// The string has no scheme: its meaning depends on a base URL.
    Relative,
    /// The host looks like an IPv4 address, but is a registered name.
    RegisteredName {
        /// The host.
        host: String,
        /// The offset of the host in bytes.
        offset: usize,
        /// The production of registered names.
        production: &'static str,
        /// The sentence that defines IPv4 addresses.
        basis: Basis,
    },
    /// A production that the start does not reach begins with this scheme.
    BeginsAnother(ProductionId),
    /// The corrected reading accepts the string.
    Corrected {
        /// The numbers of the errata in its derivation.
        errata: Vec<String>,
    },
    /// If its first `:` ends the scheme, the string fails earlier.
    FirstColon {
        /// The column of that failure, in characters from 1.
        column: usize,
        /// The production that was waiting there.
        production: ProductionId,
    },
    /// A scheme in upper case was lowered before judging.
    SchemeLowered(String),
}

/// The notes that follow from the judgement alone.
pub(super) fn of_judgement(judge: &Judge, input: &[u8], judgement: &Judgement<'_>) -> Vec<Note> {
    of_verdict(judge, input, (judgement.verdict, judgement.relative()))
}

/// Whether there is a note on a conforming string. The string need not be parsed.
pub fn is_noted(judge: &Judge, input: &[u8], relative: bool) -> bool {
    !of_verdict(judge, input, (Verdict::Conforms, relative)).is_empty()
}

/// Whether no conforming string with this judgement can have a note: its scheme has a
/// production of its own, and registered names are not reported.
pub(super) fn is_never_noted(judge: &Judge, judgement: &Judgement<'_>) -> bool {
    let of_its_scheme = judge.judged_by() == JudgingMode::Scheme && judgement.judged().is_some();
    of_its_scheme && !judgement.relative() && registered(judge).is_none()
}

fn of_verdict(judge: &Judge, input: &[u8], verdict: (Verdict, bool)) -> Vec<Note> {
    of_verdict_with(judge, input, verdict, |scheme, open| on_scheme(judge, scheme, open))
}

/// Like [`of_verdict`], with a function that may cache the results of [`on_scheme`].
pub(super) fn of_verdict_with(
    judge: &Judge,
    input: &[u8],
    (verdict, relative): (Verdict, bool),
    on_scheme: impl FnOnce(&str, bool) -> Vec<Note>,
) -> Vec<Note> {
    let mut notes = Vec::new();
    if relative {
        notes.push(Note::Relative);
    }
    if verdict == Verdict::Conforms {
        notes.extend(registered_name(judge, input));
    }
    if judge.judged_by() != JudgingMode::Scheme {
        return notes;
    }
    let name = scheme(input).and_then(|scheme| std::str::from_utf8(scheme).ok());
    let open = verdict == Verdict::Conforms;
    if let Some(name) = name.filter(|_| judge.own_production(input).is_none()) {
        notes.extend(on_scheme(name, open));
    }
    notes
}

/// The notes on a scheme that has no production of its own; `open` says whether a string with
/// it conforms.
pub(super) fn on_scheme(judge: &Judge, scheme: &str, open: bool) -> Vec<Note> {
    let mut notes = Vec::new();
    if open && judge.schemes().defined().next().is_some() {
        let nearest = all_nearest(scheme, judge.schemes().defined());
        notes.push(Note::SchemeNotDefined { scheme: scheme.to_owned(), nearest });
    }
    notes.extend(judge.unreached(scheme).map(Note::BeginsAnother));
    notes
}

/// The production of registered names, if the document distinguishes them from addresses.
fn registered(judge: &Judge) -> Option<(Document, &'static str)> {
    let document = judge.whole_edition()?.document();
    Some((
        document,
        match document {
            Document::Rfc3986 | Document::Rfc6874 => "reg-name",
            Document::Rfc3987 => "ireg-name",
            _ => return None,
        },
    ))
}

/// The note on a host of dotted numbers that is not an IPv4 address: such a host is a
/// registered name.
fn registered_name(judge: &Judge, input: &[u8]) -> Option<Note> {
    let (document, production) = registered(judge)?;
    let shape = LenientParse::new(input, input.len());
    let host = std::str::from_utf8(&input[shape.name()]).ok()?;
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let looks = !host.is_empty() && host.split('.').all(is_number);
    // Like the RFC, the standard library parses four numbers without leading zeros.
    if !looks || host.parse::<Ipv4Addr>().is_ok() {
        return None;
    }
    let out_of_range = host.split('.').any(|part| part.parse::<u8>().is_err());
    let statement = match out_of_range {
        true => Statement::new(&[rfc3986::IPV4]),
        false => Statement::new(&[rfc3986::IPV4_ONLY]),
    };
    let (host, offset, basis) = (host.to_owned(), shape.host.start, statement.basis(document));
    Some(Note::RegisteredName { host, offset, production, basis })
}

/// Further notes on a failure.
pub(super) fn of_failure(attempt: &FailedRun<'_>, diagnostic: &Diagnostic) -> Vec<Note> {
    let mut notes = Vec::new();
    if attempt.judge.judged_by() != JudgingMode::Scheme || attempt.input.len() > LONGEST {
        return notes;
    }
    notes.extend(first_colon(attempt, diagnostic));
    notes.extend(attempt.judge.corrected().and_then(|judge| corrected(judge, attempt.input)));
    notes
}

/// The note that the corrected reading accepts a string that the printed reading rejects.
pub(super) fn corrected(corrected: &Judge, input: &[u8]) -> Option<Note> {
    let judgement = corrected.judge(input);
    let tree = judgement.tree().ok()?.filter(|_| judgement.verdict == Verdict::Conforms)?;
    Some(Note::Corrected { errata: errata(&tree) })
}

/// The numbers of the errata whose productions a derivation uses.
fn errata(tree: &Tree<'_, '_>) -> Vec<String> {
    let productions: BTreeSet<ProductionId> = tree.nodes().map(|node| node.production()).collect();
    let definitions =
        productions.iter().flat_map(|&id| tree.grammar().production(id).definitions());
    let numbers: BTreeSet<String> =
        definitions.filter_map(|definition| definition.erratum.clone()).collect();
    numbers.into_iter().collect()
}

/// Whether the first `:` may be read as anything but the end of a scheme, after this run. Only
/// then can there be a note on it.
pub(super) fn may_go_on(before_colon: &AutomatonRun<'_>) -> bool {
    let automaton = before_colon.automaton();
    before_colon.waiting().any(|thread| !ends_scheme(automaton, thread.position))
}

/// If a scheme may contain `:`, the longest prefix can end far from the cause, because readers
/// take the first `:` as the end of the scheme.
pub(super) fn first_colon(attempt: &FailedRun<'_>, diagnostic: &Diagnostic) -> Option<Note> {
    let automaton = attempt.automaton();
    let mut run = attempt.before_colon.clone()?;
    let colon = run.offset();
    run.retain(|position| ends_scheme(automaton, position));
    run.follow(&attempt.input[colon..]);
    let offset = run.offset();
    let production = principal(&run).map(|position| run.automaton().production(position));
    let production = production.unwrap_or(attempt.judge.start());
    (offset > colon && offset < diagnostic.offset)
        .then(|| Note::FirstColon { column: column(attempt.input, offset), production })
}

/// Whether a position can match a `:` only as the end of a scheme.
fn ends_scheme(automaton: &Automaton, position: usize) -> bool {
    let position = automaton.position(position);
    !position.characters.contains(b':')
        || matches!(&position.symbol, PositionSymbol::Literal(text) if text.starts_with(':'))
}
