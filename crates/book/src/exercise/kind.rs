//! The kinds of exercises, and their levels.
//!
//! One table has the name of a kind in files, its title and its keys. All other information
//! about kinds follows from it.

urlbnf_bnf::named! {
    "kind";
    /// A kind of exercise.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
    pub enum Kind {
        /// Predict the verdict.
        Predict = "predict",
        /// Find the production to blame.
        Blame = "blame",
        /// Find a string that one grammar accepts and another does not.
        Find = "find",
        /// Write the derivation.
        Derive = "derive",
        /// Write the production.
        Write = "write",
        /// Correct the misprint.
        Mend = "mend",
        /// Order the documents by what they allow.
        Order = "order",
    }
}

impl Kind {
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
        let row = |title, needs, may_have| Row { title, needs, may_have };
        match self {
            Kind::Predict => row("Predict the verdict", &["grammar", "url"], &["start"]),
            Kind::Blame => row("Find the production to blame", &["grammar", "url"], &["start"]),
            Kind::Find => row("Find a string", &["takes", "refuses"], &["grammar"]),
            Kind::Derive => row("Draw the derivation", &["grammar", "url", "form"], &["start"]),
            Kind::Write => row("Write the production", &["grammar", "production"], &[]),
            Kind::Mend => row("Mend the misprint", &["grammar", "production"], &[]),
            Kind::Order => row("Order the documents", &["documents"], &["grammar", "production"]),
        }
    }
}

/// The properties of a kind.
struct Row {
    title: &'static str,
    needs: &'static [&'static str],
    may_have: &'static [&'static str],
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
