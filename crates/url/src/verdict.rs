//! Verdicts, scheme by scheme.
//!
//! By its grammar alone, almost every string with a `:` is a `url` of RFC 1738, since
//! `otherurl` takes any scheme, even `http`. That does not help a person who mistyped an http
//! URL. So a string is judged by the productions of its own scheme if the document has any, and
//! by the generic ones only if it has none. For example, `http:x` is not an httpurl but is in
//! the language: its verdict is `generic-only`.

mod name;
mod partial;
mod references;
mod table;

use std::sync::{Arc, OnceLock};

use crate::automaton::{
    Automaton, AutomatonError, AutomatonRun, Classifier, Exceeded, LanguageSpec, NestingLimit, Work,
};
use crate::bnf::{Grammar, ProductionId};
use crate::derivation::Deriver;
use crate::edition::{Edition, Reading};
use crate::parser::parse;
use crate::scheme::{SchemeAlternatives, is_scheme, scheme, scheme_of};
use crate::tree::{NodeData, Tree};
use urlbnf_bnf::earley::EarleyRecogniser;

pub(crate) use name::is_about_urls;
use partial::PartialDerivers;
pub use references::ReferenceProductions;
pub(crate) use table::{VerdictAutomata, VerdictState};

/// If a recogniser judges the strings, the node limit of the automata is divided by this number.
const SHARE: usize = 16;

urlbnf_bnf::named! {
    "verdict";
    /// The verdict of a judge on a string.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
    pub enum Verdict {
        /// The productions by which the string is judged derive it.
        Conforms = "conforms",
        /// Its scheme has productions of its own, but only the generic ones derive it.
        GenericOnly = "generic-only",
        /// The start does not derive it.
        Rejected = "rejected",
        /// Judging it takes more work than one string may take.
        Undecided = "undecided",
    }
}

urlbnf_bnf::serde_by_name! { Serialize, Deserialize for Verdict }

urlbnf_bnf::named! {
    /// How strings are judged.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub enum JudgingMode {
        /// By the productions of the scheme of the string.
        Scheme = "scheme",
        /// By one start production, without regard to schemes.
        Start = "start",
    }
}

urlbnf_bnf::serde_by_name! { Serialize for JudgingMode }

/// A grammar in one reading with one start, ready to judge strings. Its verdicts do not depend on
/// the strings that it judged before.
#[derive(Debug)]
pub struct Judge {
    grammar: Arc<Grammar>,
    parser: JudgeParser,
    start: ProductionId,
    judged_by: JudgingMode,
    /// The kinds of references, if the start derives references.
    references: Option<ReferenceProductions>,
    schemes: SchemeAlternatives,
    generic: Vec<ProductionId>,
    /// The nesting depth up to which statements about all its strings hold.
    nesting: Option<NestingLimit>,
    /// The automaton of all strings of the start.
    whole: OnceLock<Automaton>,
    /// The automaton of the strings that need no generic alternative.
    specific: OnceLock<Automaton>,
    /// The table of verdicts; `None` if it is too large, or if there is no automaton.
    verdicts: OnceLock<Option<Classifier<Verdict>>>,
    /// The productions that the start does not reach, with their schemes.
    unreached: OnceLock<Vec<(ProductionId, String)>>,
    corrected: OnceLock<Option<Box<Judge>>>,
    /// Derives the beginnings of strings that fail, if the parser cannot.
    beginnings: PartialDerivers,
}

/// The parser that finds derivations.
#[derive(Debug)]
enum JudgeParser {
    /// The parser of an edition, made from its transcription.
    Transcribed(Edition, Reading),
    /// The positions of a grammar without a transcription.
    Positions(Box<DerivationFinders<Deriver>>),
    /// A recogniser that works on the grammar itself, for center-embedded recursion and for
    /// grammars with too many positions.
    Recognisers(Box<DerivationFinders<EarleyRecogniser>>),
}

/// The derivers, or the recognisers, of two languages.
#[derive(Debug)]
struct DerivationFinders<T> {
    /// All strings of the start.
    whole: T,
    /// The strings that need no generic alternative; `None` if there is no such alternative.
    specific: Option<T>,
}

