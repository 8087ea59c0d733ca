//! pest's own interpreter, as a judge of transcriptions.

use pest_meta::ast::{Expr, Rule, RuleType};
use pest_meta::{optimizer, parser};
use pest_vm::Vm;

/// The rules of a transcription, as pest parses them.
pub fn pest_rules(text: &str) -> Vec<Rule> {
    let pairs = parser::parse(parser::Rule::grammar_rules, text).unwrap();
    parser::consume_rules(pairs).unwrap()
}

/// pest's interpreter, with a rule `WHOLE` that matches a rule and then the end.
pub fn interpreter(rules: &[Rule], name: &str) -> Vm {
    let [rule, end] = [name, "EOI"].map(|name| Box::new(Expr::Ident(name.to_owned())));
    let whole = Rule { name: "WHOLE".to_owned(), ty: RuleType::Normal, expr: Expr::Seq(rule, end) };
    Vm::new(optimizer::optimize([rules, &[whole]].concat()))
}
