//! The proof, and the proof of the proof.

use urlbnf::Grammar;
use urlbnf::proof::{Outcome, Transcription, prove, transcription_text};

use crate::support::readings;

#[test]
fn every_transcription_is_equal_to_its_bnf() {
    let mut proved = 0;
    for (edition, reading) in readings() {
        let grammar = Grammar::of(edition, reading);
        let transcription = Transcription::read(&transcription_text(edition, reading)).unwrap();
        for id in grammar.ids() {
            let outcome = prove(grammar, &transcription, id);
            assert_eq!(outcome, Outcome::Equal, "{edition}, {reading}: {}", grammar.name(id));
            proved += 1;
        }
    }
    assert_eq!(proved, readings().map(|(e, r)| Grammar::of(e, r).len()).sum::<usize>());
}