impl<T> DerivationFinders<T> {
    fn build(
        grammar: &Grammar,
        start: ProductionId,
        generic: &[ProductionId],
        make: impl Fn(&Grammar, &LanguageSpec<'_>) -> Result<T, AutomatonError>,
    ) -> Result<Box<DerivationFinders<T>>, AutomatonError> {
        let whole = make(grammar, &LanguageSpec::from_production(start))?;
        let language = LanguageSpec { start, without: generic };
        let specific = (!generic.is_empty()).then(|| make(grammar, &language)).transpose()?;
        Ok(Box::new(DerivationFinders { whole, specific }))
    }
}

/// The alternatives of the start that a string needs only if its scheme has none of its own.
fn generic(schemes: &SchemeAlternatives, judged_by: JudgingMode) -> Vec<ProductionId> {
    match judged_by {
        JudgingMode::Scheme => schemes.generic(),
        JudgingMode::Start => Vec::new(),
    }
}

/// The verdict of a judge on a string. Everything else is found when it is asked for.
#[derive(Debug, Clone)]
pub struct Judgement<'a> {
    /// The verdict.
    pub verdict: Verdict,
    judge: &'a Judge,
    input: &'a [u8],
    /// The nodes of the derivation, once they were asked for.
    nodes: OnceLock<Result<Option<Vec<NodeData>>, Exceeded>>,
}

impl<'a> Judgement<'a> {
    /// The judgement with a known verdict.
    pub(crate) fn with_verdict(verdict: Verdict, judge: &'a Judge, input: &'a [u8]) -> Self {
        Judgement { verdict, judge, input, nodes: OnceLock::new() }
    }

    /// The production of the string's own scheme, if it has one; if schemes are disregarded, the
    /// start.
    pub fn judged(&self) -> Option<ProductionId> {
        self.judge.judged_production(self.input)
    }

    /// Whether it conforms only as a relative reference, which has no scheme.
    pub fn relative(&self) -> bool {
        // A conforming string that begins with a scheme and `:` is absolute. The tests prove
        // this for all strings.
        let is_absolute = || scheme(self.input).is_some_and(is_scheme);
        let conforms = self.verdict == Verdict::Conforms;
        self.judge.references.is_some() && conforms && !is_absolute()
    }

    /// The alternative of the start that derives the string; `None` if nothing does, or if finding it
    /// takes a derivation that is too large.
    pub fn matched(&self) -> Option<ProductionId> {
        let only = self.nodes.get().is_none().then(|| self.only_alternative()).flatten();
        only.or_else(|| self.judge.matched(&self.tree().ok()??, self.judged()))
    }

    /// The alternative that derives the string, if the verdict leaves only one: its scheme has one
    /// alternative, or it has none and one alternative accepts any scheme.
    pub(crate) fn only_alternative(&self) -> Option<ProductionId> {
        let Judgement { verdict, judge, .. } = *self;
        match (judge.judged_by, judge.references) {
            _ if matches!(verdict, Verdict::Rejected | Verdict::Undecided) => None,
            (_, Some(references)) => (!self.relative()).then_some(references.absolute),
            (JudgingMode::Start, None) => self.judged(),
            (JudgingMode::Scheme, None) => {
                judge.whole_edition()?;
                let own = self.judged().filter(|_| verdict == Verdict::Conforms);
                judge.schemes.only(own)
            }
        }
    }

    /// Returns the derivation; `None` if the string is not derived. A `generic-only` string is derived
    /// from a generic alternative. The first call derives the string, unless that was done for the
    /// verdict. Later calls copy the nodes.
    ///
    /// # Errors
    /// If the derivation is too large. The verdict holds all the same.
    pub fn tree(&self) -> Result<Option<Tree<'a, 'a>>, Exceeded> {
        if matches!(self.verdict, Verdict::Rejected | Verdict::Undecided) {
            return Ok(None);
        }
        let derived = || Ok(self.judge.tree(self.input, self.judged())?.map(Tree::into_nodes));
        let nodes = self.nodes.get_or_init(derived).clone()?;
        Ok(nodes.and_then(|nodes| Tree::from_nodes(&self.judge.grammar, self.input, nodes)))
    }
}

