//! Refuses the texts that pest's own reader cannot be given.
//!
//! `pest_meta` is made for grammars that a programmer writes. It recurses for each bracket and each
//! name, it panics on some escapes, its validator looks again at a rule wherever it is used, and its
//! optimiser copies. So an unknown text could overflow the stack, or take hours. Each check here names
//! the part of pest that cannot take more.

use std::collections::HashMap;

use pest::iterators::{Pair, Pairs};
use pest_meta::ast::{self, Expr};
use pest_meta::parser::Rule;
use urlbnf_bnf::graph::components;
use urlbnf_bnf::text::first_names;

use super::names::NO_RUST;
use super::read::{RulePairs, inner_expression};
use super::refused::PestMistakes;
use crate::grammar::Span;

/// How deep parentheses and comments may be nested. The parser recurses for each.
const DEEPEST: usize = 100;
/// The most escapes in a string. The parser recurses for each.
const MOST_ESCAPES: usize = 1000;
/// The most parts of a rule, with counts written out as pest does: `a+` is `a ~ a*`.
pub(crate) const MOST_PARTS: usize = 5000;
/// How deep the parts of a rule may be nested, where each part of a sequence or choice is nested in the
/// one before. Each is a level of the stack.
const DEEPEST_PARTS: u64 = 2000;
/// How deep rules may use each other. The optimiser recurses for each.
const DEEPEST_NAMES: usize = 1000;
/// The most bytes that the validator may read: it reads the text from its beginning for each mistake, and
/// each part may be one.
const MOST_READ: u64 = 20_000_000_000;
/// The most work of the validator, in looks at a part. It looks at each rule, and from there at all that
/// the rule can begin with. A look takes time for each rule on the way.
const MOST_LOOKS: u64 = 300_000_000;
/// The most work of the optimiser, in copied parts: it copies what is in a branch, once for each level.
const MOST_COPIES: u64 = 100_000_000;

/// The most rules that a message names.
const MOST_NAMED: usize = 10;

type Refusal = Result<(), PestMistakes>;

fn place(pair: &Pair<'_, Rule>) -> Span {
    Span { start: pair.as_span().start(), end: pair.as_span().end() }
}

fn refuse_at(text: &str, pair: &Pair<'_, Rule>, message: impl Into<String>) -> PestMistakes {
    PestMistakes::one(text, place(pair), message.into())
}

/// Refuses a text that is nested too deeply to be parsed.
///
/// # Errors
/// If it is.
pub(super) fn refuse_deep(text: &str) -> Refusal {
    match too_deep(text, DEEPEST) {
        None => Ok(()),
        Some(at) => {
            let message = format!(
                "parentheses or comments are nested more than {DEEPEST} deep, or a string has more than {MOST_ESCAPES} escapes"
            );
            Err(PestMistakes::one(text, Span { start: at, end: at + 1 }, message))
        }
    }
}

/// Refuses a text that is too long for the validator.
///
/// # Errors
/// If it is.
pub(super) fn refuse_long_text(text: &str, pairs: &Pairs<'_, Rule>) -> Refusal {
    let mut all = 0;
    for rule in RulePairs::all(pairs.clone()) {
        let parts = rule.body.clone().into_inner().flatten();
        let parts = parts.filter(|pair| is_part(pair.as_rule())).count() as u64;
        all += parts;
        if parts > DEEPEST_PARTS {
            return Err(refuse_at(text, &rule.name, too_long()));
        }
        if all.saturating_mul(text.len() as u64) > MOST_READ {
            return Err(refuse_at(text, &rule.name, "the grammar is too long for pest's checks"));
        }
    }
    Ok(())
}

/// Refuses a text on which the validator or the reader of expressions would panic, overflow the stack
/// or run for long.
///
/// # Errors
/// If the text is one of these.
pub(super) fn refuse(text: &str, pairs: &Pairs<'_, Rule>) -> Refusal {
    let rules: Vec<RulePairs<'_>> = RulePairs::all(pairs.clone()).collect();
    for rule in &rules {
        if NO_RUST.contains(&rule.name.as_str()) {
            let message = format!("`{}` cannot be the name of a rule in Rust", rule.name.as_str());
            return Err(refuse_at(text, &rule.name, message));
        }
        for pair in rule.body.clone().into_inner().flatten() {
            match pair.as_rule() {
                Rule::inner_str | Rule::inner_chr if !has_only_characters(pair.as_str()) => {
                    return Err(refuse_at(text, &pair, "an escape is not a character"));
                }
                Rule::expression if pair.as_str().starts_with('|') => {
                    let message = "pest reads `|` before the first alternative only at the beginning of a rule";
                    return Err(refuse_at(text, &pair, message));
                }
                Rule::integer if pair.as_str().parse::<i32>().is_err() => {
                    return Err(refuse_at(text, &pair, "pest reads no number as great as this"));
                }
                _ => {}
            }
        }
    }
    let numbers: HashMap<&str, usize> =
        rules.iter().enumerate().map(|(number, rule)| (rule.name.as_str(), number)).collect();
    let callees_first = callees_first(text, &rules, &numbers)?;
    refuse_many_looks(text, &rules, &numbers, &callees_first)
}

