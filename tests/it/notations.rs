//! Compares the reader of grammar files with pest grammars of the two notations. Whatever is
//! cut off or changed in a printed grammar, both read it or both reject it, and find the same
//! names and literals.

use pest::Parser;
use urlbnf::bnf::{
    Expression, ExpressionKind, GrammarError, Notation, Span, SyntaxErrorKind, SyntaxErrors, text,
};
use urlbnf::{Edition, Grammar, Reading};

use crate::support::{XorshiftRng, mutate};

macro_rules! notation {
    ($module:ident, $grammar:literal) => {
        mod $module {
            #[derive(pest_derive::Parser)]
            #[grammar = "crates/bnf/notations/listing.pest"]
            #[grammar = $grammar]
            pub struct ListingParser;
        }

        /// The name of each production, and its parts that have no parts; `None` if the text
        /// cannot be read.
        fn $module(text: &str) -> Option<Vec<Vec<Span>>> {
            use $module::Rule;
            let listing = $module::ListingParser::parse(Rule::listing, text).ok()?;
            let productions = listing
                .flatten()
                .filter(|it| matches!(it.as_rule(), Rule::production | Rule::erratum));
            let leaves = productions.map(|production| {
                let pairs = production.into_inner().flatten();
                let leaf = |rule| LEAVES.contains(&format!("{rule:?}").as_str());
                let leaves = pairs.filter(|it| leaf(it.as_rule()));
                leaves
                    .map(|it| Span { start: it.as_span().start(), end: it.as_span().end() })
                    .collect()
            });
            Some(leaves.collect())
        }
    };
}

notation!(spaced, "crates/bnf/notations/spaced.pest");
notation!(rfc822, "crates/bnf/notations/rfc822.pest");

const LEAVES: &[&str] = &["name", "reference", "literal", "quote", "bare"];

/// The printed grammars, each with its notation.
fn printed() -> impl Iterator<Item = (&'static [u8], Notation)> {
    Edition::ALL.into_iter().map(|edition| {
        let notation = edition.grammar(Reading::Printed).listing().notation;
        (edition.bnf().as_bytes(), notation)
    })
}

/// Errors that a grammar of the notation cannot express: two places that do not fit together,
/// a number's size, or what precedes the text.
fn is_beyond_the_notation(kind: &SyntaxErrorKind) -> bool {
    matches!(
        kind,
        SyntaxErrorKind::NotImported(_)
            | SyntaxErrorKind::NumberTooLarge
            | SyntaxErrorKind::TooManyBrackets
            | SyntaxErrorKind::DefinedTwice { .. }
            | SyntaxErrorKind::BareSlash
            | SyntaxErrorKind::HeaderTwice { .. }
            | SyntaxErrorKind::Directive(_)
    )
}

/// Asserts that both agree. Returns whether there was anything to compare.
#[track_caller]
fn agree(bytes: &[u8], notation: Notation) -> bool {
    let expected = match notation {
        Notation::Spaced => spaced(&text(bytes)),
        Notation::Rfc822 => rfc822(&text(bytes)),
        // The tests in `abnf_notation` cover it.
        Notation::Abnf => return false,
    };
    let all = |errors: &SyntaxErrors| {
        assert!(!errors.all().is_empty());
        for error in errors.all() {
            let Span { start, end } = error.place;
            assert!(start <= end && end <= bytes.len(), "{error:?}");
            assert!(text(bytes).get(start..end).is_some(), "{error:?}");
            assert!(error.to_string().len() < 300);
        }
    };
    let reading = Reading::ALL[bytes.len() % 2];
    match Grammar::read_bytes("a.bnf", bytes, reading) {
        Err(GrammarError::Syntax(errors)) => {
            all(&errors);
            let kinds = || errors.all().iter().map(|it| &it.kind);
            let other = |kind: &SyntaxErrorKind| {
                matches!(
                    kind,
                    SyntaxErrorKind::UnknownNotation(_)
                        | SyntaxErrorKind::NoNotation
                        | SyntaxErrorKind::BracketedName
                        | SyntaxErrorKind::OtherNotation { .. }
                        | SyntaxErrorKind::NotUtf8(_)
                )
            };
            if kinds().any(other) || kinds().any(is_beyond_the_notation) {
                return false;
            }
            assert!(expected.is_none(), "the reader refuses {:?}: {errors}", text(bytes));
        }
        Err(_) => return false,
        Ok(grammar) => {
            if grammar.listing().notation != notation {
                return false;
            }
            let mut expected = expected.expect("the reader reads what it should not");
            expected.sort_by_key(|leaves| leaves[0]);
            for id in grammar.ids() {
                for definition in grammar.production(id).definitions() {
                    let at = expected.binary_search_by_key(&definition.name_place, |it| it[0]);
                    let leaves = &expected[at.expect("the name stands elsewhere")][1..];
                    same_leaves(&definition.body, leaves);
                }
            }
        }
    }
    true
}

