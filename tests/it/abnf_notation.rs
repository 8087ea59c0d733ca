//! Compares the reader of ABNF with a pest grammar of ABNF. Whatever is cut off or changed in
//! a grammar, both read it or both reject it, and both find the same expressions, with the
//! same parts at the same places.

use std::collections::HashMap;

use pest::Parser;
use pest::iterators::Pair;
use urlbnf::bnf::{Expression, ExpressionKind, GrammarError, Span, SyntaxErrorKind, text};
use urlbnf::{Grammar, Reading};

use crate::support::{XorshiftRng, mutate};

#[derive(pest_derive::Parser)]
#[grammar = "crates/bnf/notations/abnf.pest"]
struct AbnfPestParser;

/// An expression in the form that both sides produce.
#[derive(Debug, PartialEq, Eq)]
enum ExpressionShape {
    /// A part without parts of its own, or a list.
    Leaf(Span),
    Sequence(Vec<ExpressionShape>),
    Choice(Vec<ExpressionShape>),
    Optional(Box<ExpressionShape>),
    Repetition(usize, Option<usize>, Box<ExpressionShape>),
}

/// By the place of a rule's name: whether it extends another rule, and its body.
type RuleShapes = HashMap<Span, (bool, ExpressionShape)>;

fn place(pair: &Pair<'_, Rule>) -> Span {
    Span { start: pair.as_span().start(), end: pair.as_span().end() }
}

fn one_or(
    mut parts: Vec<ExpressionShape>,
    many: fn(Vec<ExpressionShape>) -> ExpressionShape,
) -> ExpressionShape {
    if parts.len() == 1 { parts.remove(0) } else { many(parts) }
}

/// The shape of a part of the parse tree.
fn parsed(pair: Pair<'_, Rule>) -> ExpressionShape {
    let whole = place(&pair);
    let kind = pair.as_rule();
    let mut inner = pair.into_inner();
    match kind {
        Rule::alternation => one_or(inner.map(parsed).collect(), ExpressionShape::Choice),
        Rule::sequence => one_or(inner.map(parsed).collect(), ExpressionShape::Sequence),
        Rule::group => parsed(inner.next().unwrap()),
        Rule::optional => ExpressionShape::Optional(Box::new(parsed(inner.next().unwrap()))),
        Rule::repetition => {
            let first = inner.next().unwrap();
            let number = |text: &str| text.parse::<usize>().ok();
            let (least, most) = match first.as_rule() {
                Rule::exactly => (number(first.as_str()).unwrap(), number(first.as_str())),
                _ if inner.next().unwrap().as_str() == "#" => return ExpressionShape::Leaf(whole),
                _ => {
                    let most = inner.next().unwrap();
                    (number(first.as_str()).unwrap_or(0), number(most.as_str()))
                }
            };
            ExpressionShape::Repetition(least, most, Box::new(parsed(inner.next().unwrap())))
        }
        _ => ExpressionShape::Leaf(whole),
    }
}

/// The rules of a text; `None` if it is not in the notation.
fn notation(text: &str) -> Option<RuleShapes> {
    let mut spaced = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        let indent = line.len() - line.trim_start_matches([' ', '\t']).len();
        spaced.extend(std::iter::repeat_n(' ', indent));
        spaced.push_str(&line[indent..]);
    }
    let all = AbnfPestParser::parse(Rule::rulelist, &spaced).ok()?.next()?.into_inner();
    let rules = all.filter(|it| it.as_rule() == Rule::rule).map(|rule| {
        let mut parts = rule.into_inner();
        let name = place(&parts.next().unwrap());
        let body = parts.next().unwrap();
        let adds = body.as_rule() == Rule::adds;
        let body = if adds { parts.next().unwrap() } else { body };
        (name, (adds, parsed(body)))
    });
    Some(rules.collect())
}

/// The shape of an expression. The expression that is built from a value or from a list ends
/// in a part with the same place.
fn read(expression: &Expression) -> ExpressionShape {
    if expression.parts().last().is_some_and(|it| it.place == expression.place) {
        return ExpressionShape::Leaf(expression.place);
    }
    let all = |parts: &[Expression]| parts.iter().map(read).collect();
    match &expression.kind {
        ExpressionKind::Sequence(parts) => ExpressionShape::Sequence(all(parts)),
        ExpressionKind::Choice(parts) => ExpressionShape::Choice(all(parts)),
        ExpressionKind::Optional(body) => ExpressionShape::Optional(Box::new(read(body))),
        ExpressionKind::Repetition { at_least, at_most, body } => {
            ExpressionShape::Repetition(*at_least, *at_most, Box::new(read(body)))
        }
        _ => ExpressionShape::Leaf(expression.place),
    }
}

/// Errors that a grammar of the notation cannot express: a number's size, a name in a comment,
/// the depth.
fn is_beyond_the_notation(kind: &SyntaxErrorKind) -> bool {
    matches!(
        kind,
        SyntaxErrorKind::NumberTooLarge
            | SyntaxErrorKind::ValueTooLarge
            | SyntaxErrorKind::NoSuchCount
            | SyntaxErrorKind::NoSuchRange
            | SyntaxErrorKind::TooManyBrackets
            | SyntaxErrorKind::ListRule
            | SyntaxErrorKind::ListsInLists
            | SyntaxErrorKind::HeaderTwice { .. }
            | SyntaxErrorKind::Directive(_)
            | SyntaxErrorKind::NotImported(_)
            | SyntaxErrorKind::UnknownNotation(_)
            | SyntaxErrorKind::NotUtf8(_)
    )
}

