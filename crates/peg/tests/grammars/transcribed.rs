//! Compares the proof's languages with pest's own interpreter, on random transcriptions.

use pest_meta::{optimizer, parser};
use pest_vm::Vm;
use urlbnf_bnf::automaton::{Automaton, LanguageSpec, Limits, NestingLimit};
use urlbnf_bnf::{Grammar, Reading};
use urlbnf_peg::proof::{ProofResult, Transcription, prove, rule_names};
use urlbnf_peg::transcribe::{NoRuleReason, transcribe};

use super::draw::{ALPHABET, GrammarRng, RandomExpr, RandomGrammar, draw};
use super::matcher::{DerivedStrings, LONGEST_COUNTED, STRINGS, number, text};
use super::{MismatchSummary, read, seeds};

/// The rules of a grammar in pest's syntax, alternatives in their order, with some lookaheads.
pub fn transcribed(drawn: &RandomGrammar, numbers: &mut GrammarRng) -> String {
    let mut rules = String::new();
    let white = [
        "",
        "WHITESPACE = _{ \"b\" }\n",
        "WHITESPACE = { \"a\" | ^\"B\" }\nCOMMENT = { \"c\" ~ \"%\" }\n",
    ];
    rules += white[[0, 0, 0, 0, 1, 2][numbers.below(6)]];
    for name in 0..drawn.names {
        let mut bodies: Vec<String> = Vec::new();
        for (_, body) in drawn.definitions.iter().filter(|it| it.0 == name) {
            bodies.push(body.as_ref().map_or("\"\"".to_owned(), |body| rule(body, numbers)));
        }
        let body = if bodies.is_empty() { "!\"\" ~ \"a\"".to_owned() } else { bodies.join(" | ") };
        let modifier = ["", "_", "@", "$", "!"][numbers.below(5)];
        rules += &format!("p{name} = {modifier}{{ {body} }}\n");
    }
    rules + "WHOLE = { p0 ~ EOI }\n"
}

