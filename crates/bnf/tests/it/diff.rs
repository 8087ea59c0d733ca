//! The changes between two grammars of weeks and times: pairs, roots, roles, pictures.

use urlbnf_bnf::diff::{
    Diff, DiffError, GrammarComparison, NamedGrammar, NewProduction, OldProduction, PairChange,
    PairingHints, PairingReason,
};
use urlbnf_bnf::picture::railroad;
use urlbnf_bnf::{Grammar, Reading};

const OLD: &str = r#"# notation rfc822
moment = week | time
week   = "W" digit digit
time   = digit digit ":" digit digit
digit  = "0" | "1" | "2"
"#;

/// One more digit, another name for a week, and a time that may be shorter.
const NEW: &str = r#"# notation rfc822
instant = weeks | time
weeks   = "W" digit digit
time    = digit [ digit ] ":" digit digit
digit   = "0" | "1" | "2" | "3"
"#;

fn read(text: &str) -> Grammar {
    Grammar::read("moments.bnf", text, Reading::Printed).unwrap()
}

fn compared<'g>(old: &'g Grammar, new: &'g Grammar) -> GrammarComparison<'g> {
    GrammarComparison::new(
        NamedGrammar::new("old", old),
        NamedGrammar::new("new", new),
        &PairingHints::default(),
    )
}

/// The pairs of a diff as `old = new (by): change`.
fn told(diff: &Diff<'_>) -> Vec<String> {
    let pair = |pair: &urlbnf_bnf::diff::ProductionPair| {
        let (old, new) = (diff.old_name(pair.old), diff.new_name(pair.new));
        let of = |numbers: &[usize]| {
            let names = numbers.iter().map(|&at| diff.new_name(diff.pairs[at].new));
            names.collect::<Vec<_>>().join(", ")
        };
        let change = match &pair.change {
            PairChange::Same => "same".to_owned(),
            PairChange::Root { followers, .. } => format!("root of [{}]", of(followers)),
            PairChange::Follows { roots, .. } => format!("follows from [{}]", of(roots)),
        };
        format!("{old} = {new} ({}): {change}", pair.by.name())
    };
    diff.pairs.iter().map(pair).collect()
}

#[test]
fn pairs_have_their_names_and_changes_their_causes() {
    let (old, new) = (read(OLD), read(NEW));
    let diff = compared(&old, &new).diff().unwrap();
    assert_eq!(
        told(&diff),
        [
            "moment = instant (start): follows from [time, digit]",
            "week = weeks (body): follows from [digit]",
            "time = time (name): root of [instant]",
            "digit = digit (name): root of [instant, weeks]",
        ]
    );
    assert_eq!(diff.relation.unwrap().gained(), Some(&b"W03"[..]));
    assert_eq!(diff.moves.len(), 0, "of digits there is no dispute");
}

#[test]
fn a_role_pairs_productions_that_share_neither_name_nor_text() {
    let (old, new) = (read(OLD), read(&NEW.replace("\"W\" digit digit", "\"w\" digit [ digit ]")));
    let week = OldProduction(old.find("week").unwrap());
    let weeks = NewProduction(new.find("weeks").unwrap());
    let without = compared(&old, &new);
    assert_eq!(without.pairing().of_old(week), None);

    let roles =
        PairingHints { kind: "field", pairs: vec![(week, weeks)], compared_first: vec![week] };
    let with = GrammarComparison::new(
        NamedGrammar::new("old", &old),
        NamedGrammar::new("new", &new),
        &roles,
    );
    assert_eq!(with.pairing().of_old(week), Some(weeks));
    assert_eq!(with.pairing().paired_by(week), Some(PairingReason::Role("field")));
}

#[test]
fn a_name_is_found_in_either_grammar_or_the_nearest_is_named() {
    let (old, new) = (read(OLD), read(NEW));
    let comparison = compared(&old, &new);
    for name in ["week", "weeks"] {
        let diff = comparison.diff_of(name).unwrap();
        assert_eq!(diff.relation.unwrap().gained(), Some(&b"W03"[..]), "{name}");
    }
    let unknown = comparison.diff_of("tine").unwrap_err();
    let nearest = Some("time".to_owned());
    assert_eq!(unknown, DiffError::UnknownProduction { name: "tine".to_owned(), nearest });
}

#[test]
fn one_picture_has_both_texts() {
    let (old, new) = (read(OLD), read(NEW));
    let diff = compared(&old, &new).diff_of("week").unwrap();
    let picture = railroad::diff(&diff, Some(diff.start.0), Some(diff.start.1), &|_| None);
    for text in ["week → weeks", "its strings changed through digit", "only in old"] {
        assert!(picture.contains(text), "{text}");
    }
}
