//! The name of a production's rule.
//!
//! Names in pest consist of letters, digits and `_`, and pest and Rust reserve some words. So
//! most rules have the name of their production, and the others a similar one. The writer of
//! rules and the search for them both use these names.

use std::collections::HashSet;

use super::transcription::RESERVED;
use crate::grammar::Grammar;

/// Names that are not Rust identifiers, not even in their raw form.
pub(super) const NO_RUST: [&str; 5] = ["crate", "self", "super", "Self", "_"];

/// The name of a production in the notation of pest.
pub fn rule_name(production: &str) -> String {
    production.replace('-', "_").replace('+', "_plus")
}

/// By production: the name of its rule. The names are unique and not reserved, and none contains
/// `__`, which is kept for the names of copies.
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

/// Whether a name is reserved by pest or Rust, or would define white space.
fn is_kept(name: &str) -> bool {
    [RESERVED.as_slice(), &NO_RUST, &["WHITESPACE", "COMMENT"]]
        .into_iter()
        .any(|kept| kept.contains(&name))
}
