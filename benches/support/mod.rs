//! What the benchmarks share.

pub mod corpus;