/// How often both sides agreed.
#[derive(Debug, Default)]
struct AgreementCounts {
    read: usize,
    refused: usize,
}

impl AgreementCounts {
    #[track_caller]
    fn add(&mut self, bytes: &[u8]) {
        let text = text(bytes);
        match Grammar::read_bytes("a.abnf", bytes, Reading::Printed) {
            Err(GrammarError::Syntax(errors)) => {
                if errors.all().iter().any(|it| is_beyond_the_notation(&it.kind)) {
                    return;
                }
                let expected = notation(&text);
                assert!(expected.is_none(), "the reader refuses {text}: {errors}");
                self.refused += 1;
            }
            Err(_) => {}
            Ok(grammar) if grammar.listing().notation != urlbnf::bnf::Notation::Abnf => {}
            Ok(grammar) => {
                let Some(expected) = notation(&text) else {
                    panic!("the reader reads what it should not: {text}");
                };
                self.same(&grammar, expected);
                self.read += 1;
            }
        }
    }

    #[track_caller]
    fn same(&self, grammar: &Grammar, mut expected: RuleShapes) {
        let text = &grammar.listing().text;
        let first = grammar.ids().flat_map(|id| grammar.production(id).definitions());
        let again = grammar.collected().iter().map(|(_, definition)| definition);
        let own = first.chain(again).filter(|it| grammar.listing().is_own(it.place.start));
        for definition in own {
            let found = (definition.adds, read(&definition.body));
            let name = &text[definition.name_place.range()];
            assert_eq!(expected.remove(&definition.name_place), Some(found), "{name} of {text}");
        }
        // A prose definition that is missing here refers to a core rule.
        for (name, (_, shape)) in expected {
            let ExpressionShape::Leaf(words) = shape else {
                panic!("it is not read: {name:?} of {text}")
            };
            assert!(text[words.range()].starts_with('<'), "it is not read: {name:?} of {text}");
        }
    }
}

/// The grammars of published RFCs, and those of the documents that use ABNF.
fn texts() -> Vec<Vec<u8>> {
    let mut texts: Vec<Vec<u8>> =
        crate::abnf::files().iter().map(|it| std::fs::read(it).unwrap()).collect();
    let editions = urlbnf::Edition::ALL.into_iter();
    texts.extend(editions.map(|it| it.bnf().as_bytes().to_vec()));
    texts
}

#[test]
fn grammars_of_documents_are_read_alike() {
    let mut compared = AgreementCounts::default();
    texts().iter().for_each(|it| compared.add(it));
    assert!(compared.read > 25, "{compared:?}");
}

#[test]
fn a_grammar_cut_off_anywhere_is_read_alike() {
    let mut compared = AgreementCounts::default();
    for text in texts().iter().filter(|it| it.len() < 2_000) {
        for end in 0..text.len() {
            compared.add(&text[..end]);
        }
    }
    assert!(compared.read > 1_000 && compared.refused > 1_000, "{compared:?}");
}

#[test]
fn a_grammar_with_a_byte_changed_is_read_alike() {
    const OFTEN: &[u8] = b" \t\n\r\x0C\"[]()|*/=#@;<>%1xsa-_.Z\xE9";
    let mut compared = AgreementCounts::default();
    let mut numbers = XorshiftRng::new(5234);
    let texts: Vec<Vec<u8>> = texts().into_iter().filter(|it| it.len() < 12_000).collect();
    for _ in 0..6_000 {
        let mut changed = texts[numbers.below(texts.len())].clone();
        mutate(&mut numbers, &mut changed, OFTEN);
        compared.add(&changed);
    }
    assert!(compared.read > 1_000 && compared.refused > 1_000, "{compared:?}");
}

#[test]
fn a_text_of_any_pieces_is_read_alike() {
    const PIECES: &[&str] = &[
        "a", "b", " ", "  ", "\t", "\n", "\r\n", "\n ", "\n   ", "/", " / ", " | ", "[", "]", "(",
        ")", "*", "1*", "*2", "2*3", "2", "#", "1#", "\"x\"", "\"\"", "\"", "%s\"Aa\"", "%I\"b\"",
        "%x41", "%x41-5a", "%d65.66", "%b1", "%x20AC", "%", "<b>", "<any text; even this>", "<",
        ">", "=", " = ", " =/ ", "; c\n", ";", "\n; c", "\nc = b", "\n  c = b", "\nc\n = b",
        "\n  c\n    = b", "\nX Y   [Page 3]\n", "\n\x0C\n", "\x0C", "\nRFC 1   T\n",
        "\n[Page 4]\n\n\nRFC 2\n", "\r", "'", "{", "::=", "\nc ::= b", "\u{E9}", "-", "_", ".",
    ];
    let mut compared = AgreementCounts::default();
    let mut numbers = XorshiftRng::new(7405);
    for turn in 0..30_000 {
        let header = if turn % 2 == 0 { "; urlbnf: lists\n" } else { "" };
        let mut text = header.to_owned();
        text.push_str(["a =", "a = ", "  a = b", "a = (", ""][numbers.below(5)]);
        for _ in 0..numbers.below(10) {
            text.push_str(PIECES[numbers.below(PIECES.len())]);
        }
        compared.add(text.as_bytes());
    }
    assert!(compared.read > 1_000 && compared.refused > 5_000, "{compared:?}");
}
