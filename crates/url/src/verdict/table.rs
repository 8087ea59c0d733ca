//! Verdicts by tables.
//!
//! The verdict on a string follows from the states that two minimal automata reach: that of the
//! start, and the same without the generic alternatives. It also depends on whether the scheme has
//! productions of its own. One automaton combines all this. It is made on first use.

use super::{Judge, Verdict};
use crate::automaton::{ByteClasses, Classifier, DEAD, Dfa, Exceeded};

/// The automata of a judge's languages.
pub(crate) struct VerdictAutomata {
    whole: Dfa,
    specific: Option<Dfa>,
    /// The schemes that have productions of their own, if there are generic alternatives.
    schemes: Vec<String>,
}

#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct VerdictState {
    whole: usize,
    specific: usize,
    scheme: SchemeProgress,
}

#[derive(Clone, PartialEq, Eq, Hash)]
enum SchemeProgress {
    /// The beginning of a scheme that has productions of its own.
    Begun(String),
    /// Such a scheme, and its `:`.
    Own,
    Other,
}

impl VerdictAutomata {
    pub fn for_judge(judge: &Judge) -> Result<VerdictAutomata, Exceeded> {
        let mut work = judge.grammar().work();
        let specific =
            judge.specific().map(|automaton| automaton.determinise(&mut work)).transpose()?;
        let schemes = judge.schemes().defined().filter(|_| specific.is_some());
        let schemes = schemes.map(str::to_owned).collect();
        Ok(VerdictAutomata { whole: judge.whole().determinise(&mut work)?, specific, schemes })
    }

    /// The state before the first byte.
    pub fn start(&self) -> VerdictState {
        let specific = self.specific.as_ref().map_or(0, Dfa::start);
        let scheme = match self.schemes.is_empty() {
            true => SchemeProgress::Other,
            false => SchemeProgress::Begun(String::new()),
        };
        VerdictState { whole: self.whole.start(), specific, scheme }
    }

    /// The state after one more byte.
    pub fn step(&self, from: &VerdictState, byte: u8) -> VerdictState {
        let scheme = match &from.scheme {
            SchemeProgress::Begun(begun) if byte == b':' && self.schemes.contains(begun) => {
                SchemeProgress::Own
            }
            SchemeProgress::Begun(begun) => {
                let begun = format!("{begun}{}", char::from(byte));
                match self.schemes.iter().any(|scheme| scheme.starts_with(&begun)) {
                    true => SchemeProgress::Begun(begun),
                    false => SchemeProgress::Other,
                }
            }
            decided => decided.clone(),
        };
        let specific = self.specific.as_ref().filter(|_| scheme != SchemeProgress::Other);
        VerdictState {
            whole: self.whole.step(from.whole, byte),
            specific: specific.map_or(0, |dfa| dfa.step(from.specific, byte)),
            scheme,
        }
    }

    /// The verdict of a string that ends here.
    pub fn verdict(&self, at: &VerdictState) -> Verdict {
        let whole = self.whole.is_accepting(at.whole);
        let specific = match &self.specific {
            Some(dfa) if at.scheme == SchemeProgress::Own => dfa.is_accepting(at.specific),
            _ => whole,
        };
        match (specific, whole) {
            (true, _) => Verdict::Conforms,
            (false, true) => Verdict::GenericOnly,
            (false, false) => Verdict::Rejected,
        }
    }

    /// The classes of bytes that have the same effect.
    fn classes(&self) -> ByteClasses {
        ByteClasses::from_signature(|byte| {
            let specific = self.specific.as_ref().map(|dfa| dfa.classes()[usize::from(byte)]);
            let in_a_scheme = self.schemes.iter().any(|scheme| scheme.as_bytes().contains(&byte));
            let of_a_scheme = in_a_scheme || byte == b':' && !self.schemes.is_empty();
            (self.whole.classes()[usize::from(byte)], specific, of_a_scheme.then_some(byte))
        })
    }
}

impl Judge {
    /// Returns the verdict on a string, which can be any bytes, the empty string included. It is
    /// the verdict of [`judge`](Judge::judge), without the derivation.
    ///
    /// The first call makes a table, in milliseconds. Every later call walks along the string and
    /// allocates nothing. There is no table if the grammar [nests](Judge::is_one_by_one) or its
    /// automaton is too large; then the string is [derived](Judge::derive).
    ///
    /// ```
    /// use urlbnf_url::{Edition, Judge, Reading, Verdict};
    ///
    /// let judge = Judge::by_scheme(Edition::Rfc1738, Reading::Corrected);
    /// assert_eq!(judge.verdict(b"http://info.cern.ch/"), Verdict::Conforms);
    /// assert_eq!(judge.verdict(b"http:x"), Verdict::GenericOnly);
    /// assert_eq!(judge.verdict(b"http://a b/"), Verdict::Rejected);
    /// ```
    pub fn verdict(&self, input: &[u8]) -> Verdict {
        match self.verdicts() {
            Some(verdicts) => verdicts.answer(input),
            None => self.derive(input).verdict,
        }
    }

    /// Whether a string conforms.
    pub(crate) fn conforms(&self, input: &[u8]) -> bool {
        self.judge(input).verdict == Verdict::Conforms
    }

    /// The table of verdicts, where there is one.
    pub(super) fn verdicts(&self) -> Option<&Classifier<Verdict>> {
        let table = || (!self.is_one_by_one()).then(|| self.classifier().ok()).flatten();
        self.verdicts.get_or_init(table).as_ref()
    }

    fn classifier(&self) -> Result<Classifier<Verdict>, Exceeded> {
        let languages = VerdictAutomata::for_judge(self)?;
        let step = |from: &VerdictState, byte: u8| {
            let next = languages.step(from, byte);
            (next.whole != DEAD).then_some(next)
        };
        let verdict = |at: &VerdictState| languages.verdict(at);
        let mut work = self.grammar.work();
        let (start, classes) = (languages.start(), languages.classes());
        Classifier::explore(start, &classes, step, verdict, Verdict::Rejected, &mut work)
    }
}
