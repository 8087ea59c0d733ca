//! One binary for all integration tests, so that they link once.

mod repository;
mod support;

mod ambiguities;
mod derivations;
#[cfg(feature = "cli")]
mod docs;
mod documents;
mod exhibit;
mod mutants;
mod proof;
mod regularity;
mod rulings;
mod tidy;
