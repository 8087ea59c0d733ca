//! The heads of tables.
//!
//! A head names the columns, for who reads a table aloud too; each is a cell that says so. Most
//! are words. Of a table that goes through the documents each leads to its edition.

use maud::{Markup, html};

use super::address::{self, Base};
use crate::edition::Edition;

/// The head of a table whose columns have these names.
pub fn head<'n>(names: impl IntoIterator<Item = &'n str>) -> Markup {
    html! { thead { tr { @for name in names { th scope="col" { (name) } } } } }
}

/// The head of a table with a column for each of these editions, after its first.
pub fn by_edition(first: &str, editions: impl IntoIterator<Item = Edition>, base: Base) -> Markup {
    html! {
        thead {
            tr {
                th scope="col" { (first) }
                @for edition in editions {
                    th scope="col" { a href=(base.to(&address::edition(edition))) { (edition) } }
                }
            }
        }
    }
}
