//! Findings: a code, a place, and a message.

use super::abnf::CaseSensitivityHint;
use super::code::{LintCode, LintSeverity};
use super::form;
use crate::ambiguity::endless_text;
use crate::grammar::{Grammar, ProductionId, Span, SyntaxDeviationKind};

/// Something that is wrong or doubtful.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// The kind.
    pub code: LintCode,
    /// The place, in bytes of the grammar's text.
    pub place: Span,
    /// The production that contains it.
    pub production: ProductionId,
    /// The details.
    pub fault: FindingDetails,
}

/// The details of a finding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FindingDetails {
    /// Nothing follows an `=`.
    Empty,
    /// The name is defined nowhere.
    Undefined {
        /// The name.
        name: ProductionId,
    },
    /// The production has no string.
    DerivesNothing {
        /// A name without a string that it needs.
        needs: Option<ProductionId>,
    },
    /// The start does not need the production.
    Unused,
    /// A string has two derivations, or infinitely many.
    Ambiguous {
        /// A shortest such string.
        string: Vec<u8>,
        /// The production that derives itself alone, if the derivations are infinitely many.
        endless: Option<ProductionId>,
        /// Whether two derivations of the string assign a character to different productions.
        is_read_differently: bool,
        /// The productions that are ambiguous because they use this one; none if the limits are
        /// exceeded.
        inherited_by: Vec<ProductionId>,
    },
    /// The alternative adds no string.
    Covered {
        /// A string that an earlier alternative derives too; `None` if there is none.
        example: Option<Vec<u8>>,
    },
    /// The literal looks like the name of a production.
    NamedLiteral {
        /// The production of that name.
        name: ProductionId,
    },
    /// The literal looks like a value of ABNF.
    ValueLiteral,
    /// The literal is case-insensitive.
    Case {
        /// Why it was probably meant to be case-sensitive.
        case: CaseSensitivityHint,
    },
    /// ABNF does not allow the form that is read here.
    Form(SyntaxDeviationKind),
    /// `=/` adds to a rule that no `=` before it defines.
    AddedFirst,
    /// `=` defines a rule to which `=/` added before.
    DefinedLate {
        /// Where it was added to.
        before: Span,
    },
    /// A value is so large that all values are code points.
    CodePoints {
        /// The value.
        large: Span,
        /// A value that would otherwise be an octet.
        other: Span,
    },
    /// A first-match parser takes fewer strings.
    OrderMatters {
        /// A shortest string that such a parser does not take.
        string: Vec<u8>,
        /// Whether only its reading of the names in the rule explains the difference.
        by_names: bool,
    },
    /// A first-match parser starts the rule again before it reads a byte.
    LeftRecursion,
    /// A first-match parser repeats the empty string forever.
    EmptyRounds,
    /// A bound of a repetition makes no difference.
    IdleBound {
        /// Whether it is the upper bound.
        most: bool,
    },
    /// The name has an earlier definition with another language.
    Collected {
        /// The place of the earlier definition.
        before: Span,
        /// A shortest string of only one of the two definitions.
        string: Vec<u8>,
        /// Whether the later definition has the string.
        here: bool,
    },
    /// The name was defined before, with the same text.
    Again {
        /// Where it was.
        before: Span,
    },
    /// A line that allows a finding allows none.
    IdleAllow {
        /// The code on the line.
        code: String,
    },
}