impl Judge {
    /// Returns a judge by the start of an edition: scheme by scheme or, if its grammar has no
    /// productions for particular schemes, without regard to schemes.
    pub fn by_scheme(edition: Edition, reading: Reading) -> Judge {
        let start = edition.grammar(reading).start();
        let references = ReferenceProductions::for_edition(edition, reading);
        let by = references.map_or(JudgingMode::Scheme, |_| JudgingMode::Start);
        Judge { references, ..Judge::of_edition(edition, reading, start, by) }
    }

    /// Returns a judge by any production of an edition, without regard to schemes. `start` must be
    /// a production of the grammar of this edition and reading.
    pub fn by_start(edition: Edition, reading: Reading, start: ProductionId) -> Judge {
        Judge::of_edition(edition, reading, start, JudgingMode::Start)
    }

    /// Returns a judge by the start of any grammar: scheme by scheme, if the grammar declares that
    /// its strings are URLs (`; urlbnf: about urls`) and some alternatives of the start begin
    /// with a literal scheme; otherwise without regard to schemes.
    ///
    /// ```
    /// use urlbnf_url::{Grammar, Judge, Reading, Verdict};
    ///
    /// let text = "# notation rfc822\ntime = digit digit \":\" digit digit\ndigit = \"0\" | \"1\" | \"2\"\n";
    /// let judge = Judge::of_grammar(Grammar::read("time.bnf", text, Reading::Corrected)?)?;
    /// let judgement = judge.judge(b"12:20");
    /// assert_eq!(judgement.verdict, Verdict::Conforms);
    /// assert_eq!(judgement.tree()?.unwrap().root().name(), "time");
    /// assert_eq!(judge.judge(b"12.20").verdict, Verdict::Rejected);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the grammar is too large: its start can neither be unrolled into positions nor be judged
    /// by an Earley recogniser.
    pub fn of_grammar(grammar: impl Into<Arc<Grammar>>) -> Result<Judge, AutomatonError> {
        let grammar = grammar.into();
        let start = grammar.start();
        let has_schemes =
            || SchemeAlternatives::from_start(&grammar, start).defined().next().is_some();
        let by_scheme = is_about_urls(&grammar) && has_schemes();
        let judged_by = if by_scheme { JudgingMode::Scheme } else { JudgingMode::Start };
        Judge::by_positions(grammar, start, judged_by)
    }

    /// Returns a judge by any production of any grammar, without regard to schemes.
    ///
    /// # Errors
    /// If the grammar is too large, as for [`Judge::of_grammar`].
    pub fn of_production(
        grammar: impl Into<Arc<Grammar>>,
        start: ProductionId,
    ) -> Result<Judge, AutomatonError> {
        Judge::by_positions(grammar.into(), start, JudgingMode::Start)
    }

    fn of_edition(
        edition: Edition,
        reading: Reading,
        start: ProductionId,
        judged_by: JudgingMode,
    ) -> Judge {
        let grammar = Arc::clone(edition.shared_grammar(reading));
        let schemes = SchemeAlternatives::from_start(&grammar, start);
        Judge::new(grammar, JudgeParser::Transcribed(edition, reading), start, schemes, judged_by)
    }

