//! The proof of the transcriptions, and tests of the proof.

use pest_meta::ast::{Expr, RuleType};
use urlbnf::automaton::Limits;
use urlbnf::parser::transcription_text;
use urlbnf::proof::{
    PestExpression, PestRule, ProofResult, RuleModifier, Transcription, prove, rules,
};

use crate::interpreter::pest_rules;
use crate::support::{distinct_readings, readings};
use crate::tables::{repeated, rows};

#[test]
fn every_transcription_is_equal_to_its_bnf() {
    let mut proved = 0;
    for (edition, reading) in distinct_readings() {
        let grammar = edition.grammar(reading);
        let transcription = Transcription::read(transcription_text(edition, reading)).unwrap();
        for id in grammar.ids() {
            let outcome = prove(grammar, &transcription, id);
            assert_eq!(outcome, ProofResult::Equal, "{edition}, {reading}: {}", grammar.name(id));
            proved += 1;
        }
    }
    assert_eq!(proved, distinct_readings().map(|(e, r)| e.grammar(r).len()).sum::<usize>());
}

/// An expression as pest's own reader parses it.
fn as_pest_has_it(expr: &Expr) -> PestExpression {
    let of = |expr: &Expr| Box::new(as_pest_has_it(expr));
    let character = |text: &str| text.chars().next().unwrap();
    let times = |body: &Expr, least: u32, most: Option<u32>| PestExpression::Times {
        body: of(body),
        at_least: least as usize,
        at_most: most.map(|most| most as usize),
    };
    match expr {
        Expr::Str(text) => PestExpression::String(text.clone()),
        Expr::Insens(text) => PestExpression::AnyCase(text.clone()),
        Expr::Range(from, to) => PestExpression::Range(character(from), character(to)),
        Expr::Ident(name) => PestExpression::Name(name.clone()),
        Expr::Seq(first, second) => PestExpression::Sequence(of(first), of(second)),
        Expr::Choice(first, second) => PestExpression::Choice(of(first), of(second)),
        Expr::Opt(body) => PestExpression::Optional(of(body)),
        Expr::Rep(body) => PestExpression::Repetition(of(body)),
        Expr::RepOnce(body) => PestExpression::AtLeastOnce(of(body)),
        Expr::PosPred(body) => PestExpression::Ahead(of(body)),
        Expr::NegPred(body) => PestExpression::NotAhead(of(body)),
        Expr::Push(body) => PestExpression::Push(of(body)),
        Expr::RepExact(body, count) => times(body, *count, Some(*count)),
        Expr::RepMin(body, least) => times(body, *least, None),
        Expr::RepMax(body, most) => times(body, 0, Some(*most)),
        Expr::RepMinMax(body, least, most) => times(body, *least, Some(*most)),
        other => panic!("{other} is in no transcription"),
    }
}

#[track_caller]
fn read_alike(text: &str) {
    let pest = pest_rules(text);
    let ours = rules(text).unwrap();
    assert_eq!(ours.len(), pest.len());
    let modifier = |rule: &pest_meta::ast::Rule| match rule.ty {
        RuleType::Normal => RuleModifier::Normal,
        RuleType::Silent => RuleModifier::Silent,
        RuleType::Atomic => RuleModifier::Atomic,
        RuleType::CompoundAtomic => RuleModifier::CompoundAtomic,
        RuleType::NonAtomic => RuleModifier::NonAtomic,
    };
    for (ours, pest) in ours.iter().zip(&pest) {
        assert_eq!(ours.modifier, modifier(pest), "{}", ours.name);
        assert_eq!((&ours.name, &ours.expression), (&pest.name, &as_pest_has_it(&pest.expr)));
    }
    // An expression that is printed can be read again.
    for PestRule { name, expression, .. } in ours {
        let printed = format!("{name} = {{ {expression} }}");
        assert_eq!(rules(&printed).unwrap()[0].expression, expression, "{printed}");
    }
}

#[test]
fn transcriptions_are_read_as_pest_reads_them() {
    for (edition, reading) in readings() {
        read_alike(transcription_text(edition, reading));
    }
    read_alike(
        "//! One of pest's.\n// A comment.\na=_{!&b+|\"\\\\\\\"//\"~'\\''..'\\\\'~(b~c|c)*~d?}\n\n\
         /// c\nb = @{ \"\\\"\" | \"x y\" } // D1\nc = ${ b }\nd = { \"{\" ~ ' '..'~' }",
    );
    read_alike(
        "a = !{ | ^\"b\\\"\" ~ c{2}{3,} | c{,4} ~ !&c{5,6} /* (( /* ) */ \" */\n}\n\
         c = {\t'\\u{e9}' .. '\u{20ac}' | \"\\x41\\n\\r\\t\\0\\'\u{e9}\" | '\"'..'\"' }",
    );
}

/// pest compiles rules that differ from those that are written, and the proof follows these
/// steps: for short strings, it agrees with pest's own interpreter.
#[test]
fn the_steps_of_pests_optimiser_are_followed() {
    for rules in [
        "s = @{ &(\"x12\" ~ EOI) ~ r ~ \"12\" }\nr = @{ ( !\"2\" ~ ANY )* ~ !\"2\" }",
        "s = @{ r ~ \"12\" }\nr = @{ ( !(\"2\" | \"1\") ~ ANY )* ~ !(\"2\" | \"1\") }",
        "s = ${ r ~ \"12\" }\nr = ${ ( !\"2\" ~ ANY )* ~ !\"2\" }",
        "s = @{ ( !\"2\" ~ ANY )+ ~ !\"2\" ~ ANY }",
        "s = { (\"x\" ~ \"1\")* ~ \"x\" }",
        "s = { \"x\" // \r | \"1\"\n }",
    ] {
        let text = format!("{rules}\nwhole = ${{ s ~ EOI }}\n");
        let language =
            Transcription::read(&text).unwrap().language_within("s", &Limits::default()).unwrap();
        let compiled = pest_meta::parse_and_optimize(&text).unwrap().1;
        let pest = pest_vm::Vm::new(compiled);
        let mut strings = vec![String::new()];
        for at in 0..364 {
            strings.extend(["1", "2", "x"].map(|it| format!("{}{it}", strings[at])));
        }
        for string in &strings {
            let takes = pest.parse("whole", string).is_ok();
            assert_eq!(language.accepts(string.as_bytes()), takes, "{text}{string:?}");
        }
    }
    let named = "s = @{ ( !q ~ ANY )* ~ !q }\nq = { \"2\" }";
    let error =
        Transcription::read(named).unwrap().language_within("s", &Limits::default()).unwrap_err();
    assert!(error.to_string().contains("( !q ~ ANY )* in an atomic rule"), "{error}");
}

#[test]
fn what_is_no_transcription_is_refused() {
    // Without a cache, this would take exponential time.
    let forks: String = (0..60).map(|at| format!("a{at} = {{ a{0} ~ a{0} }}\n", at + 1)).collect();
    let forking = format!("a = {{ a0 }}\n{forks}a60 = {{ \"b\"? }}");
    let rows = rows("tests/cases/no-transcriptions.tsv").into_iter();
    let rows = rows.map(|row| (repeated(&row[0]).replace("\\n", "\n"), row[1].clone()));
    for (text, says) in rows.chain([(forking, "its automaton is too large".to_owned())]) {
        let error = match Transcription::read(&text) {
            Ok(read) => read.language_within("a", &Limits::default()).unwrap_err().to_string(),
            Err(refused) => refused.to_string(),
        };
        assert!(error.contains(&says), "{text:.40}: {error}");
    }
}