impl Finding {
    /// The message, with the names of the grammar. Text of the grammar is quoted as printed; the
    /// caller has to escape it for a terminal.
    pub fn message(&self, grammar: &Grammar) -> String {
        let own = grammar.name(self.production);
        match &self.fault {
            FindingDetails::Undefined { name } if grammar.is_prose(*name) => {
                let name = (grammar.name(*name), grammar.wanted_file(*name));
                match name {
                    (words, Some(file)) => {
                        format!("`{words}` is not known: {file} beside the grammar would define it")
                    }
                    (words, None) => {
                        format!("`{words}` is in words, of which no string can be made")
                    }
                }
            }
            FindingDetails::Undefined { name } => {
                format!("`{}` is not defined", grammar.name(*name))
            }
            FindingDetails::DerivesNothing { needs: Some(needs) } => {
                let lacks = match grammar.production(*needs).definitions() {
                    [] => "which nothing defines",
                    _ => "which has none",
                };
                format!("`{own}` has no string: it needs `{}`, {lacks}", grammar.name(*needs))
            }
            FindingDetails::Empty => {
                format!("nothing follows the `=` of `{own}`, so it is the empty string")
            }
            FindingDetails::DerivesNothing { needs: None }
                if !grammar.named_by(self.production).any(|id| id == self.production) =>
            {
                format!("`{own}` has no string: its values are no characters")
            }
            FindingDetails::DerivesNothing { needs: None } => {
                format!("`{own}` has no string: it needs itself without an end")
            }
            FindingDetails::Unused if !grammar.has_start() => {
                format!("only what itself is not used uses `{own}`")
            }
            FindingDetails::Unused => {
                format!("`{own}` is not needed by the start, `{}`", grammar.name(grammar.start()))
            }
            FindingDetails::Ambiguous { endless: Some(production), .. } => {
                format!("`{own}` is ambiguous: {}", endless_text(grammar, *production))
            }
            FindingDetails::Ambiguous { .. } => format!("`{own}` is ambiguous"),
            FindingDetails::Covered { example: Some(_) } => {
                format!("this alternative of `{own}` adds nothing to those before it")
            }
            FindingDetails::Covered { example: None } => {
                format!("this alternative of `{own}` has no string")
            }
            FindingDetails::NamedLiteral { name } => {
                format!("this is the text `{0}`, not the production `{0}`", grammar.name(*name))
            }
            FindingDetails::Case { case } => {
                format!("this literal of `{own}` has no case, and {}", case.reason())
            }
            FindingDetails::Form(kind) => form::message(*kind).to_owned(),
            FindingDetails::AddedFirst => {
                format!(
                    "`=/` adds to `{own}`, and no `=` before it defines `{own}` (RFC 5234, section 3.3)"
                )
            }
            FindingDetails::DefinedLate { .. } => {
                format!(
                    "`=` defines `{own}` after `=/` added to it; RFC 5234, section 3.3, defines it first"
                )
            }
            FindingDetails::CodePoints { large, other } => form::switched(grammar, *large, *other),
            FindingDetails::OrderMatters { by_names, .. } => {
                let why = if *by_names { ", by how it reads the rules named there" } else { "" };
                format!("a parser that takes the first match reads `{own}` differently{why}")
            }
            FindingDetails::LeftRecursion => {
                format!(
                    "a parser that takes the first match never ends in `{own}`, which can begin with itself: left recursion"
                )
            }
            FindingDetails::EmptyRounds => format!(
                "a parser that takes the first match may never end in `{own}`: what is repeated here may be empty"
            ),
            FindingDetails::IdleBound { most } => {
                let bound = if *most { "upper" } else { "lower" };
                let printed = grammar
                    .listing()
                    .printed(self.place)
                    .split_whitespace()
                    .collect::<Vec<_>>()
                    .join(" ");
                format!("the {bound} bound of `{printed}` makes no difference to `{own}`")
            }
            FindingDetails::Collected { here: true, .. } => {
                format!(
                    "`{own}` is defined twice: it has strings here that it has not where it was defined before"
                )
            }
            FindingDetails::Collected { here: false, .. } => {
                format!(
                    "`{own}` is defined twice: where it was defined before it has strings that it has not here"
                )
            }
            FindingDetails::Again { .. } => {
                format!("`{own}` is defined twice with the same text; RFC 5234 defines a rule once")
            }
            FindingDetails::IdleAllow { code } if code.parse::<LintCode>().is_err() => {
                format!("there is no code `{code}`, so nothing is allowed")
            }
            FindingDetails::IdleAllow { code } => {
                format!("nothing here is `{code}`, so nothing is allowed")
            }
            FindingDetails::ValueLiteral => {
                "this is a text, not a value as ABNF writes one".to_owned()
            }
        }
    }

    /// Whether the finding affects how strings are read: it is an error, or a string in which a
    /// character may belong to one production or another.
    pub fn changes_what_is_read(&self) -> bool {
        let is_ambiguous =
            matches!(&self.fault, FindingDetails::Ambiguous { is_read_differently: true, .. });
        is_ambiguous || self.code.severity() == LintSeverity::Error
    }

    /// The string that shows the fault, if there is one.
    pub fn witness(&self) -> Option<&[u8]> {
        match &self.fault {
            FindingDetails::Ambiguous { string, .. }
            | FindingDetails::OrderMatters { string, .. }
            | FindingDetails::Collected { string, .. } => Some(string),
            FindingDetails::Covered { example } => example.as_deref(),
            _ => None,
        }
    }
}