    fn by_positions(
        grammar: Arc<Grammar>,
        start: ProductionId,
        judged_by: JudgingMode,
    ) -> Result<Judge, AutomatonError> {
        let schemes = SchemeAlternatives::from_start(&grammar, start);
        let generic = generic(&schemes, judged_by);
        let judge =
            |parser| Judge::new(Arc::clone(&grammar), parser, start, schemes.clone(), judged_by);
        let by_recognisers = || {
            let recognisers =
                DerivationFinders::build(&grammar, start, &generic, EarleyRecogniser::new)?;
            Ok(judge(JudgeParser::Recognisers(recognisers)))
        };
        if EarleyRecogniser::is_needed(&grammar, start) {
            return by_recognisers();
        }
        let laid_out = || {
            let positions = DerivationFinders::build(&grammar, start, &generic, Deriver::new)?;
            let judge = judge(JudgeParser::Positions(positions));
            // All errors occur here, not later.
            let _ = judge.whole.set(judge.unrolled(&[])?);
            if !judge.generic.is_empty() {
                let _ = judge.specific.set(judge.unrolled(&judge.generic)?);
            }
            Ok(judge)
        };
        // A grammar that is too large to be unrolled may still be small as printed.
        laid_out().or_else(|error| by_recognisers().map_err(|_| error))
    }

    fn new(
        grammar: Arc<Grammar>,
        parser: JudgeParser,
        start: ProductionId,
        schemes: SchemeAlternatives,
        judged_by: JudgingMode,
    ) -> Judge {
        let generic = generic(&schemes, judged_by);
        Judge {
            nesting: NestingLimit::for_production(&grammar, start),
            grammar,
            parser,
            start,
            judged_by,
            references: None,
            schemes,
            generic,
            whole: OnceLock::new(),
            specific: OnceLock::new(),
            verdicts: OnceLock::new(),
            unreached: OnceLock::new(),
            corrected: OnceLock::new(),
            beginnings: PartialDerivers::default(),
        }
    }

    /// Adds the corrected grammar to this judge of a printed reading, so that notes can say
    /// what the corrected one accepts.
    ///
    /// # Errors
    /// If the corrected grammar is too large, as for [`Judge::of_grammar`].
    pub fn with_corrected(self, grammar: impl Into<Arc<Grammar>>) -> Result<Judge, AutomatonError> {
        let corrected = Judge::of_grammar(grammar)?;
        Ok(Judge { corrected: OnceLock::from(Some(Box::new(corrected))), ..self })
    }

    /// The grammar by which it judges.
    pub fn grammar(&self) -> &Grammar {
        &self.grammar
    }

    pub(crate) fn shared_grammar(&self) -> &Arc<Grammar> {
        &self.grammar
    }

    /// The start production.
    pub fn start(&self) -> ProductionId {
        self.start
    }

    /// How it judges strings.
    pub fn judged_by(&self) -> JudgingMode {
        self.judged_by
    }

    /// The two kinds of references, if the start of its edition derives references.
    pub fn references(&self) -> Option<ReferenceProductions> {
        self.references
    }

    /// The nesting depth up to which statements about all its strings hold, if the start is not
    /// regular. Its verdicts hold at any depth.
    pub fn nesting(&self) -> Option<&NestingLimit> {
        self.nesting.as_ref()
    }

    /// The alternatives of the start, and their schemes.
    pub fn schemes(&self) -> &SchemeAlternatives {
        &self.schemes
    }

    /// Judges a string, which can be any bytes, the empty string included. Returns the verdict, and
    /// the derivation on demand. [`examine`](crate::diagnose::examine) says why a string fails.
    ///
    /// The verdict of an edition comes from the table of [`verdict`](Judge::verdict). By another grammar,
    /// the string is [derived](Judge::derive) if that table is not made yet.
    pub fn judge<'a>(&'a self, input: &'a [u8]) -> Judgement<'a> {
        if let JudgeParser::Transcribed(..) = self.parser {
            self.verdicts();
        }
        match self.verdicts.get() {
            Some(Some(verdicts)) => Judgement::with_verdict(verdicts.answer(input), self, input),
            _ => self.derive(input),
        }
    }

