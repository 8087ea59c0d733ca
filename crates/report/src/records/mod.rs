//! What the commands say as data: a type for each kind of record.
//!
//! The keys are in the order in which they are written. A record about a URL begins with a
//! [`UrlRecordHead`](crate::record::UrlRecordHead), which [`with`](crate::record::UrlRecordHead::with) puts before it; one
//! about another text begins with [`TextRecordHead`](crate::record::TextRecordHead). Of a string that is not UTF-8
//! the text has U+FFFD for each such byte, and the key with `_base64` has the bytes.

mod documents;
mod grammars;
mod urls;

pub use documents::*;
pub use grammars::*;
pub use urls::*;
