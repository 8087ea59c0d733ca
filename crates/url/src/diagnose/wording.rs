//! All sentences of diagnostics, apart from those of the engine.
//!
//! Text from the input is never written raw: see [`crate::text`].

use std::borrow::Cow;

use super::citation::citation;
use super::lenient_parse::{is_utf16, shown_character};
use super::repair::{BYTE_ORDER_MARK, RepairEditKind};
use super::{Diagnostic, DiagnosticCode, Examination, Note, RepairEdit, RepairEffect};
use crate::automaton::NestingLimit;
use crate::bnf::{Grammar, ProductionId};
use crate::scheme::scheme;
use crate::text::{listed, visible, visible_byte};
use crate::verdict::{Judge, JudgingMode, Verdict};

/// The longest scheme that is shown in full, in bytes.
const LONGEST_SCHEME: usize = 64;

/// Advice for a string without a scheme, the most common mistake.
fn without_scheme(input: &[u8]) -> Option<String> {
    if input.is_empty() || input.contains(&b':') || !input.is_ascii() {
        return None;
    }
    let is_mail = input.iter().filter(|&&byte| byte == b'@').count() == 1
        && !input.starts_with(b"@")
        && !input.ends_with(b"@")
        && !input.iter().any(|byte| b"/ ?#".contains(byte));
    Some(match is_mail {
        true => format!("a mail address is written mailto:{}", visible(input)),
        false => "a URL begins with a scheme and a colon, such as http:; `urlbnf resolve` reads \
                  partial forms"
            .to_owned(),
    })
}

/// A scheme for display, truncated if it is too long.
fn visible_scheme(scheme: &[u8]) -> String {
    match scheme.get(..LONGEST_SCHEME) {
        Some(first) => format!("{}…", visible(first)),
        None => visible(scheme),
    }
}

impl Diagnostic {
    /// The headline: what is wrong, and in which production.
    pub fn message(&self, judge: &Judge, input: &[u8]) -> String {
        if let Some(explanation) =
            self.reason.as_ref().and_then(|reason| reason.explanation.as_ref())
        {
            return explanation.headline.clone();
        }
        let grammar = judge.grammar();
        let scheme = visible_scheme(scheme(input).unwrap_or_default());
        match self.code {
            DiagnosticCode::Wrapper => "the wrapper is not part of the URL".to_owned(),
            // A generic production accepts it as another scheme, and the string fails later.
            DiagnosticCode::SchemeUpperCase if self.offset > scheme.len() => {
                let failure = self.failure.message(grammar);
                format!("the scheme `{scheme}` is not in lower case: of another scheme, {failure}")
            }
            DiagnosticCode::SchemeUpperCase => {
                format!("the scheme `{scheme}` is not in lower case")
            }
            DiagnosticCode::UnknownScheme => {
                let grammar =
                    judge.edition().map_or(judge.name(), |edition| edition.document().citation());
                format!("{grammar} has no production for the scheme `{scheme}`")
            }
            DiagnosticCode::NotAscii if input[self.offset..].starts_with(BYTE_ORDER_MARK) => {
                let whole = if judge.is_of_urls() { "a URL" } else { "the text" };
                format!("a byte order mark is not part of {whole}")
            }
            DiagnosticCode::NotAscii if is_utf16(input) => utf16(judge).to_owned(),
            DiagnosticCode::CharNotAllowed if self.found == Some(0) && is_utf16(input) => {
                utf16(judge).to_owned()
            }
            DiagnosticCode::Undecided => {
                let name = grammar.name(self.production);
                format!("it takes too much work to judge this by `{name}`")
            }
            DiagnosticCode::FragmentNotAllowed => {
                format!("`#` begins a fragment, and `{}` has none", grammar.name(judge.start()))
            }
            DiagnosticCode::NotAscii => match shown_character(&input[self.offset..]) {
                Some(character) => format!("{character} is not ASCII"),
                None => self.failure.message(grammar),
            },
            DiagnosticCode::CharNotAllowed
                if self.component(judge).is_some() && self.offset > 0 =>
            {
                let chain = self.named_chain(judge).to_vec();
                self.failure.clone().blaming(chain).message(grammar)
            }
            DiagnosticCode::EmptyProduction
            | DiagnosticCode::NotUtf8
            | DiagnosticCode::BadEscape
            | DiagnosticCode::CharNotAllowed
            | DiagnosticCode::EndsTooEarly => self.failure.message(grammar),
        }
    }

