//! Records about a URL.

use std::borrow::Cow;

use serde::Serialize;

use urlbnf_url::quotation::Basis;

/// A URL in canonical form.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Canonical<'a> {
    /// The canonical form.
    pub canonical: Cow<'a, str>,
    /// The bytes exactly, where they are not UTF-8; else null.
    pub canonical_base64: Option<String>,
    /// The rung of the ladder; null where no ladder was asked for.
    pub rung: Option<&'static str>,
    /// The sentences of the document by which it came to its form, beyond its encoding.
    pub stated: Vec<Basis>,
    /// Whether the input is a reference by the edition's grammar; null where no grammar tells.
    pub input_conforms: Option<bool>,
}