fn rule(part: &RandomExpr, numbers: &mut GrammarRng) -> String {
    let written = match part {
        RandomExpr::Literal(text) => format!("{text:?}"),
        RandomExpr::Name(name) => format!("p{name}"),
        RandomExpr::Sequence(parts) | RandomExpr::Choice(parts) => {
            let between = if matches!(part, RandomExpr::Choice(_)) { " | " } else { " ~ " };
            let parts: Vec<String> = parts.iter().map(|it| rule(it, numbers)).collect();
            format!("({})", parts.join(between))
        }
        RandomExpr::Optional(body) => format!("({})?", rule(body, numbers)),
        RandomExpr::Repetition(least, body) => {
            let body = rule(body, numbers);
            let each = vec![format!("({body})"); *least].join(" ~ ");
            let short = numbers.once_in(2);
            match least {
                2 if short => format!("({body}){{2}}"),
                _ if short => format!("({body}){{{least},3}}"),
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
        3 => format!("(({written} ~ \"a\")* ~ {written})"),
        4 => format!("(SOI ~ {written})"),
        5 => format!("({written} | ^\"A\" ~ ANY)"),
        _ => written,
    }
}

/// pest's interpreter; `None` where pest rejects the rules, for example because they would
/// never end.
pub fn interpreter(rules: &str) -> Option<Vm> {
    let pairs = parser::parse(parser::Rule::grammar_rules, rules).ok()?;
    Some(Vm::new(optimizer::optimize(parser::consume_rules(pairs).ok()?)))
}

#[test]
fn the_proof_reads_rules_as_pest_does() {
    let (mut findings, mut compared, mut differ) = (MismatchSummary::default(), 0, 0);
    let strings: Vec<String> =
        (0..).map(text).take_while(|it| it.len() <= LONGEST_COUNTED).collect();
    for seed in seeds(4) {
        let mut numbers = GrammarRng::new(seed);
        let drawn = draw(&mut numbers);
        let rules = transcribed(&drawn, &mut numbers);
        let transcription = Transcription::read(&rules);
        let Some(pest) = interpreter(&rules) else {
            assert!(transcription.is_err(), "SEED={seed} pest refuses\n{rules}");
            continue;
        };
        let transcription =
            transcription.unwrap_or_else(|error| panic!("SEED={seed} {error}\n{rules}"));
        let Ok(language) = transcription.language_within("WHOLE", &Limits::default()) else {
            continue;
        };
        compared += 1;
        let judge = |string: &str| pest.parse("WHOLE", string).is_ok();
        if let Some(string) = strings.iter().find(|it| judge(it) != language.accepts(it.as_bytes()))
        {
            findings.add("not as pest", seed, &drawn, format!("{string:?}\n{rules}"));
        }
        // White space may also follow the rule.
        if rules.contains("WHITESPACE") {
            continue;
        }
        let grammar = read(&drawn);
        let derived = DerivedStrings::from_grammar(&drawn);
        let first =
            (0..strings.len()).find(|&it| derived.strings[0].contains(it) != judge(&strings[it]));
        match prove(&grammar, &transcription, grammar.start()) {
            ProofResult::Undecided(_) => {}
            ProofResult::Equal => {
                if let Some(first) = first {
                    findings.add("not equal", seed, &drawn, format!("{:?}\n{rules}", text(first)));
                }
            }
            ProofResult::Differ { witness, printed } => {
                differ += 1;
                let string = String::from_utf8(witness.clone()).unwrap();
                let least = number(&witness).filter(|_| witness.len() <= LONGEST_COUNTED);
                // With characters outside the alphabet, a shorter string is possible.
                let drawn_of = string.chars().all(|it| ALPHABET.contains(&it));
                let shortest = match first {
                    Some(first) if !drawn_of => witness.len() <= text(first).len(),
                    None if !drawn_of => true,
                    first => least == first,
                };
                if !shortest || judge(&string) == printed {
                    findings.add("another witness", seed, &drawn, format!("{string:?}\n{rules}"));
                }
            }
        }
    }
    println!("{compared} compared, {differ} differ");
    findings.none();
    assert!(differ > 0 && compared > differ, "{compared} compared, {differ} differ");
}

/// What is written of a grammar is proved equal to it, and pest reads it.
#[test]
fn pest_reads_a_transcription_as_its_grammar() {
    let (mut findings, mut compared, mut rules) = (MismatchSummary::default(), 0, 0);
    let (mut refused, mut unchanged) = (0, 0);
    let strings: Vec<String> = (0..STRINGS).map(text).collect();
    for seed in seeds(8) {
        let drawn = draw(&mut GrammarRng::new(seed));
        let grammar = read(&drawn);
        let made = transcribe(&grammar);
        rules += made.rules.len();
        let is_exact =
            |id| made.rules.iter().any(|rule| rule.production == id && rule.reason.is_none());
        unchanged +=
            made.rules.iter().filter(|rule| rule.reason == Some(NoRuleReason::NoChange)).count();
        let unequal = made.outcomes.iter().filter(|(_, outcome)| *outcome != ProofResult::Equal);
        for (id, outcome) in unequal.filter(|(id, _)| is_exact(*id)) {
            let what = format!("{} {outcome:?}\n{}", grammar.name(*id), made.text);
            findings.add("not equal", seed, &drawn, what);
        }
        let start = rule_names(&grammar)[grammar.start().index()].clone();
        if !made.outcomes.contains(&(grammar.start(), ProofResult::Equal)) {
            continue;
        }
        let Some(pest) = interpreter(&format!("{}WHOLE = ${{ {start} ~ EOI }}\n", made.text))
        else {
            refused += 1;
            continue;
        };
        compared += 1;
        let derived = DerivedStrings::from_grammar(&drawn);
        let differs = |it: &usize| {
            derived.strings[0].contains(*it) != pest.parse("WHOLE", &strings[*it]).is_ok()
        };
        if let Some(first) = (0..strings.len()).find(differs) {
            let what = format!("{:?}\n{}", strings[first], made.text);
            findings.add("another language", seed, &drawn, what);
        }
    }
    println!("{compared} compared, {refused} refused; {rules} rules, {unchanged} without a change");
    findings.none();
    assert!(compared > 0 && refused == 0, "{compared} compared, {refused} refused");
    assert!(unchanged * 100 <= rules * 3, "{rules} rules, {unchanged} without a change");
}

/// How deep recursive rules are compared.
const DEEP: usize = 2;

/// How many recursive grammars are compared.
const MOST_DEEP: usize = 10;

/// The strings that a production has up to that depth; `None` if it recurs not or is too large.
fn nested_strings(grammar: &Grammar, strings: &[String]) -> Option<Vec<bool>> {
    NestingLimit::for_production(grammar, grammar.start())?;
    let automaton =
        Automaton::new(grammar, &LanguageSpec::from_production(grammar.start())).ok()?;
    Some(strings.iter().map(|it| automaton.accepts(it.as_bytes())).collect())
}

/// A proof of recursive rules holds for pest as deep as it says, and a difference is one.
#[test]
fn recursive_rules_are_read_as_pest_reads_them() {
    let (mut findings, mut equal, mut differ, mut undecided) =
        (MismatchSummary::default(), 0, 0, 0);
    let strings: Vec<String> =
        (0..).map(text).take_while(|it| it.len() <= LONGEST_COUNTED).collect();
    for seed in 1.. {
        if equal + differ == MOST_DEEP {
            break;
        }
        let mut numbers = GrammarRng::new(seed);
        let drawn = draw(&mut numbers);
        let rules = transcribed(&drawn, &mut numbers);
        let grammar = read(&drawn).nested(DEEP);
        if rules.contains("WHITESPACE") || rules.contains("SOI") {
            continue;
        }
        let Some(nested) = nested_strings(&grammar, &strings) else { continue };
        let (Some(pest), Ok(transcription)) = (interpreter(&rules), Transcription::read(&rules))
        else {
            continue;
        };
        let judge = |string: &str| pest.parse("WHOLE", string).is_ok();
        let derived = DerivedStrings::from_grammar(&drawn);
        match prove(&grammar, &transcription, grammar.start()) {
            ProofResult::Undecided(_) => undecided += 1,
            ProofResult::Equal => {
                equal += 1;
                let lost = strings.iter().zip(&nested).find(|(it, has)| **has && !judge(it));
                if let Some((string, _)) = lost {
                    findings.add("not matched", seed, &drawn, format!("{string:?}\n{rules}"));
                }
                // A call takes a byte before it recurs.
                let short = (0..strings.len()).take_while(|&it| strings[it].len() < DEEP);
                let gained = |&it: &usize| judge(&strings[it]) && !derived.strings[0].contains(it);
                if let Some(gained) = short.into_iter().find(gained) {
                    let what = format!("{:?}\n{rules}", strings[gained]);
                    findings.add("matched", seed, &drawn, what);
                }
            }
            ProofResult::Differ { witness, printed } => {
                differ += 1;
                let string = String::from_utf8(witness.clone()).unwrap();
                let is = number(&witness).filter(|_| witness.len() <= LONGEST_COUNTED);
                let is = is.map(|it| derived.strings[0].contains(it));
                if judge(&string) == printed || is.is_some_and(|is| is != printed) {
                    findings.add("another witness", seed, &drawn, format!("{string:?}\n{rules}"));
                }
            }
        }
    }
    println!("{equal} equal, {differ} differ, {undecided} undecided");
    findings.none();
    assert!(equal > 0 && differ > 0, "{equal} equal, {differ} differ");
}

/// What is written of a recursive production matches its strings and no others.
#[test]
fn pest_reads_rules_that_recur_as_their_grammar() {
    let (mut findings, mut compared) = (MismatchSummary::default(), 0);
    let strings: Vec<String> =
        (0..).map(text).take_while(|it| it.len() <= LONGEST_COUNTED).collect();
    for seed in 1.. {
        if compared == MOST_DEEP {
            break;
        }
        let drawn = draw(&mut GrammarRng::new(seed));
        let grammar = read(&drawn).nested(DEEP);
        let Some(nested) = nested_strings(&grammar, &strings) else { continue };
        let made = transcribe(&grammar);
        let start = rule_names(&grammar)[grammar.start().index()].clone();
        if made.nesting.is_none() || !made.outcomes.contains(&(grammar.start(), ProofResult::Equal))
        {
            continue;
        }
        let whole = format!("{}WHOLE = ${{ {start} ~ EOI }}\n", made.text);
        let Some(pest) = interpreter(&whole) else {
            findings.add("refused", seed, &drawn, made.text);
            continue;
        };
        compared += 1;
        let derived = DerivedStrings::from_grammar(&drawn);
        for (at, string) in strings.iter().enumerate() {
            let matched = pest.parse("WHOLE", string).is_ok();
            if matched && !derived.strings[0].contains(at) || !matched && nested[at] {
                let what = format!("{string:?}\n{}", made.text);
                findings.add("another language", seed, &drawn, what);
                break;
            }
        }
    }
    println!("{compared} compared");
    findings.none();
}

/// JSON nests, and pest reads it at any depth by rules that are as printed.
#[test]
fn json_is_transcribed() {
    let text = include_str!("../../../../tests/it/standards/rfc8259.abnf");
    let grammar = Grammar::read("rfc8259.abnf", text, Reading::Printed).unwrap().nested(1);
    let made = transcribe(&grammar);
    assert!(made.missing.is_empty());
    assert!(made.outcomes.iter().all(|(_, outcome)| *outcome == ProofResult::Equal));
    assert_eq!(made.nesting.map(|it| it.most), Some(1));
    let pest = interpreter(&format!("{}WHOLE = ${{ JSON_text ~ EOI }}\n", made.text)).unwrap();
    let deep = format!("{}{{ \"a\" : [ 1, -2.5e3 ] }}{}", "[".repeat(90), "]".repeat(90));
    assert!(pest.parse("WHOLE", &deep).is_ok());
    assert!(pest.parse("WHOLE", &deep[1..]).is_err());
}
