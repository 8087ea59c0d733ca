//! The words that a key can have, where a type names them.

use urlbnf_bnf::automaton::Relation;
use urlbnf_url::contradiction::Strength;
use urlbnf_url::remark::RemarkKind;
use urlbnf_url::timeline::What;
use urlbnf_url::{Reading, Verdict};

pub(crate) fn readings() -> Vec<&'static str> {
    Reading::ALL.map(Reading::name).to_vec()
}

pub(crate) fn verdicts() -> Vec<&'static str> {
    Verdict::ALL.map(Verdict::name).to_vec()
}

pub(crate) fn remark_kinds() -> Vec<&'static str> {
    RemarkKind::ALL.map(RemarkKind::name).to_vec()
}

pub(crate) fn strengths() -> Vec<&'static str> {
    [Strength::Plain, Strength::Weak(""), Strength::Settled("")].map(Strength::name).to_vec()
}

/// The kinds of things that have a history.
pub(crate) fn subjects() -> Vec<&'static str> {
    let name = String::new();
    let all = [What::Character(b'a'), What::Production(name.clone()), What::Scheme(name)];
    all.iter().map(What::kind).collect()
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
