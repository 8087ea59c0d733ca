//! The rest of a literal.
//!
//! Each position of a literal takes one of its bytes and expects all that follow. The positions
//! share the text, so a literal of any length is stored once.

use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

/// The rest of a literal from one of its bytes on.
#[derive(Clone)]
pub struct Rest {
    text: Arc<str>,
    start: usize,
}

impl From<&str> for Rest {
    /// A whole literal.
    fn from(text: &str) -> Rest {
        Rest { text: Arc::from(text), start: 0 }
    }
}

impl Rest {
    /// The same literal from one of its bytes on.
    pub(super) fn skip(&self, start: usize) -> Rest {
        Rest { text: Arc::clone(&self.text), start }
    }

    /// The characters that are left; empty if the start is inside a character.
    pub fn as_str(&self) -> &str {
        self.text.get(self.start..).unwrap_or_default()
    }
}

impl Deref for Rest {
    type Target = str;

    fn deref(&self) -> &str {
        self.as_str()
    }
}

impl PartialEq for Rest {
    fn eq(&self, other: &Rest) -> bool {
        self.as_str() == other.as_str()
    }
}

impl Eq for Rest {}

impl PartialOrd for Rest {
    fn partial_cmp(&self, other: &Rest) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Rest {
    fn cmp(&self, other: &Rest) -> std::cmp::Ordering {
        self.as_str().cmp(other.as_str())
    }
}

impl std::hash::Hash for Rest {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.as_str().hash(state);
    }
}

impl fmt::Debug for Rest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_str().fmt(f)
    }
}
