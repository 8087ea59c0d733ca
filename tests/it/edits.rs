//! One random edit of each of many small random grammars: the answers of `diff` are compared
//! with all short strings of both grammars, which are computed by the definition alone.
//!
//! `URLBNF_EDITS=100000 cargo test --test it edits` sets the number of edits.

use urlbnf::automaton::{Limits, Relation};
use urlbnf::bnf::ProductionId;
use urlbnf::diff::{
    DiffError, GrammarComparison, NamedGrammar, PairingHints, UndecidedPair, UndecidedQuestion,
    UrlGrammarDiff,
};
use urlbnf::earley::EarleyRecogniser;
use urlbnf::{Grammar, Reading};

use crate::causes;
use crate::draw::{GrammarRng, RandomGrammar, draw, edit, written};
use crate::matcher::{DerivedStrings, LONGEST, StringSet, text};

/// A grammar as text, in which one name may be another word.
fn page(drawn: &RandomGrammar, renamed: Option<usize>) -> String {
    let page = written(drawn);
    let Some(renamed) = renamed.map(|it| format!("p{it}")) else { return page };
    let words = page.split_inclusive(|it: char| !it.is_alphanumeric()).map(|word| {
        let end = word.trim_end_matches(|it: char| !it.is_alphanumeric()).len();
        let (name, rest) = word.split_at(end);
        if name == renamed { format!("other{rest}") } else { word.to_owned() }
    });
    words.collect()
}

#[track_caller]
fn holds(witness: Option<&[u8]>, one: &StringSet, two: &StringSet, said: &str) {
    let short = witness.filter(|it| it.len() <= LONGEST);
    let least = two.least_without(one).map(|it| text(it).into_bytes());
    assert_eq!(short, least.as_deref(), "{said}");
}

/// Asserts that under a low limit of nodes each pair is undecided or has the same change.
fn hold_with_fewer_nodes(diff: &UrlGrammarDiff<'_>, texts: &[String; 2], said: &str) {
    let [old, new] = texts.each_ref().map(|text| {
        let grammar = Grammar::read("draft.bnf", text, Reading::Corrected).unwrap();
        let limits = *grammar.limits();
        grammar.within(Limits { nodes: 20, ..limits })
    });
    let side = |grammar| NamedGrammar::new("few", grammar);
    let Ok(limited) = UrlGrammarDiff::new(side(&old), side(&new)) else {
        let compared = GrammarComparison::new(side(&old), side(&new), &PairingHints::default());
        let mut pairs = diff.pairs.iter();
        assert!(pairs.all(|it| compared.relation(it.old, it.new).is_err()), "{said}");
        return;
    };
    let languages = |diff: &UrlGrammarDiff<'_>| {
        let of_language = |it: &&UndecidedPair| it.what == UndecidedQuestion::Language;
        diff.pairs.len() + diff.undecided.iter().filter(of_language).count()
    };
    assert_eq!(languages(&limited), languages(diff), "{said}");
    for pair in &limited.pairs {
        let whole = diff.pairs.iter().find(|it| it.old == pair.old && it.new == pair.new);
        let relation = whole.map(|it| it.change.relation());
        assert_eq!(Some(pair.change.relation()), relation, "{said}");
    }
}

/// Tests one random edit. Returns whether the two drafts could be compared.
fn try_one(seed: u64) -> bool {
    let mut numbers = GrammarRng::new(seed);
    let old = draw(&mut numbers);
    let (new, renamed) = match numbers.below(7) {
        0 => (old.clone(), Some(numbers.below(old.names))),
        _ => (edit(&old, &mut numbers), None),
    };
    let texts = [page(&old, None), page(&new, renamed)];
    let said = format!("seed {seed}\n{}{}", texts[0], texts[1]);
    let grammars = texts.each_ref().map(|text| {
        let read = Grammar::read("draft.bnf", text, Reading::Corrected);
        read.unwrap_or_else(|error| panic!("{error}\n{said}"))
    });
    let side = |name: &str, grammar| NamedGrammar { name: name.to_owned(), grammar };
    let diff = match UrlGrammarDiff::new(side("old", &grammars[0]), side("new", &grammars[1])) {
        Err(DiffError::Undecided(..)) => return false,
        diff => diff.unwrap_or_else(|error| panic!("{error}\n{said}")),
    };
    let (one, two) = (DerivedStrings::from_grammar(&old), DerivedStrings::from_grammar(&new));
    let strings = |derived: &DerivedStrings<'_>, grammar: &Grammar, id: ProductionId| {
        let number = grammar.name(id).strip_prefix('p').map(|it| it.parse().unwrap());
        derived.strings[number.or(renamed).unwrap()].clone()
    };
    for pair in &diff.pairs {
        let one = strings(&one, &grammars[0], pair.old.0);
        let two = strings(&two, &grammars[1], pair.new.0);
        let relation: &Relation = pair.change.relation();
        holds(relation.gained(), &one, &two, &said);
        holds(relation.lost(), &two, &one, &said);
    }
    hold_with_fewer_nodes(&diff, &texts, &said);
    // The cause of a change is known where all pairs are decided, and checked by automata.
    let is_regular =
        |grammar: &Grammar| grammar.ids().all(|id| !EarleyRecogniser::is_needed(grammar, id));
    let is_decided = diff.undecided.is_empty() && grammars.iter().all(is_regular);
    if is_decided {
        causes::check(&diff);
    }
    is_decided
}

#[test]
fn a_diff_says_of_random_edits_what_their_strings_say() {
    let asked = std::env::var("URLBNF_EDITS").ok().and_then(|it| it.parse().ok());
    let count = asked.unwrap_or(80);
    let compared = (0..count).filter(|&seed| try_one(seed)).count();
    assert!(compared * 10 > count as usize * 6, "{compared} of {count}");
}
