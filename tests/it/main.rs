//! One binary for all integration tests, so that they link once.

mod repository;
mod support;

mod access;
mod ambiguities;
mod ast;
#[cfg(feature = "cli")]
mod command_line;
mod derivations;
mod differences;
#[cfg(feature = "cli")]
mod docs;
mod documents;
mod escape;
mod exhibit;
mod failures;
mod languages;
mod mutants;
mod panel;
#[cfg(feature = "cli")]
mod profiles;
mod proof;
mod prose;
#[cfg(feature = "cli")]
mod records;
mod registry;
mod regularity;
#[cfg(feature = "cli")]
mod reports;
mod resolve;
mod rulings;
mod samples;
mod tally;
mod tidy;
mod wrapper;
