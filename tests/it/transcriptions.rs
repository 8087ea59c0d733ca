//! Transcriptions that the program writes: of every edition, and of the RFCs in `tests/abnf`.

use std::fmt::Write as _;

use urlbnf::Grammar;
use urlbnf::proof::{Expression, Outcome, Prover, Transcription, rule_name};
use urlbnf::transcribe::{Changed, Transcribed, transcribe};

use crate::repository;
use crate::support::{readings, snapshot};

/// What came of a grammar, in a line, and what is missing or dead.
#[track_caller]
fn told(name: &str, grammar: &Grammar, made: &Transcribed) -> String {
    let outcomes = made.prove(grammar, grammar.limits()).unwrap();
    for (id, outcome) in &outcomes {
        assert_eq!(*outcome, Outcome::Equal, "{name}: {}\n{}", grammar.name(*id), made.text);
    }
    let copies = made.rules.iter().filter(|it| it.is_copy()).count();
    let has = |kinds: &[Changed]| {
        let own = made.rules.iter().filter(|it| !it.is_copy());
        own.filter(|it| it.changes.iter().any(|change| kinds.contains(&change.kind))).count()
    };
    let changed = has(&[Changed::Order, Changed::Lookahead, Changed::Copy]);
    let rules = made.rules.len() - copies;
    let mut told = format!(
        "{name}: {rules} rules equal, {} as printed or a repetition, {changed} changed, {copies} copies\n",
        rules - changed,
    );
    for (id, reason) in &made.missing {
        writeln!(told, "  {} has none: {}", grammar.name(*id), reason.message(grammar)).unwrap();
    }
    for rule in &made.rules {
        for dead in &rule.dead {
            writeln!(told, "  no string uses `{dead}` of {}", rule.name).unwrap();
        }
    }
    told
}

#[test]
fn of_every_edition_are_proved_equal() {
    let mut all = String::new();
    for (edition, reading) in readings() {
        let grammar = edition.grammar(reading);
        let made = transcribe(grammar);
        assert_eq!(made.missing, [], "{edition}, {reading}");
        all += &told(&format!("{edition}, {reading}"), grammar, &made);
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
}

/// The same without one of its lookaheads: each in turn.
fn without_one(expression: &Expression) -> Vec<Expression> {
    let within = |body: &Expression, wrap: &dyn Fn(Box<Expression>) -> Expression| {
        without_one(body).into_iter().map(|it| wrap(Box::new(it))).collect()
    };
    let both = |one: &Expression, two: &Expression, join: fn(_, _) -> Expression| {
        let left = without_one(one).into_iter().map(|it| join(Box::new(it), Box::new(two.clone())));
        let right =
            without_one(two).into_iter().map(|it| join(Box::new(one.clone()), Box::new(it)));
        left.chain(right).collect()
    };
    match expression {
        Expression::Ahead(_) | Expression::NotAhead(_) => vec![Expression::String(String::new())],
        Expression::Sequence(one, two) => both(one, two, Expression::Sequence),
        Expression::Choice(one, two) => both(one, two, Expression::Choice),
        Expression::Optional(body) => within(body, &Expression::Optional),
        Expression::Repetition(body) => within(body, &Expression::Repetition),
        Expression::AtLeastOnce(body) => within(body, &Expression::AtLeastOnce),
        Expression::Times { body, at_least, at_most } => {
            within(body, &|body| Expression::Times { body, at_least: *at_least, at_most: *at_most })
        }
        _ => Vec::new(),
    }
}

/// Without any one change some rule is another.
#[test]
fn need_each_of_their_changes() {
    let path = repository::root().join("tests/abnf/rfc3986.abnf");
    let rfc3986 = crate::abnf::read(&path);
    let rfc2396 = urlbnf::Edition::Rfc2396.grammar(urlbnf::Reading::Printed);
    let mut tried = 0;
    for grammar in [&rfc3986, rfc2396] {
        let made = transcribe(grammar);
        let proved = |text: &str| {
            let transcription = Transcription::read(text).unwrap();
            let mut prover = Prover::new(&transcription, grammar.limits());
            grammar.ids().all(|id| {
                prover.compare(grammar, id, &rule_name(grammar.name(id))) == Outcome::Equal
            })
        };
        assert!(proved(&made.text));
        for rule in &made.rules {
            for changed in without_one(&rule.expression) {
                let of = |it: &urlbnf::transcribe::TranscribedRule| {
                    let own = it.name == rule.name;
                    let expression = if own { &changed } else { &it.expression };
                    format!("{} = ${{ {expression} }}\n", it.name)
                };
                let text: String = made.rules.iter().map(of).collect();
                assert!(!proved(&text), "{}: {changed}", rule.name);
                tried += 1;
            }
            if rule.is_copy() {
                let base = rule.name.split("__").next().unwrap();
                assert!(
                    !proved(&made.text.replace(&format!("{} ~", rule.name), &format!("{base} ~"),)),
                    "{}",
                    rule.name
                );
                tried += 1;
            }
        }
    }
    assert!(tried > 10, "{tried}");
}

/// Of the rules of published RFCs at least 99 of 100 that are regular.
#[test]
fn of_published_rfcs_are_proved_equal() {
    let (mut all, mut rules, mut missing) = (String::new(), 0, 0);
    let sorted = |path: &std::path::PathBuf| !path.parent().unwrap().ends_with("source");
    for path in crate::abnf::files().into_iter().filter(sorted) {
        let grammar = crate::abnf::read(&path);
        let made = transcribe(&grammar);
        rules += made.rules.iter().filter(|it| !it.is_copy()).count();
        missing += made
            .missing
            .iter()
            .filter(|(_, reason)| {
                matches!(
                    reason,
                    urlbnf::transcribe::Reason::NoChange | urlbnf::transcribe::Reason::TooLarge(_)
                )
            })
            .count();
        all += &told(&path.file_name().unwrap().to_string_lossy(), &grammar, &made);
    }
    assert!(missing * 100 <= rules, "{rules} rules, {missing} without");
    snapshot("transcribed-rfcs", &all);
}
