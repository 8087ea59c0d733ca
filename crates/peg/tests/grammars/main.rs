//! Tests the proof and the transcriber against pest, on random grammars.
//!
//! The grammars are drawn as in the tests of `urlbnf-bnf`. `GRAMMARS` sets their number,
//! `SEED` the first one.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "a test fails by a panic"
)]

mod causes;
#[allow(dead_code, reason = "the tests of urlbnf-bnf use the rest")]
#[path = "../../../bnf/tests/grammars/draw.rs"]
mod draw;
#[path = "../../../bnf/tests/grammars/findings.rs"]
mod findings;
mod limits;
mod lint;
#[allow(dead_code, unused_imports, reason = "the tests of urlbnf-bnf use the rest")]
#[path = "../../../bnf/tests/grammars/matcher.rs"]
mod matcher;
mod refused;
mod transcribed;

use findings::{MismatchSummary, read, seeds};