    /// Whether the headline and the found byte depend only on the place in the grammar where
    /// the string fails and on the byte there.
    pub fn follows_from_its_place(&self) -> bool {
        let has_explanation =
            self.reason.as_ref().is_some_and(|reason| reason.explanation.is_some());
        let is_ascii = self.found.is_none_or(|byte| byte.is_ascii() && byte != 0);
        let names_its_scheme =
            matches!(self.code, DiagnosticCode::SchemeUpperCase | DiagnosticCode::UnknownScheme);
        !has_explanation && is_ascii && !names_its_scheme
    }

    /// The headline followed by the reason, for output on one line.
    pub fn message_and_reason(&self, judge: &Judge, input: &[u8]) -> String {
        let message = self.message(judge, input);
        match &self.reason {
            Some(reason) => format!("{message}; {}", reason.text),
            None => message,
        }
    }

    /// The label under the input: what the grammar does not allow at the offset.
    pub fn label(&self, judge: &Judge, input: &[u8]) -> String {
        let own =
            judge.own_production(input).filter(|_| self.code != DiagnosticCode::EmptyProduction);
        let measured = own.unwrap_or(judge.start());
        let measured = judge.grammar().name(measured);
        match self.found {
            _ if self.code == DiagnosticCode::Undecided => "it is not judged".to_owned(),
            Some(_) => format!("`{measured}` does not allow this here"),
            None => format!("`{measured}` cannot end here"),
        }
    }

    /// Where the production is printed: `RFC 1738, section 5, page 18`, or the line of the `.bnf`.
    pub fn citation(&self, judge: &Judge) -> String {
        let grammar = judge.grammar();
        let printed = |id: &&ProductionId| !grammar.production(**id).definitions().is_empty();
        // An undefined name is cited where it is used.
        let cited = self.chain.iter().rev().find(printed);
        citation(judge, cited.copied().unwrap_or(self.production))
    }

    /// What to do about it, in words, without the replacement.
    pub fn help(&self, judge: &Judge, input: &[u8]) -> Option<String> {
        let mut help = self.advice(judge, input)?;
        let repair = self.repair.as_ref();
        if let Some(RepairEffect::Another { .. }) = repair.and_then(|repair| repair.meaning) {
            let cut = |edit: &RepairEdit| edit.kind == RepairEditKind::CutFragment;
            help.push_str(", which makes it another resource");
            help.push_str(match repair.is_some_and(|repair| repair.edits.iter().any(cut)) {
                true => ", the whole object",
                false => "",
            });
        }
        Some(help)
    }

    fn advice(&self, judge: &Judge, input: &[u8]) -> Option<String> {
        if let Some(repair) = &self.repair {
            let [edit] = repair.edits.as_slice() else {
                let kinds = repair.edits.iter().map(|edit| edit.kind);
                let same = |kind: RepairEditKind| kinds.clone().all(|other| other == kind);
                return Some(match repair.edits.len() {
                    _ if same(RepairEditKind::Unwrap) => "remove the wrapper".to_owned(),
                    _ if same(RepairEditKind::PutIn) => {
                        let put = repair.edits.iter().map(|edit| format!("`{}`", edit.text));
                        format!("put {} in", put.collect::<Vec<_>>().join(" and "))
                    }
                    _ if same(RepairEditKind::Remove) => {
                        let removed = repair.edits.iter().map(|edit| &input[edit.start..edit.end]);
                        let mut removed: Vec<String> =
                            removed.map(|bytes| format!("`{}`", visible(bytes))).collect();
                        let count = removed.len();
                        removed.dedup();
                        match removed.as_slice() {
                            [one] => format!("remove {one}, {count} times"),
                            several => format!("remove {}", several.join(" and ")),
                        }
                    }
                    _ if same(RepairEditKind::Replace) => {
                        let change = |edit: &RepairEdit| {
                            let old = visible(&input[edit.start..edit.end]);
                            format!("`{old}` as `{}`", edit.text)
                        };
                        let mut changes: Vec<String> = repair.edits.iter().map(change).collect();
                        changes.dedup();
                        format!("write {}", changes.join(" and "))
                    }
                    _ if same(RepairEditKind::Escape) => {
                        let mut texts: Vec<&str> =
                            repair.edits.iter().map(|edit| edit.text.as_str()).collect();
                        texts.dedup();
                        format!("write them as {}", listed(&texts, "and"))
                    }
                    count => format!("{count} changes make it conform"),
                });
            };
            return Some(match edit.kind {
                RepairEditKind::ByteOrderMark => {
                    "remove the byte order mark; check --skip-bom skips it in files".to_owned()
                }
                RepairEditKind::Unwrap if edit.start > 0 => "remove the text after it".to_owned(),
                RepairEditKind::Unwrap => "remove the wrapper".to_owned(),
                RepairEditKind::Lower => "write it in lower case".to_owned(),
                RepairEditKind::Escape => format!("write it as {}", edit.text),
                RepairEditKind::EscapePercent => "write a literal `%` as %25".to_owned(),
                RepairEditKind::CutFragment => "remove the fragment".to_owned(),
                RepairEditKind::PutIn => format!("put `{}` in", edit.text),
                RepairEditKind::Replace => format!("write it as `{}`", edit.text),
                RepairEditKind::Remove => match &input[edit.start..edit.end] {
                    &[byte] => format!("remove {}", visible_byte(byte)),
                    several => format!("remove `{}`", visible(several)),
                },
            });
        }
        match self.code {
            DiagnosticCode::EmptyProduction => {
                let grammar = judge.grammar();
                if !grammar.production(self.production).definitions().is_empty() {
                    return None;
                }
                let undefined = grammar.name(self.production);
                let corrected = judge.corrected().map(Judge::grammar);
                if corrected.is_some_and(|grammar| {
                    grammar.defined().any(|id| grammar.name(id) == undefined)
                }) {
                    return Some(format!("--reading corrected has a definition of `{undefined}`"));
                }
                let defined = grammar.defined().map(|id| grammar.name(id));
                let nearest = crate::text::nearest(undefined, defined)?;
                Some(format!("the nearest name that is defined is `{nearest}`"))
            }
            DiagnosticCode::UnknownScheme => {
                let schemes = judge.schemes();
                let scheme = String::from_utf8_lossy(scheme(input)?).into_owned();
                match crate::text::all_nearest(&scheme, schemes.defined()).as_slice() {
                    [] => None,
                    [one] => Some(format!("the nearest scheme is `{one}`")),
                    several => {
                        Some(format!("the nearest schemes are `{}`", several.join("` and `")))
                    }
                }
            }
            DiagnosticCode::Undecided => {
                Some("`--raise-limits N` allows N times the work".to_owned())
            }
            _ if is_utf16(input) => {
                Some("this is UTF-16: convert it, as with iconv -f UTF-16 -t UTF-8".to_owned())
            }
            _ if judge.judged_by() == JudgingMode::Scheme => without_scheme(input),
            _ => None,
        }
    }
}

