//! Inputs of published recursive grammars, up to a hundred levels deep and with errors, judged
//! as independent parsers judge them: serde_json, a handwritten parser of expressions, and a
//! reader that finds the derivations of each rule from the printed text.

use urlbnf_bnf::automaton::LanguageSpec;
use urlbnf_bnf::derivation::verify;
use urlbnf_bnf::earley::EarleyRecogniser;
use urlbnf_bnf::grammar::ProductionId;
use urlbnf_bnf::{Grammar, Reading};

use crate::reviewed::MemoisingParser;
use crate::support::{XorshiftRng, mutate};

const INPUTS: usize = 200;
const DEEPEST: usize = 100;

impl XorshiftRng {
    fn one<'t>(&mut self, of: &[&'t str]) -> &'t str {
        of[self.below(of.len())]
    }
}

/// What a grammar is, and how inputs of it are written: leaves, and what encloses an input, which
/// is `X`, with a leaf beside it, which is `Y`.
struct StandardGrammar {
    text: &'static str,
    start: &'static str,
    bytes: &'static [u8],
    leaves: &'static [&'static str],
    around: &'static [&'static str],
    /// What encloses the whole.
    whole: &'static str,
}

impl StandardGrammar {
    fn write(&self, numbers: &mut XorshiftRng, depth: usize) -> String {
        let mut text = numbers.one(self.leaves).to_owned();
        for _ in 0..depth {
            let beside = numbers.one(self.leaves);
            text = numbers.one(self.around).replace('Y', beside).replace('X', &text);
        }
        self.whole.replace('X', &text)
    }
}

/// Judges inputs as another parser does, and returns how many of them conform.
#[track_caller]
fn judged_alike(standard: &StandardGrammar, is: impl Fn(&Grammar, ProductionId, &[u8]) -> bool) {
    let StandardGrammar { text, start, bytes, .. } = *standard;
    let grammar = Grammar::read("standard.abnf", text, Reading::Printed).unwrap();
    let start = grammar.find(start).expect(start);
    let recogniser =
        EarleyRecogniser::new(&grammar, &LanguageSpec::from_production(start)).unwrap();
    let mut numbers = XorshiftRng::new(8259);
    let (mut conform, mut deep) = (0, 0);
    for number in 0..INPUTS {
        let depth = 1 + number * DEEPEST / INPUTS;
        let mut input = standard.write(&mut numbers, depth).into_bytes();
        // Two out of three inputs are changed at random.
        if numbers.below(3) > 0 {
            mutate(&mut numbers, &mut input, bytes);
        }
        let shown = String::from_utf8_lossy(&input).into_owned();
        let expected = is(&grammar, start, &input);
        assert_eq!(recogniser.derives(&input), Ok(expected), "{shown}");
        let failure = recogniser.failure(&input).unwrap();
        assert_eq!(failure.is_none(), expected, "{shown}");
        let tree = recogniser.tree(&grammar, &input).unwrap();
        assert_eq!(tree.is_some(), expected, "{shown}");
        if let Some(tree) = tree {
            verify(&tree).expect(&shown);
            conform += 1;
            deep += usize::from(depth > 50);
        }
        if let Some(failure) = failure {
            // The prefix before the offset can be continued; with the next byte it cannot.
            let offset = failure.offset;
            assert_eq!(recogniser.begins(&input[..offset]), Ok(true), "{shown}");
            if offset < input.len() && input.is_ascii() {
                assert_eq!(recogniser.begins(&input[..=offset]), Ok(false), "{shown}");
            }
        }
    }
    assert!(conform > INPUTS / 4 && deep > INPUTS / 10, "{conform} conform, {deep} of them deep");
    assert!(conform < INPUTS * 9 / 10, "{conform} conform");
}

/// Runs a test on a large stack, for recursive parsers.
fn with_room(test: impl FnOnce() + Send + 'static) {
    let thread = std::thread::Builder::new().stack_size(1 << 28).spawn(test).unwrap();
    if let Err(panic) = thread.join() {
        std::panic::resume_unwind(panic);
    }
}

#[test]
fn json_is_judged_as_serde_judges_it() {
    const JSON: StandardGrammar = StandardGrammar {
        text: include_str!("standards/rfc8259.abnf"),
        start: "JSON-text",
        bytes: b"[]{},:\"1 e.-",
        leaves: &["1", "-0.5e+3", "true", "null", "\"a\\n\\u00e9 é\"", "[]", "{ }", "\"\""],
        around: &["[X]", "[ Y ,X]", "{\"k\":X}", "{ \"a\" : Y, \"b\":X }"],
        whole: "X",
    };
    let is =
        |_: &Grammar, _, input: &[u8]| serde_json::from_slice::<serde_json::Value>(input).is_ok();
    with_room(move || judged_alike(&JSON, is));
}

