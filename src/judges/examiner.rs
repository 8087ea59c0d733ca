//! Judges that say why a string fails, one string after the other.
//!
//! To examine a string is to parse it, to walk it through the printed grammar, and to try
//! repairs: some microseconds each. Judges that judge together know most of the answer when
//! they are at its end. Their automaton stands, after each byte, in a state that says of
//! every judge whether it has failed; so where a judge failed is found by halving. What it
//! then says follows from the state before, the byte, and the ruling: it was said before of
//! another string, and is recalled. Where it does not follow from these, the string is
//! examined as any other.

use std::collections::HashMap;

use super::component::Measured;
use super::{Judges, Ruling};
use crate::bnf::ProductionId;
use crate::diagnose::{self, Code, Diagnostic, Examination, Place, Recaller};
use crate::product::Trace;
use crate::verdict::{Judge, Judgement};

/// How many diagnostics are kept for each judge, of some KiB each, before all are forgotten.
const MOST_KEPT: usize = 1 << 10;

/// Judges that examine.
///
/// ```
/// use urlbnf::diagnose::examine;
/// use urlbnf::judges::Examiner;
/// use urlbnf::{Edition, Judge, Reading};
///
/// let judges = Edition::ALL.map(|edition| Judge::by_scheme(edition, Reading::Corrected));
/// let mut examiner = Examiner::new(&judges);
/// for input in [&b"http://a.b/~c"[..], b"http://d.e/f/~"] {
///     examiner.examine(input, |_| true, |_, examined| {
///         for (number, examination) in examined {
///             let alone = examine(&judges[*number], input);
///             assert_eq!(examination.diagnostic, alone.diagnostic);
///         }
///     });
/// }
/// ```
#[derive(Debug)]
pub struct Examiner<'j> {
    together: Judges<'j>,
    recallers: Vec<Recaller<'j>>,
    trace: Trace,
    /// What was said, by all from which it follows.
    said: HashMap<Key, Diagnostic>,
    /// By judge and where it was before the first `:`: whether that can only end a scheme.
    colons: HashMap<(usize, Measured), bool>,
    /// How many times the states had been made anew when these were kept.
    forgotten: u64,
}

/// From what follows what a judge says of a failure, but for what belongs to the string.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Key {
    judge: usize,
    /// Where it was before the byte.
    before: Measured,
    byte: u8,
    /// Whether the string ended behind the byte, which was taken.
    at_end: bool,
    code: Code,
    judged: Option<ProductionId>,
}

impl<'j> Examiner<'j> {
    /// These judges.
    pub fn new(judges: &'j [Judge]) -> Examiner<'j> {
        Examiner {
            together: Judges::new(judges),
            recallers: judges.iter().map(Recaller::new).collect(),
            trace: Trace::default(),
            said: HashMap::new(),
            colons: HashMap::new(),
            forgotten: 0,
        }
    }

    /// The same judges, to be asked for no more than rulings.
    pub fn together(&mut self) -> &mut Judges<'j> {
        &mut self.together
    }

    /// What each judge says of a string: any bytes, the empty string included.
    pub fn rulings(&mut self, input: &[u8]) -> &[Ruling] {
        self.go_along(input);
        let answer = self.answer(input);
        self.together.rulings(answer)
    }

    /// What each judge says, in the order of the judges, and where it fails, in bytes, if it does.
    pub fn failures(&mut self, input: &[u8]) -> Vec<(Ruling, Option<usize>)> {
        let rulings = self.rulings(input).to_vec();
        let judges = self.together.judges();
        let numbered = rulings.into_iter().zip(judges).enumerate();
        let failure = |(number, (ruling, judge)): (usize, (Ruling, &Judge))| {
            let offset = ruling.failure.map(|_| {
                let known = self.offset(number, input);
                known.unwrap_or_else(|| offset(&diagnose::examine(judge, input)))
            });
            (ruling, offset)
        };
        numbered.map(failure).collect()
    }

