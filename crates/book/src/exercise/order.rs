//! Order documents by what they allow, from the one that allows least.

use super::error::ExerciseErrorKind;
use super::source::relation;
use super::{Named, Outcome, shown};
use crate::automaton::{Dfa, Relation};
use crate::text::visible;

/// What is asked.
pub(super) fn question(of: &[Named]) -> String {
    let first = of.first().map_or("", Named::name);
    let same = of.iter().all(|it| it.name() == first);
    let list: Vec<String> = of
        .iter()
        .map(|it| match same {
            true => it.source.to_string(),
            false => format!("{} (`{}`)", it.source, it.name()),
        })
        .collect();
    let what =
        if same { format!("what is a `{first}` there") } else { "what it allows".to_owned() };
    format!(
        "Order these by {what}, from the one that allows least to the one that allows most: \
         each has to allow all that the one before it does. {}.",
        list.join(", ")
    )
}

/// The productions and their languages.
fn languages(of: &[Named]) -> Result<Vec<Dfa>, ExerciseErrorKind> {
    of.iter().map(Named::language).collect()
}

/// The names in order.
pub(super) fn solution(of: &[Named]) -> Result<String, ExerciseErrorKind> {
    let languages = languages(of)?;
    let mut below = vec![0; of.len()];
    for one in 0..of.len() {
        for other in one + 1..of.len() {
            match relation(&languages[one], &languages[other])? {
                Relation::Wider { .. } => below[other] += 1,
                Relation::Narrower { .. } => below[one] += 1,
                Relation::Equal => {}
                Relation::Crossing { .. } => {
                    let name = |at: usize| of[at].source.name();
                    return Err(ExerciseErrorKind::NoOrder(name(one), name(other)));
                }
            }
        }
    }
    let mut order: Vec<usize> = (0..of.len()).collect();
    order.sort_by_key(|&at| below[at]);
    Ok(order.into_iter().map(|at| of[at].source.name()).collect::<Vec<_>>().join(" < "))
}

/// Whether each allows what the one before it does.
pub(super) fn judge(of: &[Named], answer: &str) -> Result<Outcome, ExerciseErrorKind> {
    let is_between = |it: char| it.is_whitespace() || ",<>=⊂⊆≤".contains(it);
    let words: Vec<&str> = answer.split(is_between).filter(|it| !it.is_empty()).collect();
    let mut order: Vec<usize> = Vec::new();
    for word in words {
        let Some(at) = of.iter().position(|it| it.source.name() == word) else {
            let shown = visible(word.as_bytes());
            return Ok(Outcome::Unreadable(format!("`{shown}` is none of them.")));
        };
        if order.contains(&at) {
            return Ok(Outcome::Unreadable(format!("`{word}` stands there twice.")));
        }
        order.push(at);
    }
    if let Some(missing) = (0..of.len()).find(|at| !order.contains(at)) {
        return Ok(Outcome::Unreadable(format!("{} is missing.", of[missing].source)));
    }
    let languages = languages(of)?;
    for both in order.windows(2) {
        let [one, other] = [both[0], both[1]];
        if let Some(lost) = relation(&languages[one], &languages[other])?.lost() {
            return Ok(Outcome::Wrong(format!(
                "{} allows {}, and {} does not.",
                of[one].source,
                shown(lost),
                of[other].source
            )));
        }
    }
    Ok(Outcome::Right("Each allows all that the one before it does.".to_owned()))
}