const EXPRESSION: &str = "expr = expr \"+\" term / expr \"-\" term / term\n\
    term = term \"*\" factor / factor\nfactor = \"-\" factor / power\n\
    power = primary [ \"^\" factor ]\n\
    primary = 1*DIGIT / \"(\" expr \")\" / ident [ \"(\" [ args ] \")\" ]\n\
    args = expr *( \",\" expr )\nident = ALPHA *( ALPHA / DIGIT )\n";

/// Parses an expression from an offset. Returns its end.
fn expression(input: &[u8], at: usize) -> Option<usize> {
    let mut at = factor(input, at)?;
    while input.get(at).is_some_and(|it| b"+-*".contains(it)) {
        at = factor(input, at + 1)?;
    }
    Some(at)
}

fn factor(input: &[u8], mut at: usize) -> Option<usize> {
    while input.get(at) == Some(&b'-') {
        at += 1;
    }
    let run = |from: usize, is: fn(&u8) -> bool| {
        from + input[from..].iter().take_while(|it| is(it)).count()
    };
    let closed = |at: usize| (input.get(at) == Some(&b')')).then_some(at + 1);
    at = match input.get(at)? {
        b'0'..=b'9' => run(at, u8::is_ascii_digit),
        b'(' => closed(expression(input, at + 1)?)?,
        b'a'..=b'z' | b'A'..=b'Z' => {
            let mut at = run(at, u8::is_ascii_alphanumeric);
            if input.get(at) == Some(&b'(') {
                at += 1;
                if input.get(at) != Some(&b')') {
                    at = expression(input, at)?;
                    while input.get(at) == Some(&b',') {
                        at = expression(input, at + 1)?;
                    }
                }
                at = closed(at)?;
            }
            at
        }
        _ => return None,
    };
    match input.get(at) {
        Some(b'^') => factor(input, at + 1),
        _ => Some(at),
    }
}

#[test]
fn expressions_are_judged_as_by_a_parser_written_by_hand() {
    const EXPRESSIONS: StandardGrammar = StandardGrammar {
        text: EXPRESSION,
        start: "expr",
        bytes: b"+-*^(),1x",
        leaves: &["1", "x", "f()", "2^n"],
        around: &["(X)", "f(X,1)", "-(X+2*x)", "g(a,X)^2", "2^-(X)", "a+(X)-1"],
        whole: "X",
    };
    let is = |_: &Grammar, _, input: &[u8]| expression(input, 0) == Some(input.len());
    with_room(move || judged_alike(&EXPRESSIONS, is));
}

fn derives(grammar: &Grammar, start: ProductionId, input: &[u8]) -> bool {
    MemoisingParser::new(grammar, input).derivations(start).0
}

#[test]
fn grammars_of_documents_are_judged_as_their_texts_have_it() {
    const STANDARDS: [StandardGrammar; 3] = [
        StandardGrammar {
            text: include_str!("standards/rfc5234.abnf"),
            start: "alternation",
            bytes: b"()[]/*\" a1%<",
            leaves: &["a", "*b-1", "2*3DIGIT", "\"x y\"", "%x41-5A", "%d13.10", "<in words>"],
            around: &["(X)", "[ X ]", "Y / 1*( X )", "( X ) Y", "*[X/Y]"],
            whole: "X",
        },
        StandardGrammar {
            text: include_str!("../abnf/rfc9535.abnf"),
            start: "jsonpath-query",
            bytes: b"()[]@$.?=&|1a'",
            leaves: &["@.a", "@.b==1", "$.c[0]", "!@['x']", "length(@.a)>=2", "@..d"],
            around: &["(X)", "@[?X]", "(X && Y)", "!(Y || X)", "$.x[1, ?X].y"],
            whole: "$[?X]",
        },
        // Comments of messages.
        StandardGrammar {
            text: include_str!("../abnf/source/rfc5322.abnf"),
            start: "comment",
            bytes: b"()\\ a\r\n",
            leaves: &["", "a b", "\\(", " x", "word "],
            around: &["(X)", "( a X)", "(b(X)\\) )"],
            whole: "(X)",
        },
    ];
    with_room(|| STANDARDS.iter().for_each(|it| judged_alike(it, derives)));
}
