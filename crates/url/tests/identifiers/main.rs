//! Tests of URIs and IRIs as values: their parts, beside the derivations of the transcriptions and
//! beside two other libraries.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "a test fails by a panic"
)]

mod allocations;
mod conversions;
mod parts;
mod peers;
mod strings;
