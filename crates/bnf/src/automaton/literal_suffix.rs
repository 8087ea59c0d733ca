//! The rest of a literal.
//!
//! Each position of a literal takes one of its bytes and expects all that follow. The positions
//! share the text, so a literal of any length is stored once.

use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

/// The rest of a literal from one of its bytes on.
#[derive(Clone)]
pub struct LiteralSuffix {
    text: Arc<str>,
    start: usize,
}

impl From<&str> for LiteralSuffix {
    /// A whole literal.
    fn from(text: &str) -> LiteralSuffix {
        LiteralSuffix { text: Arc::from(text), start: 0 }
    }
}

impl LiteralSuffix {
    /// The same literal from one of its bytes on.
    pub(super) fn skip(&self, start: usize) -> LiteralSuffix {
        LiteralSuffix { text: Arc::clone(&self.text), start }
    }

    /// The characters that are left; empty if the start is inside a character.
    pub fn as_str(&self) -> &str {
        self.text.get(self.start..).unwrap_or_default()
    }
}

impl Deref for LiteralSuffix {
    type Target = str;

    fn deref(&self) -> &str {
        self.as_str()
    }
}

impl PartialEq for LiteralSuffix {
    fn eq(&self, other: &LiteralSuffix) -> bool {
        self.as_str() == other.as_str()
    }
}

impl Eq for LiteralSuffix {}

impl PartialOrd for LiteralSuffix {
    fn partial_cmp(&self, other: &LiteralSuffix) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for LiteralSuffix {
    fn cmp(&self, other: &LiteralSuffix) -> std::cmp::Ordering {
        self.as_str().cmp(other.as_str())
    }
}

impl std::hash::Hash for LiteralSuffix {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.as_str().hash(state);
    }
}

impl fmt::Debug for LiteralSuffix {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_str().fmt(f)
    }
}
