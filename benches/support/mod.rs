//! The modules shared by the benchmarks.

pub mod corpus;
