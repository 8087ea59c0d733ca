//! Finds strings for which two transcriptions of a production make different trees.
//!
//! pest's interpreter runs both on random strings. Of the characters that the production does
//! not distinguish, only one is used, so that delimiters are frequent.

use std::collections::BTreeSet;

use pest_meta::ast::{Expr, Rule, RuleType};
use pest_meta::{optimizer, parser};
use pest_vm::Vm;
use urlbnf::Grammar;
use urlbnf::automaton::{Automaton, ByteClasses, Census, Dfa, LanguageSpec, PLAINEST_FIRST, Work};
use urlbnf::bnf::ProductionId;

use crate::support::XorshiftRng;

/// The number of bytes beyond the length of the shortest string.
const LONGER: usize = 9;
/// The number of random strings per length.
const DRAWN: usize = 60;

/// The rules of a transcription, as pest parses them.
pub fn pest_rules(text: &str) -> Vec<Rule> {
    let pairs = parser::parse(parser::Rule::grammar_rules, text).unwrap();
    parser::consume_rules(pairs).unwrap()
}

/// The first random string for which the two rules make different trees.
pub fn other_tree(
    grammar: &Grammar,
    id: ProductionId,
    (one, one_name): (&[Rule], &str),
    (two, two_name): (&[Rule], &str),
) -> Option<String> {
    let rules = one.iter().chain(two);
    let silent: BTreeSet<&str> =
        rules.filter(|it| it.ty == RuleType::Silent).map(|it| it.name.as_str()).collect();
    let (one, two) = (interpreter(one, one_name), interpreter(two, two_name));
    let differs = |it: &String| tree(&one, it, &silent) != tree(&two, it, &silent);
    drawn(grammar, id).into_iter().find(differs)
}

/// pest's interpreter, with a rule `WHOLE` that matches a rule and then the end.
pub fn interpreter(rules: &[Rule], name: &str) -> Vm {
    let [rule, end] = [name, "EOI"].map(|it| Box::new(Expr::Ident(it.to_owned())));
    let whole = Rule { name: "WHOLE".to_owned(), ty: RuleType::Normal, expr: Expr::Seq(rule, end) };
    Vm::new(optimizer::optimize([rules, &[whole]].concat()))
}

/// The nodes with their places, by the names of their productions, without those that only one
/// of the two trees has.
fn tree(vm: &Vm, string: &str, silent: &BTreeSet<&str>) -> Vec<(String, usize, usize)> {
    let nodes = vm.parse("WHOLE", string).unwrap().flatten();
    let named = nodes.map(|it| {
        let name = it.as_rule().split("__").next().unwrap_or_default().to_owned();
        (name, it.as_span().start(), it.as_span().end())
    });
    named.filter(|it| !["WHOLE", "EOI"].contains(&&*it.0) && !silent.contains(&*it.0)).collect()
}

/// Strings of a production, shorter ones first.
fn drawn(grammar: &Grammar, id: ProductionId) -> Vec<String> {
    let automaton = Automaton::new(grammar, &LanguageSpec::from_production(id)).unwrap();
    let dfa = automaton.determinise(&mut Work::default()).unwrap().minimise();
    let classes = ByteClasses::from_signature(|byte| dfa.classes()[usize::from(byte)]);
    let mut met = BTreeSet::new();
    let plainest = PLAINEST_FIRST.iter().copied();
    let few: BTreeSet<u8> = plainest.filter(|&it| met.insert(classes.least(it))).collect();
    let each = ByteClasses::from_signature(|byte| byte);
    let all = Dfa::explore((), &each, |(), it| few.contains(&it).then_some(()), |()| true);
    let dfa = dfa.intersection(&all, &mut Work::default()).unwrap();
    let Some(shortest) = dfa.shortest().map(|it| it.len()) else { return Vec::new() };
    let census = Census::within(&dfa, shortest + LONGER, &mut Work::default()).unwrap();
    let mut numbers = XorshiftRng::new(19);
    let mut bits = |bytes: &mut [u8]| bytes.fill_with(|| numbers.below(256) as u8);
    let mut strings = Vec::new();
    for length in shortest..=shortest + LONGER {
        for _ in 0..DRAWN {
            let string = census.draw(length, &mut bits);
            strings.extend(string.and_then(|it| String::from_utf8(it).ok()));
        }
    }
    strings
}