fn too_long() -> String {
    format!(
        "the rule is too long: it has more than {MOST_PARTS} parts, with counts written out, or more than {DEEPEST_PARTS} in a row"
    )
}

/// Whether a pair of pest's parser becomes a part of an expression.
fn is_part(rule: Rule) -> bool {
    matches!(
        rule,
        Rule::term
            | Rule::positive_predicate_operator
            | Rule::negative_predicate_operator
            | Rule::optional_operator
            | Rule::repeat_operator
            | Rule::repeat_once_operator
            | Rule::repeat_exact
            | Rule::repeat_min
            | Rule::repeat_max
            | Rule::repeat_min_max
    )
}

/// Whether each escape `\\u{...}` of a text is a character.
fn has_only_characters(text: &str) -> bool {
    let is_character =
        |hex: &str| u32::from_str_radix(hex, 16).is_ok_and(|code| char::from_u32(code).is_some());
    let mut rest = text;
    while let Some((_, escape)) = rest.split_once('\\') {
        let hex = escape.strip_prefix("u{").and_then(|hex| hex.split_once('}'));
        if hex.is_some_and(|(hex, _)| !is_character(hex)) {
            return false;
        }
        let mut after = escape.chars();
        after.next();
        rest = after.as_str();
    }
    true
}

/// The rules, each after those that it uses, as far as there are no cycles.
///
/// # Errors
/// If too many rules use each other in a row.
fn callees_first(
    text: &str,
    rules: &[RulePairs<'_>],
    numbers: &HashMap<&str, usize>,
) -> Result<Vec<usize>, PestMistakes> {
    let uses = |rule: &RulePairs<'_>| -> Vec<usize> {
        rule.used().filter_map(|name| numbers.get(name).copied()).collect()
    };
    let uses: Vec<Vec<usize>> = rules.iter().map(uses).collect();
    let (mut depths, mut order) = (vec![0; rules.len()], Vec::new());
    for component in components(0..rules.len(), &uses) {
        let below = component.iter().flat_map(|&rule| &uses[rule]);
        let depth = component.len() + below.map(|&used| depths[used]).max().unwrap_or(0);
        for &rule in &component {
            depths[rule] = depth;
            if depth > DEEPEST_NAMES {
                let message = format!("more than {DEEPEST_NAMES} rules use each other in a row");
                return Err(refuse_at(text, &rules[rule].name, message));
            }
        }
        order.extend(component);
    }
    Ok(order)
}

/// What a rule, or a part of one, can begin with.
#[derive(Default, Clone)]
struct Beginning {
    /// The rules, each as often as it is looked at.
    rules: Vec<usize>,
    /// How many parts are looked at.
    parts: u64,
    /// Whether it can match without a byte.
    is_silent: bool,
}

/// What an expression can begin with, given which rules can match without a byte.
fn beginning(
    expression: Pair<'_, Rule>,
    numbers: &HashMap<&str, usize>,
    silent: &[bool],
) -> Beginning {
    let mut whole = Beginning::default();
    // Whether all parts of the current sequence so far can match without a byte.
    let mut goes_on = true;
    for pair in expression.into_inner() {
        match pair.as_rule() {
            Rule::choice_operator => {
                whole.is_silent |= std::mem::replace(&mut goes_on, true) && whole.parts > 0;
            }
            Rule::term if goes_on => {
                let term = term(pair, numbers, silent);
                whole.rules.extend(term.rules);
                whole.parts += term.parts;
                goes_on = term.is_silent;
            }
            _ => {}
        }
    }
    whole.is_silent |= goes_on;
    whole
}

