//! One binary for all integration tests, so that they link once.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::unreachable,
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "a test fails by a panic"
)]

// The parsers that pest derives refer to it.
extern crate alloc;

#[cfg(feature = "cli")]
mod program;
mod repository;
mod suite;
mod support;
mod tables;

// Random grammars, and what they derive.
#[allow(dead_code, reason = "the tests of urlbnf-bnf use the rest")]
#[path = "../../crates/bnf/tests/grammars/draw.rs"]
mod draw;
#[allow(dead_code, unused_imports, reason = "the tests of urlbnf-bnf use the rest")]
#[path = "../../crates/bnf/tests/grammars/matcher.rs"]
mod matcher;
#[path = "../../crates/bnf/tests/grammars/matching.rs"]
mod matching;
#[path = "../../crates/bnf/tests/grammars/replay.rs"]
mod replay;

mod abnf;
mod abnf_notation;
mod access;
mod answers;
mod architecture;
#[cfg(feature = "cli")]
mod ambiguities;
mod ast;
#[cfg(feature = "cli")]
mod attack;
#[cfg(feature = "cli")]
mod book;
#[cfg(feature = "cli")]
mod book_files;
#[cfg(feature = "cli")]
mod browser;
#[cfg(feature = "cli")]
mod causes;
#[cfg(feature = "cli")]
mod characters;
mod columns;
#[cfg(feature = "cli")]
mod commands;
mod contradictions;
mod definition;
mod descriptions;
#[cfg(feature = "cli")]
mod differences;
#[cfg(feature = "cli")]
mod docs;
mod documents;
#[cfg(feature = "cli")]
mod drawings;
mod drawn;
#[cfg(feature = "cli")]
mod edits;
#[cfg(feature = "cli")]
mod errata;
mod escape;
mod examiner;
mod examples;
mod exercises;
mod exhibit;
mod extraction;
mod failures;
mod grammars;
#[cfg(feature = "cli")]
mod hostile;
#[cfg(feature = "cli")]
mod hostile_grammars;
mod history;
mod hosts;
mod html;
#[cfg(all(unix, feature = "cli"))]
mod interpreter;
mod interrupt;
mod iri_prose;
mod judges;
mod ladder;
mod languages;
mod levels;
mod lineage;
#[cfg(feature = "cli")]
mod live;
#[cfg(feature = "cli")]
mod live_engine;
mod live_page;
mod live_steps;
mod mutants;
mod notations;
mod orders;
#[cfg(all(feature = "cli", unix))]
mod outputs;
mod packages;
mod pictures;
mod proof;
#[cfg(feature = "cli")]
mod prose;
mod quotations;
mod reasons;
#[cfg(feature = "cli")]
mod records;
mod references;
mod registry;
mod regularity;
mod repairs;
#[cfg(feature = "cli")]
mod reports;
mod resolve;
mod reviewed;
mod samples;
#[cfg(feature = "cli")]
mod sarif;
mod standards;
mod steps;
#[cfg(feature = "cli")]
mod streams;
#[cfg(feature = "cli")]
mod suite_run;
mod suites;
mod tally_sums;
#[cfg(feature = "cli")]
mod terminal;
mod through;
mod today;
mod tracks;
mod transcriptions;
mod unfinished;
#[cfg(feature = "cli")]
mod verdict_lines;
mod what_changed;
mod wrapper;
mod written;
