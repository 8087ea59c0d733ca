//! Of which production a reader is told.
//!
//! The principal production of a failure is exact: the one that was entered last. Two failures are
//! told better of another one. Before the first byte nothing was entered, and none of the
//! productions that could begin is to blame; nor is one for another scheme. Where the input stops
//! too early, the production that was entered last may be complete. And where a character fails in
//! a host, the path after the host was entered last, although nothing of it is there: a reader
//! looks in the host.

use super::{Code, Diagnostic, Failing, citation};
use crate::bnf::{Grammar, ProductionId};

/// Paths that may be entered with nothing of them after a host.
const PATHS: &[&str] = &["path-abempty", "ipath-abempty", "abs_path"];
/// Productions that wait where the component before such a path goes on, and that component.
const COMPONENTS: &[(&str, &str)] = &[
    ("query", "query"),
    ("reg-name", "host"),
    ("ireg-name", "ihost"),
    ("domainlabel", "host"),
    ("reg_name", "authority"),
    ("hostport", "hostport"),
    ("authority", "authority"),
    ("iauthority", "iauthority"),
    ("net_loc", "net_loc"),
];
/// What waits for an `@` where a delimiter ends an authority, and the authority.
const USERS: &[(&str, &str)] = &[("userinfo", "authority"), ("iuserinfo", "iauthority")];
use crate::verdict::{Judge, JudgedBy};

impl Diagnostic {
    /// The production that a reader is told of.
    pub fn told(&self, judge: &Judge) -> ProductionId {
        let unfinished = self.unfinished.as_ref().map(|it| it.production);
        let first = self.offset == 0;
        told(judge, first, self.code, self.production, unfinished, self.component(judge))
    }

    /// The component in which a reader looks, where another was entered last.
    pub fn component(&self, judge: &Judge) -> Option<ProductionId> {
        let waiting = self.failing.iter().map(|it| it.production);
        component(judge, self.production, waiting)
            .or_else(|| authority(judge, self.production, self.found))
            .filter(|_| self.code != Code::EndsTooEarly)
    }

    /// The productions from the start to it; none where no production was chosen yet.
    pub fn told_chain(&self, judge: &Judge) -> &[ProductionId] {
        if self.none_is_chosen(judge) {
            return &[];
        }
        let Some(component) = self.component(judge) else { return self.unfinished_chain() };
        let up_to = |chain: &'_ [ProductionId]| chain.iter().rposition(|it| *it == component);
        let mut chains = self.failing.iter().map(|it| it.chain.as_slice());
        let found = chains.find_map(|chain| chain.get(..=up_to(chain)?));
        found.unwrap_or(&self.chain)
    }

    /// What of its own text waits; `None` where that is only in productions that it names.
    pub fn told_failing(&self, judge: &Judge) -> Option<&Failing> {
        let chain = self.told_chain(judge);
        self.failing.iter().find(|failing| failing.chain == chain)
    }

    /// Where the production is printed that a reader is told of.
    pub fn told_citation(&self, judge: &Judge) -> String {
        match self.told(judge) {
            // What is defined nowhere is printed where it is used.
            told if told == self.production => self.citation(judge),
            told => citation(judge, told),
        }
    }

    fn none_is_chosen(&self, judge: &Judge) -> bool {
        none_is_chosen(judge, self.offset == 0, self.code)
    }
}

/// The production that a reader is told of: of a failure, the one to blame, and the innermost
/// that is not complete where the input stops too early, or the component in which a reader
/// looks. `first` says whether not a byte was taken.
pub(crate) fn told(
    judge: &Judge,
    first: bool,
    code: Code,
    blamed: ProductionId,
    unfinished: Option<ProductionId>,
    component: Option<ProductionId>,
) -> ProductionId {
    match none_is_chosen(judge, first, code) {
        true => chooser(judge),
        false => unfinished.or(component).unwrap_or(blamed),
    }
}

/// The component in which a reader looks for a character that fails, where a path after it was
/// entered last. `waiting` are the productions that wait.
pub(crate) fn component(
    judge: &Judge,
    blamed: ProductionId,
    waiting: impl Iterator<Item = ProductionId>,
) -> Option<ProductionId> {
    let grammar: &Grammar = judge.grammar();
    if !PATHS.contains(&grammar.name(blamed)) || judge.edition().is_none() {
        return None;
    }
    let waiting: Vec<&str> = waiting.map(|id| grammar.name(id)).collect();
    let (_, component) = COMPONENTS.iter().find(|(name, _)| waiting.contains(name))?;
    grammar.find(component)
}

/// The authority, where a delimiter ends it in what was read as user information.
pub(crate) fn authority(
    judge: &Judge,
    blamed: ProductionId,
    found: Option<u8>,
) -> Option<ProductionId> {
    found.filter(|it| ends_authority(*it) && judge.edition().is_some())?;
    let name = judge.grammar().name(blamed);
    let (_, authority) = USERS.iter().find(|(user, _)| *user == name)?;
    judge.grammar().find(authority)
}

/// Whether a byte ends an authority.
pub(crate) fn ends_authority(byte: u8) -> bool {
    b"/?#".contains(&byte)
}

/// Whether none of the productions is to blame: the scheme has none, or it fails before any is
/// chosen. `first` says whether not a byte was taken.
fn none_is_chosen(judge: &Judge, first: bool, code: Code) -> bool {
    let by_scheme = judge.judged_by() == JudgedBy::Scheme;
    by_scheme && first && code != Code::EmptyProduction || code == Code::UnknownScheme
}

/// The production that chooses by the scheme.
fn chooser(judge: &Judge) -> ProductionId {
    judge.schemes().chain.last().copied().unwrap_or(judge.start())
}
