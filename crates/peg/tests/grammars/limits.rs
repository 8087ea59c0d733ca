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
    let many = "\"a\" ~ ".repeat(5);
    let wide = "\"a\" ~ \"a\" | ".repeat(5);
    let shapes: [&dyn Fn(usize) -> String; 6] = [
        &|next| format!("\"b\" ~ r{next}"),
        &|next| format!("{many} r{next}"),
        &|next| format!("{wide} \"b\" ~ r{next}"),
        &|next| format!("r{next} | {wide} \"b\""),
        &|next| format!("(\"a\" ~ r{next})*"),
        &|next| format!("r{next} ~ r{next}"),
    ];
    let a = "# notation rfc822\nr0 = \"a\"\n";
    let a = Grammar::read("test.bnf", a, Reading::Printed).unwrap();
    for (number, shape) in shapes.iter().enumerate() {
        let refused = Transcription::read(&chain(1_200, shape)).unwrap_err().to_string();
        assert!(refused.contains("more than 1000 rules use each other"), "{number}: {refused}");
    }
    let long = "\"a\" ~ ".repeat(100);
    let refused = Transcription::read(&chain(900, &|next| format!("{long} r{next}")));
    let refused = refused.unwrap_err().to_string();
    assert!(refused.contains("too long for pest's checks"), "{refused}");
    let deep = chain(900, &|next| format!("(((\"b\" ~ r{next})?)?)?"));
    match prove(&a, &Transcription::read(&deep).unwrap(), a.start()) {
        ProofResult::Undecided(error) => {
            assert!(error.to_string().contains("more than 2000 parts are nested"), "{error}");
        }
        outcome => panic!("{outcome:?}"),
    }
    // pest would look at the last rule through each of its uses.
    for shape in [shapes[3], shapes[5]] {
        let refused = Transcription::read(&chain(900, shape)).unwrap_err().to_string();
        assert!(refused.contains("too many rules begin with each other"), "{refused}");
    }
    let classes = chain(40, &|next| format!("r{next}{}", format!(" | r{next}").repeat(40)));
    let refused = Transcription::read(&classes).unwrap_err().to_string();
    assert!(refused.contains("too many rules begin with each other"), "{refused}");
}