    /// Judges a string by deriving it. The result is that of [`judge`](Judge::judge), which needs
    /// less time.
    pub fn derive<'a>(&'a self, input: &'a [u8]) -> Judgement<'a> {
        let judged = self.judged_production(input);
        if let JudgeParser::Recognisers(recognisers) = &self.parser {
            let verdict = self.recognised(recognisers, input, judged);
            return Judgement::with_verdict(verdict.unwrap_or(Verdict::Undecided), self, input);
        }
        let tree = self.tree(input, judged);
        let found = tree.as_ref().ok().and_then(Option::as_ref);
        let matched = found.and_then(|tree| self.matched(tree, judged));
        let generic = matched.is_some_and(|matched| self.generic.contains(&matched));
        let verdict = match found {
            _ if tree.is_err() => Verdict::Undecided,
            None => Verdict::Rejected,
            Some(_) if generic && judged.is_some() => Verdict::GenericOnly,
            Some(_) => Verdict::Conforms,
        };
        let nodes = OnceLock::from(tree.map(|tree| tree.map(Tree::into_nodes)));
        Judgement { verdict, judge: self, input, nodes }
    }

    /// The verdict of recognisers. Each string has the work of one string to itself.
    fn recognised(
        &self,
        recognisers: &DerivationFinders<EarleyRecogniser>,
        input: &[u8],
        judged: Option<ProductionId>,
    ) -> Result<Verdict, Exceeded> {
        let specific = recognisers.specific.as_ref().filter(|_| judged.is_some());
        Ok(match specific {
            Some(specific) if specific.derives(input)? => Verdict::Conforms,
            _ if !recognisers.whole.derives(input)? => Verdict::Rejected,
            Some(_) => Verdict::GenericOnly,
            None => Verdict::Conforms,
        })
    }

    /// The alternative of the start in a derivation.
    fn matched(&self, tree: &Tree<'_, '_>, judged: Option<ProductionId>) -> Option<ProductionId> {
        match (self.judged_by, self.references) {
            (_, Some(references)) => references.matched(tree),
            (JudgingMode::Start, None) => judged,
            (JudgingMode::Scheme, None) => self.alternative(tree),
        }
    }

