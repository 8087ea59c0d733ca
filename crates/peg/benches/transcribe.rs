//! How long it takes to write the transcriptions of grammars, and to prove them, on one
//! thread: `cargo bench -p urlbnf-peg --bench transcribe -- "$PWD"/grammar/*bnf` prints the
//! seconds of each reading.

#![allow(
    clippy::print_stdout,
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "a program of its own: it has arguments and a clock"
)]

use std::time::Instant;

use urlbnf_bnf::{Grammar, Reading};
use urlbnf_peg::proof::ProofResult;
use urlbnf_peg::transcribe::transcribe;

fn main() -> std::io::Result<()> {
    for path in std::env::args().skip(1).filter(|it| !it.starts_with("--")) {
        let text = std::fs::read_to_string(&path)?;
        let name = path.rsplit('/').next().unwrap_or_default();
        for reading in [Reading::Printed, Reading::Corrected] {
            // One that builds upon another is not whole in its file.
            let Ok(grammar) = Grammar::read(name, &text, reading) else { continue };
            let start = Instant::now();
            let made = transcribe(&grammar);
            let seconds = start.elapsed().as_secs_f64();
            let equal = made.outcomes.iter().filter(|it| it.1 == ProofResult::Equal).count();
            println!("{seconds:6.2}  {name}, {reading}: {equal} rules equal");
        }
    }
    Ok(())
}
