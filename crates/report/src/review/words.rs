//! The sentence for each finding.

use super::{ReviewRemark, fingerprint};
use crate::diff::text;
use crate::excerpt::string;
use crate::grammar::RAISE;
use crate::nesting::holds_for;
use crate::witness::Witness;
use urlbnf_bnf::automaton::{NestingLimit, Relation};
use urlbnf_bnf::lint;
use urlbnf_bnf::review::{Review, ReviewCode, ReviewFinding, ReviewFindingDetails};
use urlbnf_bnf::text::{in_one_line, visible};
use urlbnf_bnf::{Grammar, ProductionId};
use urlbnf_url::diff::{CharacterMove, ClassMembership, PairChange, UndecidedQuestion};

/// The maximum length, in bytes, of a string that a sentence shows whole. Of a longer one it
/// shows the length and the prefix; data contains all of it.
const LONGEST: usize = 60;
/// The length of the shown prefix, in bytes.
const BEGINNING: usize = 20;

/// A string in a sentence, formatted by `shown`; a long one is shortened.
pub(super) fn brief(bytes: &[u8], shown: fn(&[u8]) -> String) -> String {
    let length = bytes.len();
    match bytes {
        bytes if length <= LONGEST => shown(bytes),
        [first, rest @ ..] if first.is_ascii() && rest.iter().all(|byte| byte == first) => {
            format!("{} {length} times", shown(&[*first]))
        }
        bytes => {
            let is_within = |at: usize| bytes[at] & 0xC0 == 0x80;
            let end = (0..=BEGINNING).rev().find(|&at| !is_within(at)).unwrap_or(BEGINNING);
            format!("a string of {length} bytes that begins with {}", shown(&bytes[..end]))
        }
    }
}

/// A relation with its strings: `accepts more: a_b`.
pub(super) fn relation(relation: &Relation) -> String {
    match relation {
        Relation::Equal => "accepts the same".to_owned(),
        Relation::Wider { gained } => format!("accepts more: {}", brief(gained, string)),
        Relation::Narrower { lost } => {
            format!("accepts less: {} no more", brief(lost, string))
        }
        Relation::Crossing { gained, lost } => {
            let [gained, lost] = [gained, lost].map(|bytes| brief(bytes, string));
            format!("accepts other strings: {gained}, and {lost} no more")
        }
    }
}

pub(super) fn remark<'r>(review: &'r Review<'r>, finding: &'r ReviewFinding) -> ReviewRemark<'r> {
    let diff = &review.diff;
    let old = finding.old.map(|id| diff.old_name(id));
    let new = finding.new.map(|id| diff.new_name(id));
    let text = |grammar: &'r Grammar, id: ProductionId| text::text(grammar, id).text;
    let old_text = finding.old.and_then(|id| text(diff.old.grammar, id.0));
    let new_text = finding.new.and_then(|id| text(diff.new.grammar, id.0));
    let name = visible(new.or(old).unwrap_or_default().as_bytes());
    let mut remark = ReviewRemark {
        code: finding.code,
        old,
        new,
        message: String::new(),
        gained: None,
        lost: None,
        plain_gained: None,
        plain_lost: None,
        old_text,
        new_text,
        followers: Vec::new(),
        notes: Vec::new(),
        place: finding.place(diff),
        old_place: finding.old_place(diff),
        fingerprint: String::new(),
        accepted: None,
    };
    let mut detail = None;
    match &finding.subject {
        ReviewFindingDetails::Language { pair, gained, lost } => {
            language(review, &mut remark, *pair, (gained, lost), &name);
        }
        ReviewFindingDetails::Pair(at) => {
            let pair = &diff.pairs[*at];
            remark.message = match finding.code {
                ReviewCode::RuleRenamed => {
                    let old = visible(old.unwrap_or_default().as_bytes());
                    format!("`{old}` is called `{name}` now")
                }
                ReviewCode::Undecided => {
                    format!("`{name}` has another text, and the same strings so deep")
                }
                _ => format!("`{name}` has another text, and the same strings"),
            };
            if finding.code == ReviewCode::Undecided {
                let of = NestingLimit::for_production(diff.new.grammar, pair.new.0);
                let words = of.map(|limit| holds_for(&limit, diff.new.grammar));
                remark.notes.extend(words.map(|words| format!("this holds for {words}")));
            }
        }
        ReviewFindingDetails::Undecided(at) => {
            let pair = &diff.undecided[*at];
            let why = diff.message(&pair.reason);
            let what = match pair.what {
                UndecidedQuestion::Language => "its strings changed",
                UndecidedQuestion::Ambiguity => "it became ambiguous",
            };
            remark.message =
                format!("`{name}` has another text, and whether {what} is not decided");
            detail = Some(what.to_owned());
            remark.notes.extend([why, RAISE.to_owned()]);
        }
        ReviewFindingDetails::Rule => {
            remark.message = match finding.new {
                Some(_) => format!("`{name}` is new"),
                None => format!("`{name}` is gone"),
            };
        }
        ReviewFindingDetails::Ambiguity(at) => {
            let witness = Some(Witness::from_bytes(&diff.ambiguities[*at].string));
            let shown =
                witness.as_ref().map(|witness| brief(witness.bytes(), string)).unwrap_or_default();
            remark.message = match finding.code {
                ReviewCode::AmbiguityGained => format!("`{name}` derives {shown} in two ways now"),
                _ => format!("`{name}` no longer derives {shown} in two ways"),
            };
            match finding.code {
                ReviewCode::AmbiguityGained => remark.gained = witness,
                _ => remark.lost = witness,
            }
        }
        ReviewFindingDetails::Move(at) => {
            let moved = &diff.moves[*at];
            remark.message = classes(review, moved);
            detail = Some(moved.characters.iter().collect::<String>());
        }
        ReviewFindingDetails::Fault(fault) => {
            remark.message = fault.message(diff.new.grammar);
            remark.gained = fault.witness().map(Witness::from_bytes);
            if let Some(witness) = &remark.gained {
                remark.message += &format!(": {}", brief(witness.bytes(), string));
            }
            detail = Some(repeated(diff.new.grammar, fault));
        }
    }
    let parts = [Some(finding.code.name()), old, remark.old_text.as_deref(), new];
    let rest = [remark.new_text.as_deref(), detail.as_deref()];
    remark.fingerprint = fingerprint(&[&parts[..], &rest[..]].concat());
    remark
}

