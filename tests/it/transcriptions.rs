//! Generated transcriptions of every edition, and of the RFCs in `tests/abnf`.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use urlbnf::bnf::ProductionId;
use urlbnf::proof::{ProductionRulePairs, ProofResult, Prover, Transcription, rule_names};
use urlbnf::transcribe::{MissingRule, NoRuleReason, TranscribedGrammar, transcribe};
use urlbnf::{Grammar, Reading};

use crate::interpreter::{interpreter, pest_rules};
use crate::repository;
use crate::support::{is_changed, readings, snapshot, transcribed, transcribed_rfcs};

/// A grammar's result in one line, with the productions of which no exact rule was found.
#[track_caller]
fn told(name: &str, grammar: &Grammar, made: &TranscribedGrammar) -> String {
    let mut others = String::new();
    for (id, outcome) in &made.outcomes {
        let rule = made.rules.iter().find(|rule| rule.production == *id).unwrap();
        match (outcome, &rule.reason) {
            (ProofResult::Equal, _) => {}
            (_, Some(reason)) => {
                let (name, reason) = (grammar.name(*id), reason.message(grammar));
                writeln!(others, "  {name} is as printed: {reason}").unwrap();
            }
            (outcome, None) => panic!("{name}: {} {outcome:?}\n{}", rule.name, made.text),
        }
    }
    for MissingRule { production, reason, .. } in &made.missing {
        let (name, reason) = (grammar.name(*production), reason.message(grammar));
        writeln!(others, "  {name} has none: {reason}").unwrap();
    }
    let changed = made.rules.iter().filter(|rule| is_changed(rule)).count();
    let (equal, rules) = (made.equal(), made.rules.len());
    let printed = rules - changed;
    format!(
        "{name}: {equal} of {rules} rules equal, {printed} as printed or a repetition, {changed} changed\n{others}"
    )
}

#[test]
fn of_every_edition_are_proved_equal() {
    let mut all = String::new();
    for (edition, reading) in readings() {
        let grammar = edition.grammar(reading);
        let made = transcribed(edition, reading);
        assert_eq!(made.equal(), grammar.len(), "{edition}, {reading}");
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
    assert_eq!(told, "rfc3986: 39 of 39 rules equal, 35 as printed or a repetition, 4 changed\n");
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

/// For each production without a rule that is proved, why no exact rule was found: the reason of
/// the production that it needs, where it needs one.
fn reasons(made: &TranscribedGrammar) -> Vec<&NoRuleReason> {
    let equal = |id| made.outcomes.contains(&(id, ProofResult::Equal));
    let missing = made.missing.iter().map(|missing| (missing.production, &missing.reason));
    let printed =
        made.rules.iter().filter_map(|rule| Some((rule.production, rule.reason.as_ref()?)));
    let all: BTreeMap<ProductionId, &NoRuleReason> =
        missing.chain(printed).filter(|(id, _)| !equal(*id)).collect();
    let mut reasons: Vec<&NoRuleReason> = all.values().copied().collect();
    for reason in &mut reasons {
        while let NoRuleReason::Needs(id) = *reason
            && let Some(next) = all.get(id)
        {
            *reason = next;
        }
    }
    reasons
}

/// All rules of published RFCs that pest can express are proved, and `prove` finds each by the
/// name that `transcribe` gives it.
#[test]
fn of_published_rfcs_are_proved_equal() {
    let (mut all, mut rules, mut nested, mut bytes, mut others) = (String::new(), 0, 0, 0, 0);
    for (name, grammar, made) in transcribed_rfcs() {
        rules += made.equal();
        for reason in reasons(made) {
            match reason {
                NoRuleReason::Recurs(_) | NoRuleReason::Needs(_) => nested += 1,
                NoRuleReason::NoText => bytes += 1,
                _ => others += 1,
            }
        }
        if !made.rules.is_empty() {
            let read = Transcription::read(&made.text).unwrap();
            let partners = ProductionRulePairs::from_names(grammar, &read, &[]);
            let mut pairs: Vec<_> =
                made.rules.iter().map(|rule| (rule.production, rule.name.clone())).collect();
            pairs.sort();
            assert_eq!(partners.pairs, pairs, "{name}");
        }
        all += &told(name, grammar, made);
    }
    writeln!(
        all,
        "In all {rules} rules are equal. Of {nested} productions that recur, of {bytes} of bytes \
         that are no text, and of {others} others no rule is proved."
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
