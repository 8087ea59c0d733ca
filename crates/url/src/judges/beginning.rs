//! What an input says of itself before its first `:`.
//!
//! By whose productions a string is judged depends on its scheme, and some codes
//! on whether it has a wrapper around it or a scheme in upper case. All judges
//! ask the same of an input's beginning, so it is asked once for all of them: this is
//! what recognises it, and the automaton itself knows nothing of schemes.

use std::collections::BTreeSet;

use crate::diagnose::is_scheme_byte;
use crate::product::Recogniser;
use crate::verdict::{Judge, JudgedBy};

/// What recognises schemes and wrappers.
#[derive(Debug)]
pub(super) struct Beginnings {
    /// Those of the judges, in lower case.
    schemes: BTreeSet<String>,
    /// Whether any judge goes by schemes, or tells a relative reference from a URL: else
    /// nothing depends on a beginning.
    asked: bool,
}

/// What is known of the beginning, some bytes along.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Beginning {
    wrapper: Wrapper,
    scheme: Scheme,
}

/// How much of a wrapper there is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Wrapper {
    /// Nothing was read.
    Start,
    /// `<`, and so many bytes of `URL:` in either case.
    Angle(u8),
    /// `<`, or `<URL:`, and `>` at once: a wrapper around nothing, if it ends here.
    Hollow,
    /// So many bytes of `URL:`.
    Bare(u8),
    /// There is something inside a wrapper.
    Inside,
    /// There is no wrapper.
    No,
}

/// What stands before the first `:`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Scheme {
    /// Whether the `:` was read.
    pub ended: bool,
    /// In lower case, as long as it can be the scheme of some judge's own production.
    known: Option<String>,
    /// Whether some of it was in upper case.
    pub upper: bool,
    /// Whether it looks like a scheme at all.
    pub well_formed: bool,
}

const PREFIX: &[u8] = b"URL:";

impl Wrapper {
    fn step(self, byte: u8) -> Wrapper {
        let goes_on = |read: u8| PREFIX.get(usize::from(read)).copied();
        match self {
            Wrapper::Start if byte == b'<' => Wrapper::Angle(0),
            Wrapper::Start if goes_on(0) == Some(byte) => Wrapper::Bare(1),
            Wrapper::Start | Wrapper::No => Wrapper::No,
            Wrapper::Angle(read) => match goes_on(read) {
                Some(next) if next.eq_ignore_ascii_case(&byte) => Wrapper::Angle(read + 1),
                _ if byte == b'>' && (read == 0 || goes_on(read).is_none()) => Wrapper::Hollow,
                _ => Wrapper::Inside,
            },
            Wrapper::Bare(read) => match goes_on(read) {
                None => Wrapper::Inside,
                Some(next) if next == byte => Wrapper::Bare(read + 1),
                Some(_) => Wrapper::No,
            },
            Wrapper::Hollow | Wrapper::Inside => Wrapper::Inside,
        }
    }
}

impl Beginnings {
    /// What recognises the beginnings of which these judges ask.
    pub fn of(judges: &[Judge]) -> Beginnings {
        let schemes = judges.iter().flat_map(|judge| judge.schemes().defined().map(str::to_owned));
        Beginnings {
            schemes: schemes.collect(),
            asked: judges
                .iter()
                .any(|judge| judge.judged_by() == JudgedBy::Scheme || judge.references().is_some()),
        }
    }
}

impl Recogniser for Beginnings {
    type State = Beginning;

    fn start(&self) -> Beginning {
        let known = Some(String::new());
        let scheme = Scheme { ended: false, known, upper: false, well_formed: true };
        Beginning { wrapper: Wrapper::Start, scheme }
    }

    fn step(&self, from: &Beginning, byte: u8) -> Beginning {
        let mut next = from.clone();
        if self.asked {
            next.take(byte, &self.schemes);
        }
        next
    }

    fn class(&self, byte: u8) -> u32 {
        if !self.asked {
            return 0;
        }
        let lower = byte.to_ascii_lowercase();
        let in_a_scheme = self.schemes.iter().any(|scheme| scheme.as_bytes().contains(&lower));
        // Each of these means something of its own before the first `:`.
        let alone =
            in_a_scheme || PREFIX.to_ascii_lowercase().contains(&lower) || b":<>".contains(&byte);
        let kind = u32::from(byte.is_ascii_uppercase()) | u32::from(is_scheme_byte(byte)) << 1;
        kind << 8 | if alone { u32::from(lower) } else { 0 }
    }
}

impl Beginning {
    /// Takes a byte. `schemes` are those of the judges.
    fn take(&mut self, byte: u8, schemes: &BTreeSet<String>) {
        self.wrapper = self.wrapper.step(byte);
        let scheme = &mut self.scheme;
        if scheme.ended {
            return;
        }
        if byte == b':' {
            scheme.ended = true;
            scheme.well_formed &= scheme.known.as_deref() != Some("");
            scheme.known = scheme.known.take().filter(|known| schemes.contains(known));
            // Of no other does it matter.
            scheme.upper &= scheme.known.is_some();
            return;
        }
        let lower = char::from(byte.to_ascii_lowercase());
        scheme.known = scheme.known.take().map(|known| format!("{known}{lower}")).filter(|known| {
            let next = schemes.range(known.clone()..).next();
            byte.is_ascii() && next.is_some_and(|scheme| scheme.starts_with(known.as_str()))
        });
        scheme.upper = scheme.known.is_some() && (scheme.upper || byte.is_ascii_uppercase());
        scheme.well_formed &= is_scheme_byte(byte);
    }

    /// Whether the input, if it ends here, has something inside a wrapper.
    pub fn is_wrapped(&self) -> bool {
        match self.wrapper {
            Wrapper::Inside => true,
            Wrapper::Angle(read) => read > 0 && usize::from(read) < PREFIX.len(),
            Wrapper::Start | Wrapper::Hollow | Wrapper::Bare(_) | Wrapper::No => false,
        }
    }

    /// What stands before the `:`.
    pub fn scheme(&self) -> &Scheme {
        &self.scheme
    }
}

impl Scheme {
    /// The scheme, in lower case, where a judge has productions for it.
    pub fn known(&self) -> Option<&str> {
        self.known.as_deref().filter(|_| self.ended)
    }
}
