//! Transcriptions that the program writes: of every edition, and of the RFCs in `tests/abnf`.

use std::fmt::Write as _;

use urlbnf::proof::{Expression, Outcome, Partners, Prover, Transcription, rule_name, rule_names};
use urlbnf::transcribe::{Change, Changed, Reason, Transcribed, transcribe};
use urlbnf::{Edition, Grammar, Reading};

use crate::repository;
use crate::support::{readings, snapshot};

/// What came of a grammar, in a line, and what is missing or dead.
#[track_caller]
fn told(name: &str, grammar: &Grammar, made: &Transcribed) -> String {
    for (id, outcome) in &made.outcomes {
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

/// What the example is measured beside has the same strings.
#[test]
fn of_rfc_3986_by_hand_is_equal() {
    let grammar = crate::abnf::read(&repository::root().join("tests/abnf/rfc3986.abnf"));
    let read = Transcription::read(&repository::read("examples/rfc3986/benches/by_hand.pest"));
    let read = read.unwrap();
    let partners = Partners::of(&grammar, &read, &[]);
    assert_eq!((partners.pairs.len(), partners.rules.len()), (39, 0));
    let mut prover = Prover::new(&read, grammar.limits());
    for (id, rule) in &partners.pairs {
        assert_eq!(prover.compare(&grammar, *id, rule), Outcome::Equal, "{rule}");
    }
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

/// The same with the alternatives in the order in which they are printed, and these.
fn as_printed(expression: &Expression, change: &Change) -> Option<(Expression, Vec<Expression>)> {
    let mut choices = expression.all().filter(|it| it.alternatives().len() == change.order.len());
    let choice = choices.next()?.clone();
    let mut alternatives: Vec<(usize, Expression)> =
        (change.order.iter().copied()).zip(choice.alternatives().into_iter().cloned()).collect();
    alternatives.sort_by_key(|it| it.0);
    let alternatives: Vec<Expression> = alternatives.into_iter().map(|it| it.1).collect();
    let printed = Expression::choice(alternatives.iter().cloned())?;
    Some((replaced(expression, &choice, &printed), alternatives))
}

fn replaced(whole: &Expression, old: &Expression, new: &Expression) -> Expression {
    match whole == old {
        true => new.clone(),
        false => whole.clone().map_inner(|part| replaced(&part, old, new)),
    }
}

/// Without any one change some rule is another.
#[test]
fn need_each_of_their_changes() {
    let path = repository::root().join("tests/abnf/rfc3986.abnf");
    let rfc3986 = crate::abnf::read(&path);
    let (mut tried, mut orders_tried, mut copies, mut idle) = (0, 0, 0, Vec::new());
    let of = [Edition::Url00, Edition::Rfc1808, Edition::Rfc2396];
    let editions = of.map(|edition| edition.grammar(Reading::Corrected));
    for grammar in editions.into_iter().chain([&rfc3986]) {
        let made = transcribe(grammar);
        let proved = |text: &str| {
            // What pest refuses is proved of nothing.
            let Ok(transcription) = Transcription::read(text) else { return false };
            let mut prover = Prover::new(&transcription, grammar.limits());
            grammar.ids().all(|id| {
                prover.compare(grammar, id, &rule_name(grammar.name(id))) == Outcome::Equal
            })
        };
        assert!(proved(&made.text));
        for rule in &made.rules {
            let orders = rule.changes.iter().filter(|it| it.kind == Changed::Order);
            for change in orders {
                let (printed, alternatives) = as_printed(&rule.expression, change).unwrap();
                let mut text = format!("{}printed = ${{ {printed} }}\n", made.text);
                for (at, alternative) in alternatives.iter().enumerate() {
                    writeln!(text, "alternative{at} = ${{ {alternative} }}").unwrap();
                }
                // A string is lost, or an earlier alternative takes all of it, or pest
                // refuses it, since nothing reaches an alternative.
                if let Ok(read) = Transcription::read(&text) {
                    let takes = |name: &str| read.language(name).unwrap().accepts(&change.string);
                    let several = (0..alternatives.len())
                        .filter(|at| takes(&format!("alternative{at}")))
                        .count();
                    if takes("printed") && several < 2 {
                        idle.push(format!("{}: {change:?}", rule.name));
                    }
                }
                orders_tried += 1;
            }
            for changed in without_one(&rule.expression) {
                let of = |it: &urlbnf::transcribe::TranscribedRule| {
                    let own = it.name == rule.name;
                    let expression = if own { &changed } else { &it.expression };
                    format!("{} = ${{ {expression} }}\n", it.name)
                };
                let text: String = made.rules.iter().map(of).collect();
                if proved(&text) {
                    idle.push(format!("{}: {changed}", rule.name));
                }
                tried += 1;
            }
            // Each copy is needed: its original in its place loses a string.
            if rule.is_copy() {
                let base = rule.name.split("__").next().unwrap();
                let text: String = (made.rules.iter())
                    .map(|it| {
                        let (old, new) = (Expression::name(&rule.name), Expression::name(base));
                        let expression = replaced(&it.expression, &old, &new);
                        format!("{} = ${{ {expression} }}\n", it.name)
                    })
                    .collect();
                if proved(&text) {
                    idle.push(format!("copy {}", rule.name));
                }
                copies += 1;
            }
        }
    }
    assert_eq!(idle, [""; 0], "{tried}, {orders_tried}, {copies}");
    assert!(tried > 10 && orders_tried > 2 && copies > 1, "{tried}, {orders_tried}, {copies}");
}

/// Why a production has no rule, past those that it needs.
fn root<'m>(made: &'m Transcribed, mut reason: &'m Reason) -> Reason {
    while let Reason::Needs(id) = reason {
        match made.missing.iter().find(|it| it.0 == *id) {
            Some((_, of)) => reason = of,
            None => break,
        }
    }
    reason.clone()
}

/// Of the rules of published RFCs all are proved that pest can have at all, and `prove` finds
/// each by the name under which `transcribe` writes it.
#[test]
fn of_published_rfcs_are_proved_equal() {
    let (mut all, mut rules, mut nested, mut bytes, mut others) = (String::new(), 0, 0, 0, 0);
    let sorted = |path: &std::path::PathBuf| !path.parent().unwrap().ends_with("source");
    for path in crate::abnf::files().into_iter().filter(sorted) {
        let grammar = crate::abnf::read(&path);
        let made = transcribe(&grammar);
        let name = path.file_name().unwrap().to_string_lossy();
        rules += made.equal();
        for (_, reason) in &made.missing {
            match root(&made, reason) {
                Reason::Recurs(_) => nested += 1,
                Reason::NoText => bytes += 1,
                _ => others += 1,
            }
        }
        if !made.rules.is_empty() {
            let read = Transcription::read(&made.text).unwrap();
            let partners = Partners::of(&grammar, &read, &[]);
            let own = made.rules.iter().filter(|it| !it.is_copy());
            let mut pairs: Vec<_> = own.map(|it| (it.production, it.name.clone())).collect();
            pairs.sort();
            assert_eq!(partners.pairs, pairs, "{name}");
        }
        all += &told(&name, &grammar, &made);
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

/// Two productions have two rules, however alike their names are.
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
        let partners = Partners::of(&grammar, &Transcription::read(text).unwrap(), &[]);
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
