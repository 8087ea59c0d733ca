//! The heads of tables.
//!
//! A head names the columns, also for screen readers, with a header cell for each. In tables
//! by document, each links to its edition.

use maud::{Markup, html};

use super::address::LinkBase;
use super::edition::link;
use crate::edition::Edition;

/// The head of a table with these column names.
pub fn head<'n>(names: impl IntoIterator<Item = &'n str>) -> Markup {
    html! { thead { tr { @for name in names { th scope="col" { (name) } } } } }
}

/// The head of a table with a first column, and a column for each of these editions.
pub fn by_edition(
    first: &str,
    editions: impl IntoIterator<Item = Edition>,
    base: LinkBase,
) -> Markup {
    html! {
        thead {
            tr {
                th scope="col" { (first) }
                @for edition in editions {
                    th scope="col" { (link(edition, base)) }
                }
            }
        }
    }
}
