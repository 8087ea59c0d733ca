//! The kinds of exercises, and how hard they are.

/// What kind of exercise it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// Predict the verdict.
    Predict,
    /// Find a string that one grammar takes and another does not.
    Find,
    /// Find the production to blame.
    Blame,
    /// Write the production.
    Write,
    /// Mend the misprint.
    Mend,
    /// Draw the derivation.
    Derive,
    /// Order the documents by what they allow.
    Order,
}

impl Kind {
    /// All of them, in the order in which a class may meet them.
    pub const ALL: [Kind; 7] = [
        Kind::Predict,
        Kind::Blame,
        Kind::Find,
        Kind::Derive,
        Kind::Write,
        Kind::Mend,
        Kind::Order,
    ];

    /// What a file of exercises calls it.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Predict => "predict",
            Kind::Find => "find",
            Kind::Blame => "blame",
            Kind::Write => "write",
            Kind::Mend => "mend",
            Kind::Derive => "derive",
            Kind::Order => "order",
        }
    }

    /// What is to be done, for people.
    pub fn title(self) -> &'static str {
        match self {
            Kind::Predict => "Predict the verdict",
            Kind::Find => "Find a string",
            Kind::Blame => "Find the production to blame",
            Kind::Write => "Write the production",
            Kind::Mend => "Mend the misprint",
            Kind::Derive => "Draw the derivation",
            Kind::Order => "Order the documents",
        }
    }

    /// The kind of a name.
    pub fn of_name(name: &str) -> Option<Kind> {
        Kind::ALL.into_iter().find(|it| it.name() == name)
    }
}

/// How hard an exercise is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Level {
    /// One look at one production.
    Easy,
    /// Several productions, or a trap.
    Middle,
    /// Something to think about.
    Hard,
}

impl Level {
    /// All of them.
    pub const ALL: [Level; 3] = [Level::Easy, Level::Middle, Level::Hard];

    /// Its number, from 1.
    pub fn number(self) -> u8 {
        self as u8 + 1
    }

    /// For people.
    pub fn name(self) -> &'static str {
        match self {
            Level::Easy => "easy",
            Level::Middle => "middle",
            Level::Hard => "hard",
        }
    }

    /// The level of a number.
    pub fn of_number(number: u8) -> Option<Level> {
        Level::ALL.into_iter().find(|it| it.number() == number)
    }
}
