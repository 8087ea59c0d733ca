//! The kinds of exercises, and their levels.
//!
//! One table has the name of a kind in files, its title and its keys. All other information
//! about kinds follows from it.

urlbnf_bnf::named! {
    "kind";
    /// A kind of exercise.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
    pub enum ExerciseKind {
        Predict = "predict": ("Predict the verdict", &["grammar", "url"], &["start"]),
        Blame = "blame": ("Find the production to blame", &["grammar", "url"], &["start"]),
        /// Find a string that one grammar accepts and another does not.
        Find = "find": ("Find a string", &["takes", "refuses"], &["grammar"]),
        /// Write the derivation.
        Derive = "derive": ("Draw the derivation", &["grammar", "url", "form"], &["start"]),
        Write = "write": ("Write the production", &["grammar", "production"], &[]),
        /// Correct the misprint.
        Mend = "mend": ("Mend the misprint", &["grammar", "production"], &[]),
        /// Order the documents by what they allow.
        Order = "order": ("Order the documents", &["documents"], &["grammar", "production"]),
    }
    /// The title, the required keys and the optional ones.
    fn row(self) -> (&'static str, &'static [&'static str], &'static [&'static str]);
}

impl ExerciseKind {
    /// The title for people.
    pub fn title(self) -> &'static str {
        self.row().0
    }

    /// The required keys.
    pub(super) fn needs(self) -> &'static [&'static str] {
        self.row().1
    }

    /// The optional keys.
    pub(super) fn may_have(self) -> &'static [&'static str] {
        self.row().2
    }
}

urlbnf_bnf::named! {
    /// The difficulty of an exercise.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
    pub enum Difficulty {
        /// One look at one production.
        Easy = "easy",
        /// Several productions, or a trap.
        Middle = "middle",
        /// Something to think about.
        Hard = "hard",
    }
}

impl Difficulty {
    /// Its number, from 1.
    pub fn number(self) -> u8 {
        self as u8 + 1
    }

    /// The level with a number; `None` if there is none.
    pub fn of_number(number: u8) -> Option<Difficulty> {
        Difficulty::ALL.into_iter().find(|level| level.number() == number)
    }
}