fn term(term: Pair<'_, Rule>, numbers: &HashMap<&str, usize>, silent: &[bool]) -> Beginning {
    let mut begins = Beginning { parts: 1, ..Beginning::default() };
    let mut is_lookahead = false;
    for pair in term.into_inner() {
        match pair.as_rule() {
            Rule::positive_predicate_operator | Rule::negative_predicate_operator => {
                is_lookahead = true;
            }
            Rule::expression | Rule::_push => {
                if let Some(inner) = inner_expression(pair) {
                    let inner = beginning(inner, numbers, silent);
                    begins = Beginning { parts: inner.parts + 1, ..inner };
                }
            }
            Rule::identifier => match numbers.get(pair.as_str()) {
                Some(&rule) => {
                    begins.rules.push(rule);
                    begins.is_silent = silent[rule];
                }
                None => begins.is_silent = matches!(pair.as_str(), "SOI" | "EOI"),
            },
            Rule::string | Rule::insensitive_string => {
                begins.is_silent = pair.as_str().trim_start_matches('^') == "\"\"";
            }
            Rule::optional_operator | Rule::repeat_operator | Rule::repeat_max => {
                begins.is_silent = true;
            }
            Rule::repeat_exact | Rule::repeat_min | Rule::repeat_min_max => {
                let least = pair.into_inner().find(|pair| pair.as_rule() == Rule::number);
                let is_zero =
                    |number: Pair<'_, Rule>| number.as_str().bytes().all(|digit| digit == b'0');
                begins.is_silent |= least.is_some_and(is_zero);
            }
            _ => {}
        }
    }
    begins.is_silent |= is_lookahead;
    begins
}