    /// A derivation; one from the productions of the string's own scheme, if there is one.
    fn tree<'a>(
        &'a self,
        input: &'a [u8],
        judged: Option<ProductionId>,
    ) -> Result<Option<Tree<'a, 'a>>, Exceeded> {
        // The transcriptions try these before the generic ones (deviation D4).
        if let JudgeParser::Transcribed(edition, reading) = &self.parser {
            return Ok(parse(*edition, *reading, self.start, input).ok());
        }
        let derive = |specific| match self.recogniser(specific) {
            Some(recogniser) => recogniser.tree(&self.grammar, input),
            None => {
                let deriver = self.deriver(specific);
                Ok(deriver.and_then(|deriver| deriver.derive(&self.grammar, input)))
            }
        };
        if judged.is_some()
            && !self.generic.is_empty()
            && let Some(tree) = derive(true)?
        {
            return Ok(Some(tree));
        }
        derive(false)
    }

    /// The recogniser, if the start has no automaton: of all strings of the start, or of those
    /// without a generic alternative.
    fn recogniser(&self, specific: bool) -> Option<&EarleyRecogniser> {
        match &self.parser {
            JudgeParser::Recognisers(recognisers) if specific => {
                recognisers.specific.as_ref().or(Some(&recognisers.whole))
            }
            JudgeParser::Recognisers(recognisers) => Some(&recognisers.whole),
            JudgeParser::Transcribed(..) | JudgeParser::Positions(_) => None,
        }
    }

    /// The recogniser of the language in which the failure of a string is measured.
    pub(crate) fn measuring(&self, judged: Option<ProductionId>) -> Option<&EarleyRecogniser> {
        self.recogniser(judged.is_some())
    }

    /// Whether a string conforms, as a part of another computation. `false` also if that needs a
    /// derivation, because the start has generic alternatives.
    ///
    /// # Errors
    /// If the work runs out.
    pub(crate) fn conforms_within(&self, input: &[u8], work: &mut Work) -> Result<bool, Exceeded> {
        let derives = match self.recogniser(false) {
            Some(recogniser) => recogniser.derives_within(input, work)?,
            None => {
                let mut run = AutomatonRun::new(self.whole());
                let mut goes_on = true;
                for &byte in input {
                    goes_on = goes_on && run.step(byte);
                    work.ticks(1 + run.edges_followed())?;
                }
                goes_on && run.may_end()
            }
        };
        Ok(derives && self.generic.is_empty())
    }

    /// Whether an Earley recogniser judges each string, because there is no automaton of the
    /// language: the grammar recurs in its middle, or has too many positions.
    pub fn is_one_by_one(&self) -> bool {
        matches!(self.parser, JudgeParser::Recognisers(_))
    }

    /// The production that judges a string.
    pub(crate) fn judged_production(&self, input: &[u8]) -> Option<ProductionId> {
        match self.judged_by {
            JudgingMode::Start => Some(self.start),
            JudgingMode::Scheme => self.own_production(input),
        }
    }

    /// The production of the string's own scheme; `None` if the scheme has none, or if the string
    /// has no scheme.
    pub fn own_production(&self, input: &[u8]) -> Option<ProductionId> {
        let scheme = std::str::from_utf8(scheme(input)?).ok()?;
        self.schemes.production(scheme)
    }

    /// The outermost node that is an alternative of the start.
    fn alternative(&self, tree: &Tree<'_, '_>) -> Option<ProductionId> {
        let mut below = tree.nodes().map(|node| node.production());
        below.find(|id| {
            self.schemes.alternatives.iter().any(|alternative| alternative.production == *id)
        })
    }

    /// A production of the scheme that the start does not reach.
    pub(crate) fn unreached(&self, scheme: &str) -> Option<ProductionId> {
        let unreached = self.unreached.get_or_init(|| {
            let ids = self.grammar.unreachable_from(self.start).into_iter();
            ids.filter_map(|id| Some((id, scheme_of(&self.grammar, id)?))).collect()
        });
        unreached.iter().find(|(_, of)| of == scheme).map(|&(id, _)| id)
    }

    /// Whether the other judge agrees on every string, as a reading without errata does.
    pub(crate) fn agrees_with(&self, other: &Judge) -> bool {
        (self.edition(), self.start, self.judged_by)
            == (other.edition(), other.start, other.judged_by)
            && self.grammar.listing().text == other.grammar.listing().text
            && self.schemes == other.schemes
            && self.whole() == other.whole()
            && self.specific() == other.specific()
    }

    /// The same judge with the corrected reading, if this one has the printed reading.
    pub(crate) fn corrected(&self) -> Option<&Judge> {
        let corrected = || match self.parser {
            JudgeParser::Transcribed(edition, Reading::Printed) => {
                Some(Box::new(Judge::by_scheme(edition, Reading::Corrected)))
            }
            _ => None,
        };
        self.corrected.get_or_init(corrected).as_deref()
    }

    /// The language in which the failure of a string is measured; `judged` is the production
    /// that judges it.
    pub(crate) fn measure(&self, judged: Option<ProductionId>) -> &Automaton {
        let own = judged.and_then(|_| self.specific());
        own.unwrap_or_else(|| self.whole())
    }

    /// All strings of the start.
    pub(crate) fn whole(&self) -> &Automaton {
        self.whole.get_or_init(|| self.automaton(&[]))
    }

    /// The strings of the start that need no generic alternative; `None` without such alternatives.
    pub(crate) fn specific(&self) -> Option<&Automaton> {
        let specific = || self.specific.get_or_init(|| self.automaton(&self.generic));
        (!self.generic.is_empty()).then(specific)
    }

    /// The automaton of a language. If a recogniser judges the strings, it serves repairs alone: it
    /// has only the strings up to the nesting limit, or none if it is too large.
    fn automaton(&self, without: &[ProductionId]) -> Automaton {
        self.unrolled(without).unwrap_or_else(|_| Automaton::none())
    }

    fn unrolled(&self, without: &[ProductionId]) -> Result<Automaton, AutomatonError> {
        let mut limits = *self.grammar.limits();
        if self.is_one_by_one() {
            limits.nodes /= SHARE;
        }
        let language = LanguageSpec { start: self.start, without };
        Automaton::within(&self.grammar, &language, &mut Work::new(&limits))
    }
}
