//! The proof's languages beside pest's own interpreter, on transcriptions drawn at random.

use pest_meta::{optimizer, parser};
use pest_vm::Vm;
use urlbnf_bnf::proof::{Outcome, Transcription, prove};

use super::draw::{Drawn, Numbers, Part, draw};
use super::matcher::{Derived, LONGEST_COUNTED, number, text};
use super::{Findings, read, seeds};

/// The rules of a grammar as pest has them, alternatives in their order, and some
/// lookahead among them.
fn transcribed(drawn: &Drawn, numbers: &mut Numbers) -> String {
    let mut rules = String::new();
    for name in 0..drawn.names {
        let mut bodies: Vec<String> = Vec::new();
        for (_, body) in drawn.definitions.iter().filter(|it| it.0 == name) {
            bodies.push(body.as_ref().map_or("\"\"".to_owned(), |body| rule(body, numbers)));
        }
        let body = if bodies.is_empty() { "!\"\" ~ \"a\"".to_owned() } else { bodies.join(" | ") };
        rules += &format!("p{name} = {{ {body} }}\n");
    }
    rules
}

fn rule(part: &Part, numbers: &mut Numbers) -> String {
    let written = match part {
        Part::Literal(text) => format!("{text:?}"),
        Part::Name(name) => format!("p{name}"),
        Part::Sequence(parts) | Part::Choice(parts) => {
            let between = if matches!(part, Part::Choice(_)) { " | " } else { " ~ " };
            let parts: Vec<String> = parts.iter().map(|it| rule(it, numbers)).collect();
            format!("({})", parts.join(between))
        }
        Part::Optional(body) => format!("({})?", rule(body, numbers)),
        Part::Repetition(least, body) => {
            let body = rule(body, numbers);
            let each = vec![format!("({body})"); *least].join(" ~ ");
            match least {
                0 => format!("({body})*"),
                1 => format!("({body})+"),
                _ => format!("({each} ~ ({body})*)"),
            }
        }
    };
    match numbers.below(24) {
        0 => format!("(&{written} ~ {written})"),
        1 => format!("(!({written} ~ \"a\") ~ {written})"),
        2 => format!("(!\"b\" ~ {written})"),
        _ => written,
    }
}

/// pest, where it takes the rules: it refuses some that would never end.
fn interpreter(rules: &str) -> Option<Vm> {
    let rules = format!("{rules}WHOLE = {{ p0 ~ EOI }}\n");
    let pairs = parser::parse(parser::Rule::grammar_rules, &rules).ok()?;
    Some(Vm::new(optimizer::optimize(parser::consume_rules(pairs).ok()?)))
}

#[test]
fn the_proof_reads_rules_as_pest_does() {
    let (mut findings, mut compared, mut differ) = (Findings::default(), 0, 0);
    let strings: Vec<String> =
        (0..).map(text).take_while(|it| it.len() <= LONGEST_COUNTED).collect();
    for seed in seeds(4) {
        let mut numbers = Numbers::new(seed);
        let drawn = draw(&mut numbers);
        let rules = transcribed(&drawn, &mut numbers);
        let Some(pest) = interpreter(&rules) else { continue };
        let transcription = Transcription::read(&rules).unwrap();
        let Ok(language) = transcription.language("p0") else { continue };
        compared += 1;
        let judge = |string: &str| pest.parse("WHOLE", string).is_ok();
        if let Some(string) = strings.iter().find(|it| judge(it) != language.accepts(it.as_bytes()))
        {
            findings.add("not as pest", seed, &drawn, format!("{string:?}\n{rules}"));
        }
        let grammar = read(&drawn);
        let derived = Derived::of(&drawn);
        let first =
            (0..strings.len()).find(|&it| derived.strings[0].contains(it) != judge(&strings[it]));
        match prove(&grammar, &transcription, grammar.start()) {
            Outcome::Undecided(_) => {}
            Outcome::Equal => {
                if let Some(first) = first {
                    findings.add("not equal", seed, &drawn, format!("{:?}\n{rules}", text(first)));
                }
            }
            Outcome::Differ { witness, printed } => {
                differ += 1;
                let string = String::from_utf8(witness.clone()).unwrap();
                let least = number(&witness).filter(|_| witness.len() <= LONGEST_COUNTED);
                if least != first || judge(&string) == printed {
                    findings.add("another witness", seed, &drawn, format!("{string:?}\n{rules}"));
                }
            }
        }
    }
    println!("{compared} compared, {differ} differ");
    findings.none();
    assert!(differ > 0 && compared > differ, "{compared} compared, {differ} differ");
}
