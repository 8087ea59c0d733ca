//! The JSON records that commands write: a type for each kind.
//!
//! The keys are in the order in which they are written. A record about a URL begins with a
//! [`UrlRecordHead`], which [`with`] puts before it; one about another text begins with a
//! [`TextRecordHead`]. If a string is not UTF-8, U+FFFD stands for each invalid byte, and the key
//! of the same name with `_base64` holds the exact bytes.
//!
//! [`UrlRecordHead`]: crate::record::UrlRecordHead
//! [`with`]: crate::record::UrlRecordHead::with
//! [`TextRecordHead`]: crate::record::TextRecordHead

mod documents;
mod grammars;
mod urls;

pub use documents::*;
pub use grammars::*;
pub use urls::*;
