//! The name of a production's rule.
//!
//! pest has letters, digits and `_` in its names, keeps some of them to itself, and Rust
//! makes an identifier of nearly every word. So most productions give their rule their
//! own name, and the others one that is as like it as can be. Whoever writes rules and
//! whoever looks for them ask here.

use std::collections::HashSet;

use super::checks::NO_RUST;
use super::transcription::RESERVED;
use crate::grammar::Grammar;

/// The name of a production as pest writes it.
pub fn rule_name(production: &str) -> String {
    production.replace('-', "_").replace('+', "_plus")
}

/// By production: the name of its rule. No two are the same, none is one of pest's own, and none
/// has two of `_` after each other, which precede the place of a copy.
pub fn rule_names(grammar: &Grammar) -> Vec<String> {
    let mut taken: HashSet<String> = HashSet::new();
    let mut names: Vec<String> = Vec::new();
    for id in grammar.ids() {
        let is_letter = |it: char| it.is_ascii_alphanumeric() || it == '_';
        let own = rule_name(grammar.name(id));
        let mut name: String = own.chars().map(|it| if is_letter(it) { it } else { '_' }).collect();
        while name.contains("__") {
            name = name.replace("__", "_");
        }
        if name.starts_with(|it: char| it.is_ascii_digit()) || name.starts_with("PUSH") {
            name.insert(0, '_');
        }
        while is_kept(&name) || taken.contains(&name) {
            name.push('x');
        }
        taken.insert(name.clone());
        names.push(name);
    }
    names
}

/// Whether pest, or Rust, keeps a name to itself; or white space would be what it is.
fn is_kept(name: &str) -> bool {
    [RESERVED.as_slice(), &NO_RUST, &["WHITESPACE", "COMMENT"]]
        .into_iter()
        .any(|kept| kept.contains(&name))
}
