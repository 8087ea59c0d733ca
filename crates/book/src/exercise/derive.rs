//! Write the derivation of a string, step by step or as a tree.
//!
//! Every string has exactly one derivation, so there is one right answer. The steps are those
//! of `derive --brief`: a production of one character is replaced at once. A tree is an
//! outline of names, each indented below its parent, without productions of one character.

use super::error::ExerciseErrorKind;
use super::source::undecided;
use super::{AnswerOutcome, ExerciseJudge};
use crate::ambiguity::every;
use crate::derivation::{DerivationOrder, DerivationSteps, SententialSymbol, abridge, complete};
use crate::text::visible;
use crate::tree::Tree;
use crate::verdict::Judge;

urlbnf_bnf::named! {
    "form of a derivation";
    /// How a derivation is written.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub enum DerivationForm {
        /// The sentential forms, one on each line.
        Steps = "steps",
        /// The names, each indented below its parent.
        Tree = "tree",
    }
}

/// Quotation marks: the plain one, and those that phones substitute for it.
const QUOTES: [char; 4] = ['"', '“', '”', '„'];

/// A part of a line.
#[derive(Debug, Clone, PartialEq, Eq)]
enum SententialToken {
    Text(Vec<u8>),
    Name(String),
}

pub(super) fn question(by: &ExerciseJudge, input: &str, form: DerivationForm) -> String {
    let by = by.title();
    match form {
        DerivationForm::Steps => format!(
            "Derive `{input}` from {by}, always replacing the leftmost name. Write each form \
             on a line, from the start to the string: names as they are, characters in \
             quotes. A name that comes to nothing but characters is replaced by them at once."
        ),
        DerivationForm::Tree => format!(
            "Draw the tree by which {by} derives `{input}`. Write each name on a line, moved \
             in below the name that it stands in. What is one character, or one escape, is \
             left out."
        ),
    }
}

/// The derivation.
pub(super) fn solution(
    by: &ExerciseJudge,
    input: &str,
    form: DerivationForm,
) -> Result<String, ExerciseErrorKind> {
    let judge = by.judge()?;
    let tree = tree(&judge, input)?;
    let all = every(&tree, false, 2).map_err(undecided)?;
    if all.trees.len() > 1 || all.more || all.endless.is_some() {
        return Err(ExerciseErrorKind::Ambiguous);
    }
    let text = match form {
        DerivationForm::Steps => {
            let lines = forms(&tree, true)?;
            lines.iter().map(|form| line(form)).collect::<Vec<_>>().join("\n")
        }
        DerivationForm::Tree => {
            let names = names(&tree);
            let line = |(depth, name): &(usize, String)| format!("{}{name}", "  ".repeat(*depth));
            names.iter().map(line).collect::<Vec<_>>().join("\n")
        }
    };
    Ok(text)
}

fn tree<'a>(judge: &'a Judge, input: &'a str) -> Result<Tree<'a, 'a>, ExerciseErrorKind> {
    let tree = judge.judge(input.as_bytes()).tree().map_err(undecided)?;
    tree.ok_or(ExerciseErrorKind::NotDerived)
}

/// Judges whether the answer is the derivation; a wrong answer gets the place where it differs.
pub(super) fn judge(
    by: &ExerciseJudge,
    input: &str,
    form: DerivationForm,
    answer: &str,
) -> Result<AnswerOutcome, ExerciseErrorKind> {
    let judge = by.judge()?;
    let tree = tree(&judge, input)?;
    match form {
        DerivationForm::Steps => judge_steps(&tree, answer),
        DerivationForm::Tree => Ok(judge_tree(&tree, answer)),
    }
}

fn judge_steps(tree: &Tree<'_, '_>, answer: &str) -> Result<AnswerOutcome, ExerciseErrorKind> {
    let lines = answer.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let mut read = Vec::new();
    for (at, line) in lines {
        match parts(tree, line) {
            Ok(parts) => read.push((at + 1, parts)),
            Err(why) => return Ok(AnswerOutcome::Unreadable(format!("Line {}: {why}", at + 1))),
        }
    }
    let (brief, whole) = (forms(tree, true)?, forms(tree, false)?);
    let is = |forms: &[Vec<SententialToken>]| forms.iter().eq(read.iter().map(|(_, parts)| parts));
    if is(&brief) || is(&whole) {
        let steps = brief.len() - 1;
        return Ok(AnswerOutcome::Right(format!("It is the leftmost derivation, {steps} steps.")));
    }
    let same = brief.iter().zip(&read).take_while(|(form, (_, parts))| form == &parts).count();
    Ok(AnswerOutcome::Wrong(
        match (same.checked_sub(1).and_then(|index| brief.get(index)), read.get(same)) {
            (None, _) => format!("The first line is the start, `{}`.", tree.root().name()),
            (Some(form), further) => {
                let leftmost = form.iter().find_map(|part| match part {
                    SententialToken::Name(name) => Some(name),
                    SententialToken::Text(_) => None,
                });
                match (leftmost, further) {
                    (None, _) => "The string is derived before the last line.".to_owned(),
                    (Some(name), None) => format!("So far it is right. `{name}` is next."),
                    (Some(name), Some((line, _))) => format!(
                        "Line {line} is another. The leftmost name before it is `{name}`: look at \
                     its production, and at what it comes to here."
                    ),
                }
            }
        },
    ))
}

