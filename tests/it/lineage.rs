//! The documents of the line after the first five: their texts read a second time, and
//! what is judged by their grammars.

use urlbnf::automaton::{Automaton, Dfa, Language, Relation};
use urlbnf::bnf::Grammar;
use urlbnf::diagnose::{Note, examine};
use urlbnf::edition::Judged;
use urlbnf::{Edition, Judge, Reading, Verdict};

/// The tokens that a `.bnf` prints: of what was interpreted, those of the page.
fn tokens(edition: Edition) -> Vec<&'static str> {
    let mut interpreted = None;
    let mut tokens = Vec::new();
    for line in edition.bnf().lines() {
        if let Some((_, printed)) =
            line.strip_prefix("# printed").and_then(|it| it.split_once(": "))
        {
            interpreted = Some(printed);
        } else if !line.starts_with('#') {
            tokens.extend(interpreted.take().unwrap_or(line).split_whitespace());
        }
    }
    tokens
}

/// Drafts 00 and 01 are damaged, and compared sign by sign elsewhere.
#[test]
fn a_second_reading_of_the_texts_finds_the_same_tokens() {
    for edition in Edition::ALL.into_iter().filter(|it| *it > Edition::Url01) {
        let text = edition.document().text();
        let lines = text.lines().iter().filter(|line| !line.furniture);
        let words: Vec<&str> = lines.flat_map(|line| line.text.split_whitespace()).collect();
        let wanted = tokens(edition);
        assert!(wanted.len() > 200, "{edition}: only {} tokens", wanted.len());
        let found = words.windows(wanted.len()).filter(|words| *words == wanted).count();
        assert_eq!(found, 1, "{edition}");
    }
}

#[test]
fn the_line_is_in_the_order_of_its_documents() {
    let documents = Edition::LINE.map(Edition::document);
    assert!(documents.is_sorted());
    for both in Edition::LINE.windows(2) {
        assert!(Edition::PAIRS.contains(&(both[0], both[1])), "{} is not compared", both[1]);
    }
    assert!(Edition::BORN.is_sorted() && Edition::ALL.is_sorted());
}

/// A row: the input, then url-03, url-06, rfc1808, rfc2396; of the first
/// `printed / corrected` where they differ. An `r` at the end: as a relative reference.
#[track_caller]
fn row(input: &str, cells: [&str; 4]) {
    let editions = [Edition::Url03, Edition::Url06, Edition::Rfc1808, Edition::Rfc2396];
    for (edition, cell) in editions.into_iter().zip(cells) {
        let cells = cell.split_once(" / ").unwrap_or((cell, cell));
        for (reading, expected) in Reading::ALL.into_iter().zip([cells.0, cells.1]) {
            let judge = Judge::by_scheme(edition, reading);
            let examination = examine(&judge, input.as_bytes());
            let judgement = &examination.judgement;
            let name = |id| judge.grammar().name(id);
            let found = match (judgement.verdict, &examination.diagnostic) {
                (Verdict::Conforms, _) => judgement.matched.map_or("null", name).to_owned(),
                (Verdict::GenericOnly, Some(it)) => format!("g@{}", it.offset),
                (_, it) => format!("r@{}", it.as_ref().map_or(0, |it| it.offset)),
            };
            assert_eq!(found, expected, "{input:?} in {edition}, {reading}");
            let told = examination.notes.contains(&Note::Relative);
            assert_eq!(told, judgement.relative, "{input:?} in {edition}");
        }
    }
}

#[test]
fn what_the_four_grammars_take_and_by_what() {
    let absolute = "absoluteURI";
    row("http://a.b/x", ["httpaddress", "httpurl", "absoluteURL", absolute]);
    row("http://a.b/~x", ["r@11", "httpurl", "r@11", absolute]);
    row("http://a_b/", ["httpaddress", "httpurl", "absoluteURL", absolute]);
    row("http://a/[", ["r@9", "httpurl", "r@9", "r@9"]);
    row("mailto:a@b", ["r@7 / mailtoaddress", "mailtourl", "absoluteURL", absolute]);
    row("mailto::a@b", ["mailtoaddress / r@7", "mailtourl", "absoluteURL", absolute]);
    row("mid:a@b", ["r@1 / midaddress", "otherurl", "absoluteURL", absolute]);
    row("http:x", ["r@5", "g@5", "absoluteURL", absolute]);
    row("prospero://a/b;c=d=e", ["r@14", "prosperourl", "absoluteURL", absolute]);
    row("http://a/b#c", ["r@10", "r@10", "absoluteURL", absolute]);
    row("../g", ["r@0", "r@2", "relativeURL", "relativeURI"]);
    row("//a/b", ["r@0", "r@0", "relativeURL", "relativeURI"]);
    // Neither document has a place for a scheme that begins with another sign.
    row("_a:b", ["r@0", "r@0", "relativeURL", "r@2"]);
    row("1a:b", ["r@0", "otherurl", "absoluteURL", "r@2"]);
    // Appendix C.1 of RFC 2396 resolves it; its grammar has no production for it.
    row("?y", ["r@0", "r@0", "relativeURL", "r@0"]);
    row("", ["r@0", "r@0", "relativeURL", "null"]);
    row("#s", ["r@0", "r@0", "relativeURL", "null"]);
    row("a:", ["r@0", "otherurl", "absoluteURL", "r@2"]);
}

/// Every character that a grammar of ours may have.
fn any() -> String {
    let literal = |byte: u8| match byte {
        b'"' => "<\">".to_owned(),
        byte => format!("\"{}\"", char::from(byte)),
    };
    (b' '..=b'~').map(literal).collect::<Vec<String>>().join(" | ")
}

/// What a panel goes by, and what the grammars say, for all strings: what conforms is
/// absolute if and only if it begins with a scheme and its colon.
#[test]
fn what_begins_with_a_scheme_is_no_relative_reference() {
    for edition in Edition::ALL {
        let Judged::Letter { absolute, .. } = edition.judged() else { continue };
        let text = format!(
            "{}\nabsolute-form = {absolute} [ \"#\" fragment ]\n\
             scheme-form = 1*( alpha | digit | \"+\" | \"-\" | \".\" ) \":\" *any-character\n\
             any-character = {}\n",
            edition.bnf(),
            any()
        );
        let grammar = Grammar::read("forms.bnf", &text, Reading::Corrected).unwrap();
        let language =
            |id| Automaton::new(&grammar, &Language::of(id)).unwrap().determinise().unwrap();
        let named = |name: &str| -> Dfa { language(grammar.find(name).unwrap()) };
        let begun = language(grammar.start()).intersection(&named("scheme-form")).unwrap();
        assert_eq!(begun.relation(&named("absolute-form")).unwrap(), Relation::Equal, "{edition}");
    }
}
