//! Texts that are almost pest grammars: those that pest rejects are rejected, and no others. Those on
//! which pest panics are rejected before.

use pest_meta::{parser, validator};
use urlbnf_peg::proof::Transcription;

use super::draw::{GrammarRng, draw};
use super::seeds;
use super::transcribed::transcribed;

/// Replacements for an operand.
const OPERANDS: &[&str] = &[
    "\"\"", "\"a\"", "^\"b\"", "'a'..'z'", "'z'..'a'", "p0", "p1", "p2", "q", "_", "self2", "SOI",
    "EOI", "ANY", "NEWLINE", "ASCII_DIGIT", "LETTER", "PEEK", "POP", "DROP", "PEEK[..]",
    "PEEK[-0..1]", "PEEK[-1..]", "PEEK[99999999999..]", "PUSH(p0)", "PUSH(| p0)", "(p0 | p1)",
    "(| p0)", "(p0 ~ p1)", "\"\\x41\"", "\"\\u{41}\"", "\"\\q\"", "\"\\u{d800}\"",
    "'\\u{10ffff}'..'\\xff'", "&p0", "!p1", "p0?", "p1*", "#t = p0", "# t = p0", "#t = &p0",
    "(p0 | SOI)", "(EOI ~ p1)", "&\"\"", "!\"\"",
];

/// Suffixes of an operand.
const BEHIND: &[&str] = &[
    "?", "*", "+", "{2}", "{0}", "{,}", "{0,}", "{1,}", "{,0}", "{,2}", "{2,1}", "{ 1 , 2 }",
    "{5000000000}", " /* w */", " // z\n", " /// y\n", " //! x\n", "\r", "\r\n", " | p0", " ~ p1",
    " | \"\"", " ~ \"\"", " p0", "\"", "'", "\\", ")", "(", "}", "{", "=", "/*", "*/",
];

/// Lines that may occur between two rules.
const RULES: &[&str] = &[
    "//! x",
    "/// y",
    "// z",
    "EOI = { \"a\" }",
    "_ = { \"a\" }",
    "LETTER = { \"a\" }",
    "WHITESPACE = { \"a\"? }",
    "WHITESPACE = _{ \"c\" }",
    "COMMENT = { SOI }",
    "p0 = { p1 }",
    "q = { p0* }",
    "q = { q2 }\nq2 = { q }",
    "q = { p1? ~ q }",
    "q = { (p2 ~ q)? }",
    "q = { | p0 | p1 }",
    "q = @{ p0 ~ p1+ }",
    "PUSHED = { \"a\" }",
    "q = { (\"a\" | p0)+ ~ p1 }",
];

/// A text that pest accepts.
const PLAIN: &str = "p0 = { \"a\" ~ p1 | p1 ~ p2* }\np1 = @{ p2 ~ \"a\" | p2+ ~ \"b\"? }\n\
    p2 = { \"a\" | \"c\" }\n";

/// The text after one or two random changes.
fn changed(text: &str, numbers: &mut GrammarRng) -> String {
    let mut text = text.to_owned();
    for _ in 0..1 + numbers.below(2) {
        let operands: Vec<(usize, &str)> =
            text.match_indices("\"a\"").chain(text.match_indices("p1")).collect();
        let lines: Vec<usize> = text.match_indices('\n').map(|it| it.0 + 1).collect();
        let mut one_of = |pieces: &[&str]| pieces[numbers.below(pieces.len())].to_owned();
        let (operand, behind, rule) = (one_of(OPERANDS), one_of(BEHIND), one_of(RULES));
        let (at, length) = match operands.get(numbers.below(operands.len().max(1))) {
            Some((at, operand)) => (*at, operand.len()),
            None => continue,
        };
        match numbers.below(6) {
            0..=2 => text.replace_range(at..at + length, &operand),
            3 => text.insert_str(at + length, &behind),
            4 => text.insert_str(lines[numbers.below(lines.len())], &format!("{rule}\n")),
            _ => {
                let end = (at + numbers.below(6)).min(text.len());
                text.replace_range(at..end, "");
            }
        }
    }
    text
}

/// Whether pest compiles a text; if not, its error.
fn to_pest(text: &str) -> Result<(), String> {
    let pairs = parser::parse(parser::Rule::grammar_rules, text).map_err(|it| it.to_string())?;
    let all = |errors: Vec<pest::error::Error<parser::Rule>>| {
        errors.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
    };
    validator::validate_pairs(pairs.clone()).map_err(all)?;
    // On some texts, pest panics instead of returning an error.
    let read = std::panic::catch_unwind(|| parser::consume_rules(pairs).map(drop).map_err(all));
    read.unwrap_or_else(|_| Err("pest dies".to_owned()))
}

#[test]
fn what_pest_refuses_is_refused_and_nothing_else() {
    let (mut taken, mut refused) = (0, 0);
    for seed in seeds(1) {
        let mut numbers = GrammarRng::new(seed);
        let drawn = draw(&mut numbers);
        let mut text = transcribed(&drawn, &mut numbers);
        // Further changes to an invalid text test little.
        if to_pest(&text).is_err() && !numbers.once_in(8) {
            text = PLAIN.to_owned();
        }
        let text = if numbers.once_in(8) { text } else { changed(&text, &mut numbers) };
        match (to_pest(&text), Transcription::read(&text)) {
            (Ok(()), Ok(_)) => taken += 1,
            (Err(_), Err(error)) => {
                refused += 1;
                for mistake in error.all() {
                    let place = mistake.place.range();
                    assert!(text.get(place).is_some(), "SEED={seed} {mistake}\n{text}");
                }
            }
            (Err(error), Ok(_)) => panic!("SEED={seed} pest: {error}\n{text}"),
            (Ok(()), Err(error)) => panic!("SEED={seed} only here: {error}\n{text}"),
        }
    }
    println!("{taken} taken, {refused} refused");
    assert!(taken * 4 > refused && refused * 4 > taken, "{taken} taken, {refused} refused");
}
