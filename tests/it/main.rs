//! One binary for all integration tests, so that they link once.

mod repository;
mod support;

mod ambiguities;
#[cfg(feature = "cli")]
mod command_line;
mod derivations;
mod differences;
#[cfg(feature = "cli")]
mod docs;
mod documents;
mod exhibit;
mod failures;
mod languages;
mod mutants;
mod proof;
#[cfg(feature = "cli")]
mod records;
mod regularity;
#[cfg(feature = "cli")]
mod reports;
mod rulings;
mod tidy;
