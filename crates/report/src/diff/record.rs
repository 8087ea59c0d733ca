//! Witnesses of a diff as data: the text of each, and the exact bytes of one that is not text.

use serde::{Serialize as _, Serializer};

use crate::witness::{Witness, keys};

/// Writes a string that was gained.
pub(super) fn gained<S: Serializer>(it: &Option<Witness>, to: S) -> Result<S::Ok, S::Error> {
    keys("gained", it.as_ref().map(Witness::bytes)).serialize(to)
}

/// Writes a string that was lost.
pub(super) fn lost<S: Serializer>(it: &Option<Witness>, to: S) -> Result<S::Ok, S::Error> {
    keys("lost", it.as_ref().map(Witness::bytes)).serialize(to)
}

/// Writes an ambiguous string.
pub(super) fn string<S: Serializer>(it: &Witness, to: S) -> Result<S::Ok, S::Error> {
    keys("string", Some(it.bytes())).serialize(to)
}