/// The effect of a rule's own text on its language.
fn language<'r>(
    review: &'r Review<'r>,
    remark: &mut ReviewRemark<'r>,
    pair: usize,
    plain: (&Option<Vec<u8>>, &Option<Vec<u8>>),
    name: &str,
) {
    let diff = &review.diff;
    let change = &diff.pairs[pair].change;
    let all = change.relation();
    remark.message = match remark.code {
        ReviewCode::CaseChanged => format!("`{name}` {}, which differs in case", relation(all)),
        _ => format!("`{name}` {}", relation(all)),
    };
    remark.gained = all.gained().map(Witness::from_bytes);
    remark.lost = all.lost().map(Witness::from_bytes);
    let other = |plain: &Option<Vec<u8>>, shortest: &Option<Witness>| {
        let plain = plain.as_ref().map(|bytes| Witness::from_bytes(bytes));
        plain.filter(|_| shortest.is_some()).filter(|witness| Some(witness) != shortest.as_ref())
    };
    remark.plain_gained = other(plain.0, &remark.gained);
    remark.plain_lost = other(plain.1, &remark.lost);
    if let PairChange::Root { alone, also, followers, .. } = change {
        let called = |&at: &usize| diff.new_name(diff.pairs[at].new);
        remark.followers = followers.iter().map(called).collect();
        if let Some(alone) = alone {
            let also: Vec<String> = also.iter().map(|at| format!("`{}`", called(at))).collect();
            let rest = match also.is_empty() {
                true => "not decided".to_owned(),
                false => format!("by {}", also.join(", ")),
            };
            remark
                .notes
                .push(format!("by its own text it {}; the rest is {rest}", relation(alone)));
        }
    }
    let limit = NestingLimit::for_production(diff.new.grammar, diff.pairs[pair].new.0);
    let words = limit.map(|limit| holds_for(&limit, diff.new.grammar));
    remark
        .notes
        .extend(words.map(|words| format!("beyond the strings shown this holds for {words}")));
}

/// The characters that moved, and their classes before and after.
fn classes(review: &Review<'_>, moved: &CharacterMove) -> String {
    let characters: Vec<String> = moved
        .characters
        .iter()
        .map(|character| match character {
            ' ' => "a space".to_owned(),
            character => format!("`{character}`"),
        })
        .collect();
    let old =
        |membership: &ClassMembership<_>| format!("`{}`", review.diff.old_name(membership.class));
    let new =
        |membership: &ClassMembership<_>| format!("`{}`", review.diff.new_name(membership.class));
    let list = |names: Vec<String>| match names.is_empty() {
        true => "no class".to_owned(),
        false => names.join(", "),
    };
    let from = list(moved.from.iter().map(old).collect());
    let to = list(moved.to.iter().map(new).collect());
    let stand = if characters.len() == 1 { "stands" } else { "stand" };
    format!("{} {stand} in {to} now, and stood in {from}", characters.join(" "))
}

/// The repeated definition of a rule, which differs from the first.
fn repeated(grammar: &Grammar, fault: &lint::Finding) -> String {
    let again =
        grammar.collected().iter().find(|(_, definition)| definition.name_place == fault.place);
    let place = again.map_or(fault.place, |(_, definition)| definition.place);
    in_one_line(grammar.listing().printed(place))
}
