//! Recognises the beginning of an input, before its first `:`.
//!
//! The scheme of a string decides which productions judge it, and some codes depend on a
//! wrapper or on a scheme in upper case. All judges need the same facts about the beginning, so
//! one recogniser finds them for all judges. The automaton itself knows nothing about schemes.

use std::collections::BTreeSet;

use crate::diagnose::WrapperState;
use crate::product::PrefixRecogniser;
use crate::scheme::is_scheme_byte;
use crate::verdict::Judge;

/// The recogniser of schemes and wrappers.
#[derive(Debug)]
pub(super) struct SchemeRecogniser {
    /// The schemes of the judges, in lower case.
    schemes: BTreeSet<String>,
    /// Whether any judge is of whole URLs; if not, nothing depends on the beginning.
    asked: bool,
}

/// The state of the recogniser.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct SchemeRecogniserState {
    opening: WrapperState,
    scheme: SchemeState,
}

/// The state of the text before the first `:`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct SchemeState {
    /// Whether the `:` was read.
    pub ended: bool,
    /// The text in lower case, as long as it can be a scheme with productions of its own.
    known: Option<String>,
    /// Whether some of it is in upper case.
    pub upper: bool,
    /// Whether it looks like a scheme.
    pub well_formed: bool,
}

impl SchemeRecogniser {
    /// Creates the recogniser for these judges.
    pub fn for_judges(judges: &[Judge]) -> SchemeRecogniser {
        let schemes = judges.iter().flat_map(|judge| judge.schemes().defined().map(str::to_owned));
        SchemeRecogniser {
            schemes: schemes.collect(),
            asked: judges.iter().any(Judge::is_of_whole_urls),
        }
    }
}

impl PrefixRecogniser for SchemeRecogniser {
    type State = SchemeRecogniserState;

    fn start(&self) -> SchemeRecogniserState {
        let known = Some(String::new());
        let scheme = SchemeState { ended: false, known, upper: false, well_formed: true };
        SchemeRecogniserState { opening: WrapperState::Start, scheme }
    }

    fn step(&self, from: &SchemeRecogniserState, byte: u8) -> SchemeRecogniserState {
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
        // Each of these bytes has its own effect before the first `:`.
        let alone =
            in_a_scheme || WrapperState::distinguishes(byte) || WrapperState::distinguishes(lower);
        let kind = u32::from(byte.is_ascii_uppercase())
            | u32::from(is_scheme_byte(byte)) << 1
            | u32::from(byte.is_ascii_alphabetic()) << 2;
        kind << 8 | if alone { u32::from(lower) } else { 0 }
    }
}

impl SchemeRecogniserState {
    /// Reads a byte. `schemes` are those of the judges.
    fn take(&mut self, byte: u8, schemes: &BTreeSet<String>) {
        self.opening = self.opening.step(byte);
        let scheme = &mut self.scheme;
        if scheme.ended {
            return;
        }
        if byte == b':' {
            scheme.ended = true;
            scheme.well_formed &= scheme.known.as_deref() != Some("");
            scheme.known = scheme.known.take().filter(|known| schemes.contains(known));
            // For other schemes, the case does not matter.
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

    /// The state of the recogniser of wrappers.
    pub fn opening(&self) -> WrapperState {
        self.opening
    }

    /// The state of the text before the `:`.
    pub fn scheme(&self) -> &SchemeState {
        &self.scheme
    }
}

impl SchemeState {
    /// The scheme, in lower case, if a judge has productions for it.
    pub fn known(&self) -> Option<&str> {
        self.known.as_deref().filter(|_| self.ended)
    }
}
