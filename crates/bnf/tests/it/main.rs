//! One binary for the tests of the engine, so that they link once. The tests on random
//! grammars have a binary of their own, because their duration can be chosen.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::unreachable,
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "a test fails by a panic"
)]

mod abnf;
mod depth;
mod diff;
mod failure;
mod imports;
mod limits;
mod lines;
mod mistakes;
mod nesting;
mod product;
mod sets;
mod suite;
mod texts;