    /// Examines a string by the judges whose ruling is asked for: `report` gets the rulings of
    /// all, and the number of each of these judges with what it says: what
    /// [`examine`](diagnose::examine) says, without the tree.
    pub fn examine<R>(
        &mut self,
        input: &[u8],
        asked: impl Fn(&Ruling) -> bool,
        report: impl FnOnce(&[Ruling], &[(usize, Examination<'_>)]) -> R,
    ) -> R {
        let rulings = self.rulings(input).to_vec();
        let judges = self.together.judges();
        let mut examined = Vec::with_capacity(rulings.len());
        let mut keys = Vec::with_capacity(rulings.len());
        for (number, ruling) in rulings.iter().enumerate().filter(|(_, ruling)| asked(ruling)) {
            let (recalled, key) = self.recall(number, ruling, input);
            let examination = recalled.unwrap_or_else(|| diagnose::examine(&judges[number], input));
            examined.push((number, examination));
            keys.push(key);
        }
        let report = report(&rulings, &examined);
        for ((_, examination), key) in examined.into_iter().zip(keys) {
            self.keep(key, examination.diagnostic);
        }
        self.recallers.iter_mut().for_each(Recaller::tidy);
        report
    }

    /// Writes down the way along a string.
    fn go_along(&mut self, input: &[u8]) {
        self.together.product.trace(input, &mut self.trace);
        let forgotten = self.together.product.forgotten();
        let most = MOST_KEPT * self.recallers.len();
        if self.forgotten != forgotten || self.said.len() + self.colons.len() > most {
            self.said.clear();
            self.colons.clear();
            self.forgotten = forgotten;
        }
    }

    fn answer(&mut self, input: &[u8]) -> crate::product::Answer {
        match self.trace.after(input.len()) {
            Some(end) => self.together.end(end),
            None => self.together.judge(input),
        }
    }

    /// What a judge says of the string along which it went, if that follows from what it said
    /// of others; and by what to keep what it says.
    fn recall(
        &mut self,
        number: usize,
        ruling: &Ruling,
        input: &[u8],
    ) -> (Option<Examination<'static>>, Option<Key>) {
        let recaller = &self.recallers[number];
        if !recaller.is_for(input) || self.trace.after(input.len()).is_none() {
            return (None, None);
        }
        let Ruling { verdict, relative, failure } = *ruling;
        let Some(judgement) = recaller.judgement(input, verdict, relative) else {
            return (None, None);
        };
        let Some(blame) = failure else {
            return (Some(recaller.conforming(input, judgement)), None);
        };
        let Some(offset) = self.offset(number, input) else { return (None, None) };
        // At the end, what is not complete depends on the byte before.
        let at_end = offset == input.len();
        let last = offset - usize::from(at_end);
        let Some(before) = self.measured(number, input, last) else { return (None, None) };
        let byte = input[last];
        let (code, judged) = (blame.code, judgement.judged);
        let key = Key { judge: number, before, byte, at_end, code, judged };
        let Some(diagnostic) = self.said.remove(&key) else { return (None, Some(key)) };
        let colon_ends_scheme = self.colon_ends_scheme(number, input, offset, &judgement);
        let place = Place { offset, colon_ends_scheme };
        (self.recallers[number].failing(input, judgement, diagnostic, place), Some(key))
    }

    /// Where a judge fails along the way that was written down.
    fn offset(&self, number: usize, input: &[u8]) -> Option<usize> {
        let product = &self.together.product;
        let (component, end) = product.stand(self.trace.after(input.len())?, number);
        let has_failed = |at| component.has_failed(product.stand(at, number).1, end);
        let first = self.trace.first(has_failed);
        // What ends within a character fails before it.
        let is_within = |bytes: &usize| {
            let at = self.trace.after(*bytes);
            at.is_some_and(|at| component.is_within(product.stand(at, number).1, end))
        };
        let within = (1..first).rev().take_while(is_within).count();
        Some(first - 1 - within)
    }

    /// Where a judge was after so many bytes of the string along which it went.
    fn measured(&self, number: usize, input: &[u8], bytes: usize) -> Option<Measured> {
        let product = &self.together.product;
        let at = self.trace.after(bytes).unwrap_or_else(|| product.begin());
        let (component, end) = product.stand(self.trace.after(input.len())?, number);
        Some(component.place(product.stand(at, number).1, end))
    }

    fn colon_ends_scheme(
        &mut self,
        number: usize,
        input: &[u8],
        offset: usize,
        judgement: &Judgement<'_>,
    ) -> bool {
        let colon = input.iter().take(offset).position(|&byte| byte == b':');
        let Some(colon) = colon else { return true };
        let Some(before) = self.measured(number, input, colon) else { return false };
        let recaller = &self.recallers[number];
        *self
            .colons
            .entry((number, before))
            .or_insert_with(|| recaller.colon_ends_scheme(input, judgement))
    }

    fn keep(&mut self, key: Option<Key>, diagnostic: Option<Diagnostic>) {
        if let Some((key, diagnostic)) = key.zip(diagnostic) {
            self.said.insert(key, diagnostic);
        }
    }
}

/// Where a string fails; at its end where nothing is said of that.
fn offset(examination: &Examination<'_>) -> usize {
    examination.diagnostic.as_ref().map_or(0, |it| it.offset)
}
