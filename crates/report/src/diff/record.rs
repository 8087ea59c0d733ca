//! Witnesses of a diff as data: the text of each, and the exact bytes of one that is not text.

use serde::ser::SerializeStruct as _;
use serde::{Serialize, Serializer};

use super::{Ambiguous, Language, Plain};
use crate::witness::Witness;

/// Writes a witness under its key, and its bytes under the following key.
macro_rules! witness {
    ($record:ident, $key:literal, $witness:expr) => {
        let witness: Option<&Witness> = $witness;
        $record.serialize_field($key, &witness.map(Witness::text))?;
        $record.serialize_field(concat!($key, "_base64"), &witness.and_then(Witness::base64))?;
    };
}

impl Serialize for Language {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut record = serializer.serialize_struct("Language", 5)?;
        record.serialize_field("relation", self.relation)?;
        witness!(record, "gained", self.gained.as_ref());
        witness!(record, "lost", self.lost.as_ref());
        record.end()
    }
}

impl Serialize for Plain {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut record = serializer.serialize_struct("Plain", 4)?;
        witness!(record, "gained", self.gained.as_ref());
        witness!(record, "lost", self.lost.as_ref());
        record.end()
    }
}

impl Serialize for Ambiguous<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut record = serializer.serialize_struct("Ambiguous", 6)?;
        record.serialize_field("old", self.names.old)?;
        record.serialize_field("new", self.names.new)?;
        record.serialize_field("became", &self.became)?;
        witness!(record, "string", Some(&self.string));
        record.serialize_field("without_end", &self.without_end)?;
        record.end()
    }
}
