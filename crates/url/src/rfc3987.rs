//! IRIs and references of RFC 3987 as values: [`Iri`], [`IriReference`].
//!
//! ```
//! use urlbnf_url::rfc3987::Iri;
//!
//! let iri = Iri::parse("http://r\u{E9}sum\u{E9}.example.org/\u{FC}?q")?;
//! assert_eq!(iri.authority().unwrap().host_str(), "r\u{E9}sum\u{E9}.example.org");
//! assert_eq!(iri.path().raw(), "/\u{FC}");
//! # Ok::<(), urlbnf_url::rfc3987::IdentifierError>(())
//! ```

use crate::identifier::{Identifier, IriKind, IriReferenceKind};

pub use crate::identifier::{Authority, Host, IdentifierError, PathSegments};

/// An IRI: it has a scheme, and perhaps a fragment. `Iri` alone owns its text; what
/// [`parse`](Identifier::parse) returns, an `Iri<&str>`, borrows it.
pub type Iri<T = String> = Identifier<IriKind, T>;

/// An IRI, or a relative reference. It owns or borrows its text, as [`Iri`] does.
pub type IriReference<T = String> = Identifier<IriReferenceKind, T>;
