//! One binary for all integration tests, so that they link once.

mod support;

mod command_line;
mod derivations;
mod mutants;
mod proof;
mod records;
mod regularity;
mod reports;
mod rulings;
