//! The values that a key can have, for the `enum` of its schema, from the types that name them.

use serde_json::{Map, Value, json};
use urlbnf_bnf::automaton::Relation;
use urlbnf_url::Verdict;
use urlbnf_url::contradiction::ContradictionStrength;
use urlbnf_url::diagnose::RepairEffect;
use urlbnf_url::remark::RemarkKind;
use urlbnf_url::resolve::DotStep;
use urlbnf_url::timeline::TimelineSubject;

/// The verdicts, with that on a relative reference that conforms.
pub(crate) fn verdicts_and_relative() -> Vec<&'static str> {
    Verdict::ALL.map(Verdict::name).into_iter().chain(["relative"]).collect()
}

pub(crate) fn meanings() -> Vec<&'static str> {
    let all = [RepairEffect::Same, RepairEffect::Prescribed, RepairEffect::Another { basis: None }];
    all.iter().map(RepairEffect::name).collect()
}

/// The steps that remove dot segments, from the first contents of the buffers.
pub(crate) fn dot_steps() -> Vec<&'static str> {
    std::iter::once("1").chain(DotStep::ALL.map(DotStep::name)).collect()
}

pub(crate) fn remark_kinds() -> Vec<&'static str> {
    RemarkKind::ALL.map(RemarkKind::name).to_vec()
}

pub(crate) fn strengths() -> Vec<&'static str> {
    [
        ContradictionStrength::Plain,
        ContradictionStrength::Weak(""),
        ContradictionStrength::Settled(""),
    ]
    .map(ContradictionStrength::name)
    .to_vec()
}

/// The kinds of things that have a history.
pub(crate) fn subjects() -> Vec<&'static str> {
    let name = String::new();
    let all = [
        TimelineSubject::Character(b'a'),
        TimelineSubject::Production(name.clone()),
        TimelineSubject::Scheme(name),
    ];
    all.iter().map(TimelineSubject::kind).collect()
}

pub(crate) fn relations() -> Vec<&'static str> {
    let (gained, lost) = (Vec::new(), Vec::new());
    let all = [
        Relation::Equal,
        Relation::Wider { gained: gained.clone() },
        Relation::Narrower { lost: lost.clone() },
        Relation::Crossing { gained, lost },
    ];
    all.iter().map(Relation::name).collect()
}

/// The words, and null.
pub(crate) fn or_null(words: Vec<&'static str>) -> Vec<Option<&'static str>> {
    words.into_iter().map(Some).chain([None]).collect()
}

/// The condition that a verdict is `conforms`.
pub(crate) fn conforms() -> Value {
    json!({ "properties": { "verdict": { "const": Verdict::Conforms.name() } } })
}

/// The condition that some keys have values of a type.
pub(crate) fn all_are(kind: &str, keys: &[&str]) -> Value {
    let keys: Map<String, Value> =
        keys.iter().map(|key| ((*key).to_owned(), json!({ "type": kind }))).collect();
    json!({ "properties": keys })
}
