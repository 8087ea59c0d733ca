//! Order documents by what they allow, beginning with the one that allows least.

use super::error::ExerciseErrorKind;
use super::source::{ExerciseGrammar, relation};
use super::{AnswerOutcome, ExerciseProduction, shown};
use crate::automaton::{Dfa, Relation};
use crate::text::visible;

pub(super) fn question(of: &[ExerciseProduction]) -> String {
    let first = of.first().map_or("", ExerciseProduction::name);
    let same = of.iter().all(|production| production.name() == first);
    let list: Vec<String> = of
        .iter()
        .map(|production| match same {
            true => production.source.to_string(),
            false => format!("{} (`{}`)", production.source, production.name()),
        })
        .collect();
    let what =
        if same { format!("what is a `{first}` there") } else { "what it allows".to_owned() };
    format!(
        "Order these by {what}, from the one that allows least to the one that allows most: \
         each has to allow all that the one before it does. Write `<` between two if the second \
         allows more, and `=` if they allow the same. {}.",
        list.join(", ")
    )
}

/// The productions and their languages.
fn languages(of: &[ExerciseProduction]) -> Result<Vec<Dfa>, ExerciseErrorKind> {
    of.iter().map(ExerciseProduction::language).collect()
}

pub(super) fn solution(of: &[ExerciseProduction]) -> Result<String, ExerciseErrorKind> {
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
    let mut written = String::new();
    for (number, &at) in order.iter().enumerate() {
        if let Some(before) = number.checked_sub(1).map(|index| order[index]) {
            // Productions of the same rank are equal; all others are ordered.
            written += if below[before] == below[at] { " = " } else { " < " };
        }
        written += &of[at].source.name();
    }
    Ok(written)
}

/// The claim of an answer about a name and the one before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum OrderClaim {
    /// It allows at least as much.
    AtLeast,
    /// It allows more.
    More,
    /// It allows the same.
    Same,
}

/// The names in the order of an answer, and its claim about each but the first; or the error,
/// in words.
fn read(of: &[ExerciseProduction], answer: &str) -> Result<(Vec<usize>, Vec<OrderClaim>), String> {
    let answer = answer.replace("<=", "≤").replace("==", "=");
    let (mut order, mut claims, mut claimed) = (Vec::new(), Vec::new(), OrderClaim::AtLeast);
    for piece in answer.split_inclusive(|character| ",;<>=⊂⊆≤≡≥⊃".contains(character)) {
        let sign = piece.chars().next_back().filter(|character| ",;<>=⊂⊆≤≡≥⊃".contains(*character));
        let names = &piece[..piece.len() - sign.map_or(0, char::len_utf8)];
        let mut words = names.split_whitespace().peekable();
        while let Some(word) = words.next() {
            let mut name = word.to_ascii_lowercase();
            // The documents write `RFC 1738`.
            if let Some(number) = words.next_if(|word| name == "rfc" && !word.is_empty()) {
                name += number;
            }
            let found = of.iter().position(|production| production.source.name() == word);
            let found =
                found.or_else(|| of.iter().position(|production| production.source.name() == name));
            let Some(at) = found else {
                return Err(format!("`{}` is none of them.", visible(word.as_bytes())));
            };
            if order.contains(&at) {
                return Err(format!("`{word}` occurs twice."));
            }
            if !order.is_empty() {
                claims.push(claimed);
            }
            order.push(at);
            claimed = OrderClaim::AtLeast;
        }
        claimed = match sign {
            Some('<' | '⊂') => OrderClaim::More,
            Some('=' | '≡') => OrderClaim::Same,
            Some(sign @ ('>' | '≥' | '⊃')) => {
                return Err(format!("Begin with the one that allows least: `{sign}` is not read."));
            }
            _ => OrderClaim::AtLeast,
        };
    }
    match (0..of.len()).find(|at| !order.contains(at)) {
        Some(missing) => Err(format!("{} is missing.", of[missing].source)),
        None => Ok((order, claims)),
    }
}

/// Judges whether each allows at least what the one before it allows, and whether the claims hold.
pub(super) fn judge(
    of: &[ExerciseProduction],
    answer: &str,
) -> Result<AnswerOutcome, ExerciseErrorKind> {
    let (order, claims) = match read(of, answer) {
        Ok(read) => read,
        Err(why) => return Ok(AnswerOutcome::Unreadable(why)),
    };
    let languages = languages(of)?;
    for (both, claimed) in order.windows(2).zip(claims) {
        let [one, other] = [both[0], both[1]];
        let related = relation(&languages[one], &languages[other])?;
        let [first, second] = [&of[one].source, &of[other].source];
        let only = |one: &ExerciseGrammar, other: &ExerciseGrammar, string: &[u8]| {
            AnswerOutcome::Wrong(format!("{one} allows {}, and {other} does not.", shown(string)))
        };
        if let Some(lost) = related.lost() {
            return Ok(only(first, second, lost));
        }
        match (claimed, related.gained()) {
            (OrderClaim::Same, Some(gained)) => return Ok(only(second, first, gained)),
            (OrderClaim::More, None) => {
                return Ok(AnswerOutcome::Wrong(format!("{first} and {second} allow the same.")));
            }
            _ => {}
        }
    }
    Ok(AnswerOutcome::Right("Each allows all that the one before it does.".to_owned()))
}