/// Adjacent characters are joined, so a literal may be several leaves.
#[track_caller]
fn same_leaves(body: &Expression, leaves: &[Span]) {
    let mut found = Vec::new();
    let mut pending = vec![body];
    while let Some(expression) = pending.pop() {
        match expression.kind {
            ExpressionKind::Literal(_) | ExpressionKind::Reference(_) => {
                found.push(expression.place);
            }
            _ => pending.extend(expression.parts()),
        }
    }
    found.sort();
    let mut rest = leaves;
    for place in found {
        let inside = rest.iter().take_while(|it| it.end <= place.end).count();
        let (these, further) = rest.split_at(inside);
        assert!(these.first().is_some_and(|it| it.start == place.start), "{place:?}");
        assert!(these.last().is_some_and(|it| it.end == place.end), "{place:?}");
        rest = further;
    }
    assert_eq!(rest, [], "these are not read");
}

#[test]
fn a_printed_grammar_cut_off_anywhere() {
    let mut compared = 0;
    for (bytes, notation) in printed() {
        for end in 0..=bytes.len() {
            compared += usize::from(agree(&bytes[..end], notation));
        }
    }
    assert!(compared > 15_000, "{compared}");
}

#[test]
fn a_printed_grammar_with_a_byte_changed() {
    const OFTEN: &[u8] = b" \t\n\r\"[]()|*/=#@;<>%1aZ-_\xE9";
    let mut random = XorshiftRng::new(1994);
    let mut compared = 0;
    for (bytes, notation) in printed() {
        for _ in 0..1_000 {
            let mut changed = bytes.to_vec();
            mutate(&mut random, &mut changed, OFTEN);
            compared += usize::from(agree(&changed, notation));
        }
    }
    assert!(compared > 4_000, "{compared}");
}

#[test]
fn a_text_of_any_bytes() {
    let mut random = XorshiftRng::new(1630);
    let pieces = "aa~b~ ~  ~\n~\r\n~\n ~|~ | ~[~]~[ ~ ]~(~)~*~1*~\"x\"~\"~<\">~/~=~ = ~;~#~\n# n\n~\n#@page 3\n~\r~\n#@interpretation I1 aa\n~\
        \n#@erratum E1 aa = \"b\"\n~\ncc = \"d\"~\ndd e~é";
    let pieces: Vec<&str> = pieces.split('~').collect();
    let mut compared = 0;
    for (name, notation) in [("spaced", Notation::Spaced), ("rfc822", Notation::Rfc822)] {
        for _ in 0..10_000 {
            let mut text = format!("# notation {name}\n");
            text.push_str(["aa", "aa =", "aa  ", "aa = ("][random.below(4)]);
            for _ in 0..random.below(12) {
                text.push_str(pieces[random.below(pieces.len())]);
            }
            compared += usize::from(agree(text.as_bytes(), notation));
        }
    }
    assert!(compared > 10_000, "{compared}");
}
