//! URIs and references of RFC 3986 as values: [`Uri`], [`UriReference`].
//!
//! ```
//! use urlbnf_url::rfc3986::{Host, IdentifierError, Uri};
//!
//! fn host_and_port(text: &str) -> Result<Option<(String, u16)>, IdentifierError> {
//!     let uri = Uri::parse(text)?;
//!     let Some(authority) = uri.authority() else { return Ok(None) };
//!     let default = if uri.scheme() == "https" { 443 } else { 80 };
//!     Ok(Some((authority.host().to_string(), authority.port_number().unwrap_or(default))))
//! }
//!
//! assert_eq!(host_and_port("https://example.com/")?, Some(("example.com".to_owned(), 443)));
//! assert_eq!(host_and_port("mailto:a@example.com")?, None);
//! assert!(matches!(Uri::parse("http://[::1]/")?.authority().unwrap().host(), Host::Ipv6(_)));
//! let error = host_and_port("http://a/<").unwrap_err();
//! assert_eq!((error.offset(), error.production()), (9, "segment"));
//! # Ok::<(), IdentifierError>(())
//! ```

use crate::identifier::{Identifier, UriKind, UriReferenceKind};

pub use crate::identifier::{Authority, Host, IdentifierError, PathSegments};

/// A URI: it has a scheme, and perhaps a fragment. `Uri` alone owns its text; what
/// [`parse`](Identifier::parse) returns, a `Uri<&str>`, borrows it.
pub type Uri<T = String> = Identifier<UriKind, T>;

/// A URI, or a relative reference. It owns or borrows its text, as [`Uri`] does.
pub type UriReference<T = String> = Identifier<UriReferenceKind, T>;
