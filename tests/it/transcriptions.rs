//! Generated transcriptions of every edition, and of the RFCs in `tests/abnf`.

use std::fmt::Write as _;

use urlbnf::proof::{
    PestExpression, ProductionRulePairs, ProofResult, Prover, Transcription, rule_names,
};
use urlbnf::transcribe::{NoRuleReason, RuleChangeKind, TranscribedGrammar, transcribe};
use urlbnf::{Grammar, Reading};

use crate::other_trees::{interpreter, pest_rules};
use crate::repository;
use crate::support::{is_changed, readings, snapshot, transcribed, transcribed_rfcs};
use crate::taken_away::assert_places;

/// A grammar's result in one line, with the rules that are missing or unreachable.
#[track_caller]
fn told(name: &str, grammar: &Grammar, made: &TranscribedGrammar) -> String {
    for (id, outcome) in &made.outcomes {
        assert_eq!(*outcome, ProofResult::Equal, "{name}: {}\n{}", grammar.name(*id), made.text);
    }
    assert_places(name, made);
    let copies = made.rules.iter().filter(|it| it.is_copy()).count();
    let changed = made.rules.iter().filter(|it| !it.is_copy() && is_changed(it)).count();
    let rules = made.rules.len() - copies;
    let mut told = format!(
        "{name}: {rules} rules equal, {} as printed or a repetition, {changed} changed, {copies} copies\n",
        rules - changed,
    );
    for (id, reason) in &made.missing {
        writeln!(told, "  {} has none: {}", grammar.name(*id), reason.message(grammar)).unwrap();
    }
    for rule in &made.rules {
        let of_copies = rule.expression.all().any(|it| match it {
            PestExpression::Name(used) => used.contains("__"),
            _ => false,
        });
        let shown = rule.changes.iter().any(|it| it.kind == RuleChangeKind::Copy);
        assert!(shown || !of_copies, "{name}: {} names a copy, and nothing shows why", rule.name);
        match &rule.unused_parts {
            None => {
                writeln!(told, "  parts that no string uses: not decided of {}", rule.name).unwrap()
            }
            Some(unused) => unused.iter().for_each(|part| {
                writeln!(told, "  no string uses `{part}` of {}", rule.name).unwrap();
            }),
        }
    }
    told
}

#[test]
fn of_every_edition_are_proved_equal() {
    let mut all = String::new();
    for (edition, reading) in readings() {
        let grammar = edition.grammar(reading);
        let made = transcribed(edition, reading);
        assert_eq!(made.missing, [], "{edition}, {reading}");
        all += &told(&format!("{edition}, {reading}"), grammar, made);
    }
    snapshot("transcriptions", &all);
}

#[test]
fn of_rfc_3986_is_what_the_example_is_made_of() {
    let path = repository::root().join("tests/abnf/rfc3986.abnf");
    let grammar = crate::abnf::read(&path);
    let made = transcribe(&grammar);
    let told = told("rfc3986", &grammar, &made);
    assert_eq!(
        told,
        "rfc3986: 39 rules equal, 35 as printed or a repetition, 4 changed, 0 copies\n"
    );
    assert_eq!(made.text, repository::read("examples/rfc3986/src/rfc3986.pest"));
    assert_eq!(made.text, transcribe(&grammar).text, "the same once more");

    let pest = interpreter(&pest_rules(&made.text), "URI_reference");
    let tree = pest.parse("WHOLE", "http://[2001:db8::7]/c=GB?objectClass?one").unwrap();
    let tree: Vec<_> = tree.flatten().map(|it| (it.as_rule(), it.as_str())).collect();
    for part in [
        ("URI", "http://[2001:db8::7]/c=GB?objectClass?one"),
        ("scheme", "http"),
        ("IPv6address", "2001:db8::7"),
        ("path_abempty", "/c=GB"),
        ("query", "objectClass?one"),
    ] {
        assert!(tree.contains(&part), "{part:?} is not in {tree:?}");
    }
    assert!(pest.parse("WHOLE", "http://[2001:db8::7::]/").is_err());
    assert!(pest.parse("WHOLE", "1:b").is_err());
}