fn refuse_many_looks(
    text: &str,
    rules: &[RulePairs<'_>],
    numbers: &HashMap<&str, usize>,
    callees_first: &[usize],
) -> Refusal {
    let mut silent = vec![false; rules.len()];
    let mut begins = vec![Beginning::default(); rules.len()];
    let mut has_changed = true;
    while std::mem::take(&mut has_changed) {
        for &rule in callees_first {
            begins[rule] = beginning(rules[rule].body.clone(), numbers, &silent);
            has_changed |= std::mem::replace(&mut silent[rule], begins[rule].is_silent)
                != begins[rule].is_silent;
        }
    }
    let leads: Vec<&[usize]> = begins.iter().map(|begins| begins.rules.as_slice()).collect();
    let (mut looks, mut depths, mut work) =
        (vec![0_u64; rules.len()], vec![0_u64; rules.len()], 0_u64);
    for component in components(0..rules.len(), &leads) {
        let rule = component[0];
        if component.len() > 1 || leads[rule].contains(&rule) {
            let mut component = component;
            component.sort_unstable();
            let first = &rules[component[0]].name;
            let message = match component.len() {
                1 => format!("the rule `{}` begins with itself", first.as_str()),
                _ => {
                    let names = component.iter().map(|&rule| rules[rule].name.as_str());
                    format!("these rules begin with each other: {}", first_names(names, MOST_NAMED))
                }
            };
            return Err(refuse_at(text, first, message));
        }
        let below = || leads[rule].iter().map(|&used| looks[used]);
        let sum = below().fold(begins[rule].parts, u64::saturating_add);
        let depth = 1 + leads[rule].iter().map(|&used| depths[used]).max().unwrap_or(0);
        (looks[rule], depths[rule]) = (sum, depth);
        work = work.saturating_add(sum.saturating_mul((depth + 10) * (depth + 10)));
        if work > MOST_LOOKS {
            let message = "pest's check for left recursion would take too long: too many rules begin with each other";
            return Err(refuse_at(text, &rules[rule].name, message));
        }
    }
    Ok(())
}

/// Refuses rules that are too long for the optimiser.
///
/// # Errors
/// If there is one.
pub(super) fn refuse_long(text: &str, rules: &[ast::Rule]) -> Refusal {
    let mut all = Size::default();
    for rule in rules {
        let size = Size::of(&rule.expr);
        all = all.and(size);
        let is_long = size.parts > MOST_PARTS as u64 || size.depth > DEEPEST_PARTS;
        // For each branch, the optimiser looks at the rules that it uses.
        let is_much = all.copies.max(all.branches.saturating_mul(all.parts)) > MOST_COPIES;
        let message = match (is_long, is_much) {
            (true, _) => too_long(),
            (_, true) => format!("pest's optimiser would take too long, from `{}` on", rule.name),
            (false, false) => continue,
        };
        let start = text.find(&rule.name).unwrap_or(0);
        let place = Span { start, end: start + rule.name.len() };
        return Err(PestMistakes::one(text, place, message));
    }
    Ok(())
}

/// The size of an expression, with counts written out.
#[derive(Clone, Copy, Default)]
struct Size {
    parts: u64,
    /// Choices, optional parts and repetitions.
    branches: u64,
    depth: u64,
    /// How many parts the optimiser copies: for each branch, its parts once for each level.
    copies: u64,
}

impl Size {
    fn of(expression: &Expr) -> Size {
        match expression {
            Expr::Choice(one, other) => Size::of(one).and(Size::of(other)).deeper(1).branch(),
            Expr::Seq(one, other) => Size::of(one).and(Size::of(other)).deeper(1),
            Expr::Opt(body) | Expr::Rep(body) => Size::of(body).deeper(1).branch(),
            Expr::RepOnce(body) => Size::of(body).times(2),
            Expr::RepExact(body, count) => Size::of(body).times(*count),
            Expr::RepMin(body, least) => Size::of(body).times(least.saturating_add(1)),
            Expr::RepMax(body, most) | Expr::RepMinMax(body, _, most) => {
                Size::of(body).deeper(1).branch().times(*most)
            }
            Expr::PosPred(body) | Expr::NegPred(body) | Expr::Push(body) => {
                Size::of(body).deeper(1)
            }
            Expr::Str(_)
            | Expr::Insens(_)
            | Expr::Range(..)
            | Expr::Ident(_)
            | Expr::PeekSlice(..)
            | Expr::Skip(_) => Size::default().deeper(1),
        }
    }

    /// Two expressions beside each other.
    fn and(self, other: Size) -> Size {
        Size {
            parts: self.parts.saturating_add(other.parts),
            branches: self.branches.saturating_add(other.branches),
            depth: self.depth.max(other.depth),
            copies: self.copies.saturating_add(other.copies),
        }
    }

    /// A part around an expression, which makes it so many levels deeper.
    fn deeper(self, levels: u64) -> Size {
        let (parts, depth) = (self.parts.saturating_add(1), self.depth.saturating_add(levels));
        Size { parts, depth, ..self }
    }

    fn branch(self) -> Size {
        let copies = self.copies.saturating_add(self.parts.saturating_mul(self.depth));
        Size { branches: self.branches.saturating_add(1), copies, ..self }
    }

    /// So many copies in a row.
    fn times(self, count: u32) -> Size {
        let count = u64::from(count);
        let copies = Size {
            parts: self.parts.saturating_mul(count),
            branches: self.branches.saturating_mul(count),
            copies: self.copies.saturating_mul(count),
            ..self
        };
        copies.deeper(count)
    }
}

/// Returns the byte where parentheses or comments are first nested too deeply, or where a string has
/// too many escapes, for each of which the parser recurses. Parentheses in strings and comments do not
/// count. After a syntax error the result is arbitrary.
fn too_deep(text: &str, most: usize) -> Option<usize> {
    let mut depth = 0_usize;
    let mut bytes = text.as_bytes().iter();
    while let Some(&byte) = bytes.next() {
        let at = text.len() - bytes.as_slice().len() - 1;
        match byte {
            b'(' => depth += 1,
            b')' => depth = depth.saturating_sub(1),
            quote @ (b'"' | b'\'') => {
                let mut escapes = 0;
                while let Some(&byte) = bytes.next().filter(|&&byte| byte != quote) {
                    if byte == b'\\' {
                        bytes.next();
                        escapes += 1;
                    }
                }
                if escapes > MOST_ESCAPES {
                    return Some(at);
                }
            }
            b'/' if bytes.as_slice().first() == Some(&b'/') => {
                while bytes.next().is_some_and(|&byte| byte != b'\n') {}
            }
            b'/' if bytes.as_slice().first() == Some(&b'*') => {
                let (levels, rest) = comment(bytes.as_slice());
                if levels > most {
                    return Some(at);
                }
                bytes = rest.iter();
            }
            _ => {}
        }
        if depth > most {
            return Some(at);
        }
    }
    None
}

/// The nesting of the comment whose first `/` was just read, and the text after the comment.
fn comment(mut text: &[u8]) -> (usize, &[u8]) {
    let (mut depth, mut deepest) = (0_usize, 0);
    // The first `/` of the comment is already read.
    let mut opens = true;
    while let Some((&byte, rest)) = text.split_first() {
        text = rest;
        let closes = byte == b'*' && rest.first() == Some(&b'/') && !opens;
        if opens || closes {
            depth = if opens { depth + 1 } else { depth.saturating_sub(1) };
            deepest = deepest.max(depth);
            if closes {
                text = rest.get(1..).unwrap_or_default();
            }
            if depth == 0 {
                break;
            }
            opens = false;
        } else if byte == b'/' && rest.first() == Some(&b'*') {
            opens = true;
        }
    }
    (deepest, text)
}