/// What is wrong with an input in UTF-16.
fn utf16(judge: &Judge) -> &'static str {
    match judge.is_of_urls() {
        true => "UTF-16: a URL is ASCII, one byte for each character",
        false => "UTF-16: the grammar judges bytes, and not pairs of them",
    }
}

/// The strings for which a result holds: `strings in which ... (--nesting)`.
pub fn holds_for(limit: &NestingLimit, grammar: &Grammar) -> String {
    format!("{} (--nesting)", limit.text(grammar))
}

impl Note {
    /// The text of the note.
    pub fn text(&self, judge: &Judge) -> String {
        let grammar = judge.grammar();
        match self {
            Note::Relative => {
                "it is a relative reference: resolve it in the context where it occurs".to_owned()
            }
            Note::RegisteredName { host, production, basis, .. } => {
                let host = visible_scheme(host.as_bytes());
                format!("the host `{host}` is a `{production}`, and no `IPv4address`; {basis}")
            }
            Note::SchemeNotDefined { scheme, nearest } => {
                let name = judge.name();
                let nearest = match nearest.as_slice() {
                    [] => Cow::from(""),
                    [one] => Cow::from(format!("; the nearest one with a production is `{one}`")),
                    several => Cow::from(format!(
                        "; the nearest ones with a production are `{}`",
                        several.join("` and `")
                    )),
                };
                let scheme = visible_scheme(scheme.as_bytes());
                format!("{name} has no production for the scheme `{scheme}`{nearest}")
            }
            Note::BeginsAnother(id) => {
                let name = grammar.name(*id);
                format!(
                    "`{name}` begins like this, but the start does not use it: --start {name} reads it"
                )
            }
            Note::Corrected { errata } => {
                format!("the corrected reading accepts it ({})", errata.join(", "))
            }
            Note::FirstColon { column, production } => {
                let name = grammar.name(*production);
                format!(
                    "if the scheme ends at the first `:`, it fails at column {column}, in `{name}`"
                )
            }
            Note::SchemeLowered(scheme) => {
                format!(
                    "the scheme was read as `{}`",
                    visible_scheme(scheme.to_ascii_lowercase().as_bytes())
                )
            }
        }
    }
}

impl Examination<'_> {
    /// One line that describes the result, without the text of the string.
    pub fn headline(&self, judge: &Judge, input: &[u8]) -> String {
        let grammar = judge.grammar();
        match &self.diagnostic {
            Some(diagnostic) => diagnostic.message_and_reason(judge, input),
            None => match self.judgement.matched() {
                Some(matched) => format!("conforms to `{}`", grammar.name(matched)),
                None => Verdict::Conforms.name().to_owned(),
            },
        }
    }
}