/// The transcription by hand, with which the example is compared, has the same strings.
#[test]
fn of_rfc_3986_by_hand_is_equal() {
    let grammar = crate::abnf::read(&repository::root().join("tests/abnf/rfc3986.abnf"));
    let read = Transcription::read(&repository::read("examples/rfc3986/benches/by_hand.pest"));
    let read = read.unwrap();
    let partners = ProductionRulePairs::from_names(&grammar, &read, &[]);
    assert_eq!((partners.pairs.len(), partners.rules.len()), (39, 0));
    let mut prover = Prover::new(&read, grammar.limits());
    for (id, rule) in &partners.pairs {
        assert_eq!(prover.compare(&grammar, *id, rule), ProofResult::Equal, "{rule}");
    }
}

/// The root reason why a production has no rule.
fn root<'m>(made: &'m TranscribedGrammar, mut reason: &'m NoRuleReason) -> NoRuleReason {
    while let NoRuleReason::Needs(id) = reason {
        match made.missing.iter().find(|it| it.0 == *id) {
            Some((_, of)) => reason = of,
            None => break,
        }
    }
    reason.clone()
}

/// All rules of published RFCs that pest can express are proved, and `prove` finds each by the
/// name that `transcribe` gives it.
#[test]
fn of_published_rfcs_are_proved_equal() {
    let (mut all, mut rules, mut nested, mut bytes, mut others) = (String::new(), 0, 0, 0, 0);
    for (name, grammar, made) in transcribed_rfcs() {
        rules += made.equal();
        for (_, reason) in &made.missing {
            match root(made, reason) {
                NoRuleReason::Recurs(_) => nested += 1,
                NoRuleReason::NoText => bytes += 1,
                _ => others += 1,
            }
        }
        if !made.rules.is_empty() {
            let read = Transcription::read(&made.text).unwrap();
            let partners = ProductionRulePairs::from_names(grammar, &read, &[]);
            let own = made.rules.iter().filter(|it| !it.is_copy());
            let mut pairs: Vec<_> = own.map(|it| (it.production, it.name.clone())).collect();
            pairs.sort();
            assert_eq!(partners.pairs, pairs, "{name}");
        }
        all += &told(name, grammar, made);
    }
    writeln!(
        all,
        "In all {rules} rules are equal. Of {nested} productions what is nested has no rule, of \
         {bytes} what is bytes and no text, and of {others} others."
    )
    .unwrap();
    assert!(others * 100 <= rules, "{rules} rules, {others} without");
    snapshot("transcribed-rfcs", &all);
}

/// Two productions get two rules, however similar their names are.
#[test]
fn name_each_rule_once() {
    let text = "# notation rfc822\n# start top\ntop = a-b A-B a+b a_plusb fn EOI self\n\
        a-b = \"x\"\nA-B = \"xy\"\na+b = \"z\"\na_plusb = \"zz\"\nfn = \"q\"\nEOI = \"r\"\nself = \"s\"\n";
    let grammar = Grammar::read("names.bnf", text, Reading::Printed).unwrap();
    let names = rule_names(&grammar);
    assert_eq!(
        names.join(" "),
        "top a_b A_B a_plusb a_plusbx fn EOIx selfx",
        "{}",
        grammar.ids().map(|id| grammar.name(id)).collect::<Vec<_>>().join(" ")
    );
    let made = transcribe(&grammar);
    assert_eq!(made.equal(), 8, "{}", made.text);
    let of = |text: &str| {
        let partners =
            ProductionRulePairs::from_names(&grammar, &Transcription::read(text).unwrap(), &[]);
        let pairs = partners.pairs.into_iter();
        pairs
            .map(|(id, rule)| format!("{} {rule}", grammar.name(id)))
            .collect::<Vec<_>>()
            .join(", ")
    };
    assert_eq!(
        of(&made.text),
        "top top, a-b a_b, A-B A_B, a+b a_plusb, a_plusb a_plusbx, fn fn, EOI EOIx, self selfx"
    );
    assert_eq!(of("a_b = { \"x\" }\nTOP = { \"x\" }"), "top TOP, a-b a_b");
    assert_eq!(of("A_b = { \"x\" }"), "", "of which of the two is not known");
    assert_eq!(of("a_plusb = { \"x\" }"), "a+b a_plusb");
}
