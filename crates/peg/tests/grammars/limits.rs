//! Transcriptions that are too deep to be proved.

use urlbnf_bnf::{Grammar, Reading};
use urlbnf_peg::proof::{ProofResult, Transcription, prove};

/// Nested names and nested parts: each level takes a frame on the stack of a recursive walk.
#[test]
fn a_transcription_that_is_too_deep_is_told() {
    let chain = |count: usize, rule: &dyn Fn(usize) -> String| {
        let rules = (0..count).map(|at| format!("r{at} = {{ {} }}\n", rule(at + 1)));
        format!("{}r{count} = {{ \"a\" }}\n", rules.collect::<String>())
    };
    let many = "\"a\" ~ ".repeat(100);
    let wide = "\"a\" ~ \"a\" | ".repeat(100);
    let shapes: [(&str, &dyn Fn(usize) -> String); 6] = [
        ("more than", &|next| format!("\"b\" ~ r{next}")),
        ("more than", &|next| format!("{many} r{next}")),
        ("more than", &|next| format!("{wide} r{next}")),
        ("more than", &|next| format!("r{next} | {wide} \"b\"")),
        ("more than", &|next| format!("(\"a\" ~ r{next})*")),
        ("more than", &|next| format!("r{next} ~ r{next}")),
    ];
    let a = "# notation rfc822\nr0 = \"a\"\n";
    let a = Grammar::read("test.bnf", a, Reading::Printed).unwrap();
    for (expected, shape) in shapes {
        let transcription = Transcription::read(&chain(3_000, shape)).unwrap();
        match prove(&a, &transcription, a.start()) {
            ProofResult::Undecided(error) => {
                assert!(error.to_string().contains(expected), "{}: {error}", shape(1));
            }
            outcome => panic!("{outcome:?}"),
        }
    }
    // Expanded, it would be huge. The result for each rule is kept.
    let classes = chain(40, &|next| format!("r{next}{}", format!(" | r{next}").repeat(40)));
    let transcription = Transcription::read(&classes).unwrap();
    assert!(matches!(prove(&a, &transcription, a.start()), ProofResult::Equal));
}
