//! One binary for all integration tests, so that they link once.

mod repository;
mod support;

mod ambiguities;
mod command_line;
mod derivations;
#[cfg(feature = "cli")]
mod docs;
mod documents;
mod exhibit;
mod mutants;
mod proof;
mod records;
mod regularity;
mod reports;
mod rulings;
mod tidy;