fn judge_tree(tree: &Tree<'_, '_>, answer: &str) -> AnswerOutcome {
    let mut open: Vec<usize> = Vec::new();
    let mut read: Vec<(usize, String)> = Vec::new();
    let mut numbers = Vec::new();
    for (at, line) in answer.lines().enumerate() {
        let Some(name) = line.split_whitespace().next() else { continue };
        let indent = line.chars().take_while(|character| character.is_whitespace()).count();
        while open.last().is_some_and(|&width| width >= indent) {
            open.pop();
        }
        let Some(id) = tree.grammar().find(name) else {
            let shown = visible(name.as_bytes());
            return AnswerOutcome::Unreadable(format!(
                "Line {}: `{shown}` is not a production.",
                at + 1
            ));
        };
        read.push((open.len(), tree.grammar().name(id).to_owned()));
        numbers.push(at + 1);
        open.push(indent);
    }
    let expected = names(tree);
    let whole = complete(tree).map(|tree| names(&abridge(&tree)));
    if read == expected || whole.is_ok_and(|whole| whole == read) {
        return AnswerOutcome::Right("It is the tree of the string.".to_owned());
    }
    let same = expected.iter().zip(&read).take_while(|(one, other)| one == other).count();
    AnswerOutcome::Wrong(match (numbers.get(same), expected.get(same)) {
        (None, _) => "So far it is right, and something is missing.".to_owned(),
        (Some(line), None) => format!("Nothing stands on line {line} in the tree."),
        (Some(line), Some((depth, name))) if read[same].1 == *name => format!(
            "Line {line}: `{name}` stands {} in the tree.",
            if read[same].0 > *depth { "further out" } else { "further in" }
        ),
        (Some(line), Some(_)) => format!("Line {line}: `{}` does not occur here.", read[same].1),
    })
}

/// The names of a tree, each with its depth.
fn names(tree: &Tree<'_, '_>) -> Vec<(usize, String)> {
    let mut open: Vec<usize> = Vec::new();
    let named = tree.nodes().enumerate().map(|(at, node)| {
        while open.last().is_some_and(|&end| end <= at) {
            open.pop();
        }
        open.push(at + 1 + node.below());
        (open.len() - 1, node.name().to_owned())
    });
    named.collect()
}

/// The sentential forms, from the start to the string.
fn forms(tree: &Tree<'_, '_>, brief: bool) -> Result<Vec<Vec<SententialToken>>, ExerciseErrorKind> {
    let order = DerivationOrder::Leftmost;
    let derivation =
        if brief { DerivationSteps::brief(tree, order) } else { DerivationSteps::new(tree, order) };
    let mut derivation = derivation.map_err(undecided)?;
    let mut forms = vec![form(&derivation)];
    while derivation.step().is_some() {
        forms.push(form(&derivation));
    }
    Ok(forms)
}

fn form(derivation: &DerivationSteps<'_, '_>) -> Vec<SententialToken> {
    let grammar = derivation.tree().grammar();
    let derived = Some(SententialSymbol::Text(derivation.derived()));
    let leftmost = derivation.marked().map(SententialSymbol::Name);
    let mut parts: Vec<SententialToken> = Vec::new();
    for symbol in derived.into_iter().chain(leftmost).chain(derivation.rest()) {
        match symbol {
            SententialSymbol::Text([]) | SententialSymbol::More => {}
            SententialSymbol::Text(text) => push(&mut parts, text),
            SententialSymbol::Name(id) => {
                parts.push(SententialToken::Name(grammar.name(id).to_owned()))
            }
        }
    }
    parts
}

/// Appends text; adjacent texts become one part.
fn push(parts: &mut Vec<SententialToken>, text: &[u8]) {
    match parts.last_mut() {
        Some(SententialToken::Text(before)) => before.extend_from_slice(text),
        _ => parts.push(SententialToken::Text(text.to_vec())),
    }
}

fn line(form: &[SententialToken]) -> String {
    let part = |part: &SententialToken| match part {
        SententialToken::Text(text) => format!("\"{}\"", String::from_utf8_lossy(text)),
        SententialToken::Name(name) => name.clone(),
    };
    form.iter().map(part).collect::<Vec<_>>().join(" ")
}

/// Splits a quotation at the closing mark, which is followed by white space or the end. If the
/// opening mark is plain, so is the closing one.
fn closed(quoted: &str, is_plain: bool) -> Option<(&str, &str)> {
    let ends =
        |character: char| if is_plain { character == '"' } else { QUOTES.contains(&character) };
    quoted.match_indices(ends).find_map(|(at, mark)| {
        let behind = &quoted[at + mark.len()..];
        let is_end = behind.chars().next().is_none_or(char::is_whitespace);
        is_end.then_some((&quoted[..at], behind))
    })
}

/// The parts of a line of an answer, without a leading arrow; or the error, in words.
fn parts(tree: &Tree<'_, '_>, line: &str) -> Result<Vec<SententialToken>, String> {
    let mut rest = line.trim();
    for arrow in ["⇒*", "⇒", "=>"] {
        rest = rest.strip_prefix(arrow).unwrap_or(rest).trim_start();
    }
    let mut parts = Vec::new();
    while !rest.is_empty() {
        if let Some(quoted) = rest.strip_prefix(QUOTES) {
            let is_plain = rest.starts_with('"');
            let (text, behind) =
                closed(quoted, is_plain).ok_or("a quotation mark is not closed.")?;
            push(&mut parts, text.as_bytes());
            rest = behind.trim_start();
            continue;
        }
        let (word, behind) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
        let name = word.trim_start_matches('«').trim_end_matches('»');
        let Some(id) = tree.grammar().find(name) else {
            let shown = visible(name.as_bytes());
            return Err(format!(
                "`{shown}` is not a production; characters are written in quotes."
            ));
        };
        parts.push(SententialToken::Name(tree.grammar().name(id).to_owned()));
        rest = behind.trim_start();
    }
    Ok(parts)
}
