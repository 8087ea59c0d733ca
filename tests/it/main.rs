//! One binary for all integration tests, so that they link once.

mod repository;
mod snapshot;
mod support;

mod ambiguities;
mod derivations;
mod documents;
mod exhibit;
mod mutants;
mod proof;
mod regularity;
mod rulings;
mod tidy;
