//! The kinds of exercises, and their levels.
//!
//! One table has the name of a kind in files, its title and its keys. All other information
//! about kinds follows from it.

use std::fmt;
use std::str::FromStr;

use crate::bnf::UnknownName;

/// A kind of exercise.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// Predict the verdict.
    Predict,
    /// Find a string that one grammar accepts and another does not.
    Find,
    /// Find the production to blame.
    Blame,
    /// Write the production.
    Write,
    /// Correct the misprint.
    Mend,
    /// Write the derivation.
    Derive,
    /// Order the documents by what they allow.
    Order,
}

impl Kind {
    /// All kinds, in teaching order.
    pub const ALL: [Kind; 7] = [
        Kind::Predict,
        Kind::Blame,
        Kind::Find,
        Kind::Derive,
        Kind::Write,
        Kind::Mend,
        Kind::Order,
    ];

    /// The name in a file of exercises.
    pub fn name(self) -> &'static str {
        self.row().name
    }

    /// The title for people.
    pub fn title(self) -> &'static str {
        self.row().title
    }

    /// The required keys.
    pub(super) fn needs(self) -> &'static [&'static str] {
        self.row().needs
    }

    /// The optional keys.
    pub(super) fn may_have(self) -> &'static [&'static str] {
        self.row().may_have
    }

    fn row(self) -> Row {
        let row = |name, title, needs, may_have| Row { name, title, needs, may_have };
        match self {
            Kind::Predict => row("predict", "Predict the verdict", &["grammar", "url"], &["start"]),
            Kind::Blame => {
                row("blame", "Find the production to blame", &["grammar", "url"], &["start"])
            }
            Kind::Find => row("find", "Find a string", &["takes", "refuses"], &["grammar"]),
            Kind::Derive => {
                row("derive", "Draw the derivation", &["grammar", "url", "form"], &["start"])
            }
            Kind::Write => row("write", "Write the production", &["grammar", "production"], &[]),
            Kind::Mend => row("mend", "Mend the misprint", &["grammar", "production"], &[]),
            Kind::Order => {
                row("order", "Order the documents", &["documents"], &["grammar", "production"])
            }
        }
    }
}

/// The properties of a kind.
struct Row {
    name: &'static str,
    title: &'static str,
    needs: &'static [&'static str],
    may_have: &'static [&'static str],
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Kind {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Kind, UnknownName> {
        let kind = Kind::ALL.into_iter().find(|it| it.name() == name);
        kind.ok_or_else(|| UnknownName::new("kind", name, Kind::ALL.map(Kind::name)))
    }
}

urlbnf_bnf::named! {
    /// The difficulty of an exercise.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
    pub enum Level {
        /// One look at one production.
        Easy = "easy",
        /// Several productions, or a trap.
        Middle = "middle",
        /// Something to think about.
        Hard = "hard",
    }
}

impl Level {
    /// Its number, from 1.
    pub fn number(self) -> u8 {
        self as u8 + 1
    }

    /// The level with a number; `None` if there is none.
    pub fn of_number(number: u8) -> Option<Level> {
        Level::ALL.into_iter().find(|it| it.number() == number)
    }
}
