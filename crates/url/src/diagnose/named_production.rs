//! The production that a diagnostic names.
//!
//! The principal production of a failure is exact: the one entered last. In three cases another
//! one is clearer. At the first byte nothing has been entered, so none of the productions that
//! could begin is to blame, least of all one of another scheme. If the input ends too early,
//! the production entered last may be complete. And if a character fails in a host, the path
//! after the host was entered last, although none of it is there: readers look at the host.

use super::{Diagnostic, DiagnosticCode, FailingProduction, citation};
use crate::bnf::{Grammar, ProductionId};

/// Paths that may be entered after a host although none of their text follows.
const PATHS: &[&str] = &["path-abempty", "ipath-abempty", "abs_path"];
/// Productions that wait if the component before such a path can continue, and that component.
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
/// Productions that wait for an `@` where a delimiter ends an authority, and the authority.
const USERS: &[(&str, &str)] = &[("userinfo", "authority"), ("iuserinfo", "iauthority")];
use crate::verdict::{Judge, JudgingMode};

impl Diagnostic {
    /// The production that the message names.
    pub fn named_production(&self, judge: &Judge) -> ProductionId {
        let unfinished = self.unfinished.as_ref().map(|unfinished| unfinished.production);
        let first = self.offset == 0;
        production_to_name(
            judge,
            first,
            self.code,
            self.production,
            unfinished,
            self.component(judge),
        )
    }

    /// The component in which a reader would look for the failure, if another production was
    /// entered last.
    pub fn component(&self, judge: &Judge) -> Option<ProductionId> {
        let waiting = self.failing.iter().map(|failing| failing.production);
        component(judge, self.production, waiting)
            .or_else(|| authority(judge, self.production, self.found))
            .filter(|_| self.code != DiagnosticCode::EndsTooEarly)
    }

    /// The chain from the start to the production that the message names; empty if the string fails
    /// before a production is chosen.
    pub fn named_chain(&self, judge: &Judge) -> &[ProductionId] {
        if self.none_is_chosen(judge) {
            return &[];
        }
        let Some(component) = self.component(judge) else { return self.unfinished_chain() };
        let up_to = |chain: &'_ [ProductionId]| chain.iter().rposition(|id| *id == component);
        let mut chains = self.failing.iter().map(|failing| failing.chain.as_slice());
        let found = chains.find_map(|chain| chain.get(..=up_to(chain)?));
        found.unwrap_or(&self.chain)
    }

    /// The named production, if its own text waited for the next byte; `None` if only productions
    /// that it refers to waited.
    pub fn named_failing(&self, judge: &Judge) -> Option<&FailingProduction> {
        let chain = self.named_chain(judge);
        self.failing.iter().find(|failing| failing.chain == chain)
    }

    /// Where the production that the message names is printed.
    pub fn named_citation(&self, judge: &Judge) -> String {
        match self.named_production(judge) {
            // An undefined name is cited where it is used.
            named if named == self.production => self.citation(judge),
            named => citation(judge, named),
        }
    }

    fn none_is_chosen(&self, judge: &Judge) -> bool {
        none_is_chosen(judge, self.offset == 0, self.code)
    }
}

/// The production to name: the blamed one, the innermost incomplete one if the input ends too
/// early, or the component in which a reader looks. `first` says whether the first byte failed.
pub(crate) fn production_to_name(
    judge: &Judge,
    first: bool,
    code: DiagnosticCode,
    blamed: ProductionId,
    unfinished: Option<ProductionId>,
    component: Option<ProductionId>,
) -> ProductionId {
    match none_is_chosen(judge, first, code) {
        true => chooser(judge),
        false => unfinished.or(component).unwrap_or(blamed),
    }
}

/// The component in which a reader looks for a character that fails, if a path after it was
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

/// The authority, if a delimiter ends it in what was read as user information.
pub(crate) fn authority(
    judge: &Judge,
    blamed: ProductionId,
    found: Option<u8>,
) -> Option<ProductionId> {
    found.filter(|byte| ends_authority(*byte) && judge.edition().is_some())?;
    let name = judge.grammar().name(blamed);
    let (_, authority) = USERS.iter().find(|(user, _)| *user == name)?;
    judge.grammar().find(authority)
}

pub(crate) fn ends_authority(byte: u8) -> bool {
    b"/?#".contains(&byte)
}

/// Whether no production is to blame: the scheme is unknown, or the string fails before one is
/// chosen. `first` says whether the first byte failed.
fn none_is_chosen(judge: &Judge, first: bool, code: DiagnosticCode) -> bool {
    let by_scheme = judge.judged_by() == JudgingMode::Scheme;
    by_scheme && first && code != DiagnosticCode::EmptyProduction
        || code == DiagnosticCode::UnknownScheme
}

/// The production that chooses by scheme.
fn chooser(judge: &Judge) -> ProductionId {
    judge.schemes().chain.last().copied().unwrap_or(judge.start())
}
