//! The proof of the transcriptions, and tests of the proof.

use urlbnf::automaton::Limits;
use urlbnf::parser::transcription_text;
use urlbnf::proof::{ProofResult, Transcription, prove};

use crate::support::distinct_readings;
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

/// pest compiles rules that differ from those that are written, and the proof is of what pest compiles:
/// for short strings, it agrees with pest's own interpreter.
#[test]
fn the_proof_is_of_what_pest_compiles() {
    for rules in [
        "s = @{ &(\"x12\" ~ EOI) ~ r ~ \"12\" }\nr = @{ ( !\"2\" ~ ANY )* ~ !\"2\" }",
        "s = @{ r ~ \"12\" }\nr = @{ ( !(\"2\" | \"1\") ~ ANY )* ~ !(\"2\" | \"1\") }",
        "s = ${ r ~ \"12\" }\nr = ${ ( !\"2\" ~ ANY )* ~ !\"2\" }",
        "s = @{ ( !\"2\" ~ ANY )+ ~ !\"2\" ~ ANY }",
        "s = { (\"x\" ~ \"1\")* ~ \"x\" }",
        "s = { \"x\" // \r | \"1\"\n }",
        "s = @{ ( !q ~ ANY )* ~ !q }\nq = { \"2\" }",
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
}

#[test]
fn what_is_no_transcription_is_refused() {
    // pest would take exponential time.
    let forks: String = (0..60).map(|at| format!("a{at} = {{ a{0} ~ a{0} }}\n", at + 1)).collect();
    let forking = format!("a = {{ a0 }}\n{forks}a60 = {{ \"b\"? }}");
    let rows = rows("tests/cases/no-transcriptions.tsv").into_iter();
    let rows = rows.map(|row| (repeated(&row[0]).replace("\\n", "\n"), row[1].clone()));
    for (text, says) in rows.chain([(forking, "too many rules begin with each other".to_owned())]) {
        let error = match Transcription::read(&text) {
            Ok(read) => read.language_within("a", &Limits::default()).unwrap_err().to_string(),
            Err(refused) => refused.to_string(),
        };
        assert!(error.contains(&says), "{text:.40}: {error}");
    }
}
