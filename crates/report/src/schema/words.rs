//! The words that a key can have, where a type names them.

use urlbnf_bnf::derivation::Order;
use urlbnf_url::diagnose::Code;
use urlbnf_url::escape::Rung;
use urlbnf_url::resolve::{DotStep, Rule};
use urlbnf_url::{Reading, Verdict};

pub(crate) fn readings() -> Vec<&'static str> {
    Reading::ALL.map(Reading::name).to_vec()
}

pub(crate) fn verdicts() -> Vec<&'static str> {
    Verdict::ALL.map(Verdict::name).to_vec()
}

pub(crate) fn codes() -> Vec<&'static str> {
    Code::ALL.map(Code::name).to_vec()
}

pub(crate) fn rungs() -> Vec<&'static str> {
    Rung::ALL.map(Rung::name).to_vec()
}

pub(crate) fn rules() -> Vec<&'static str> {
    Rule::ALL.map(Rule::name).to_vec()
}

pub(crate) fn orders() -> Vec<&'static str> {
    Order::ALL.map(Order::name).to_vec()
}

/// The steps that remove dot segments, from the first contents of the buffers.
pub(crate) fn dot_steps() -> Vec<&'static str> {
    std::iter::once("1").chain(DotStep::ALL.map(DotStep::name)).collect()
}

/// The words, and null.
pub(crate) fn or_null(words: Vec<&'static str>) -> Vec<Option<&'static str>> {
    words.into_iter().map(Some).chain([None]).collect()
}
