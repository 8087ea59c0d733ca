//! One binary for all integration tests, so that they link once.

mod support;

mod ambiguities;
mod derivations;
mod mutants;
mod proof;
mod regularity;
mod rulings;
