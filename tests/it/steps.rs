//! Derivations step by step, each step checked against the printed text, and all derivations of
//! ambiguous strings.

use urlbnf::ambiguity::{Ambiguity, GrammarAmbiguity, every};
use urlbnf::bnf::ProductionId;
use urlbnf::derivation::{
    DerivationOrder, DerivationSteps, SententialSymbol, abridge, complete, flatten, verify,
};
use urlbnf::diagnose::{DiagnosticCode, examine};
use urlbnf::{Edition, Grammar, Judge, Reading, Tree, parse};

use crate::replay::{ReplaySymbol, ends, replayed};
use crate::support::{production, readings};

const URLS: &[&str] = &[
    "http://info.cern.ch:80/hypertext/WWW/a%20b.html?find+it",
    "ftp://anonymous@ftp.uu.net/pub/x;type=a",
    "mailto:timbl@info.cern.ch",
    "mailto:a@b@c",
    "news:alt.hypertext",
    "news:5a@b.c",
    "news:*",
    "gopher://gopher.micro.umn.edu:70/00/a/b",
    "telnet://user@host.edu:23",
    "wais://quake.think.com:210/db?x",
    "wais://a.b/c/TEXT/1/d=2;",
    "prospero://host.dom//pros/name",
    "x-foo:bar/b",
    "x-foo:",
    "http://a/b#c",
];

/// The derivation trees of some URLs in every edition, scheme by scheme or from the start.
fn trees() -> impl Iterator<Item = (&'static Grammar, Tree<'static, 'static>)> {
    readings().flat_map(|(edition, reading)| {
        let grammar = edition.grammar(reading);
        let tree =
            move |url: &&'static str| parse(edition, reading, grammar.start(), url.as_bytes()).ok();
        URLS.iter().filter_map(tree).map(move |tree| (grammar, tree)).collect::<Vec<_>>()
    })
}

#[test]
fn each_step_is_one_of_the_printed_grammar() {
    let mut made = 0;
    for ((grammar, tree), order) in
        trees().flat_map(|it| DerivationOrder::ALL.map(|by| (it.clone(), by)))
    {
        let steps = DerivationSteps::new(&tree, order).unwrap();
        made += replayed(grammar, steps, (true, 0)).unwrap_or_else(|what| panic!("{what}\n{tree}"));
    }
    assert!(made > 10_000, "only {made} steps");
}

/// The derivation of each string in the corpus of failures, in every edition.
#[test]
fn a_string_that_fails_is_derived_as_far_as_it_goes() {
    let corpus =
        include_str!("../corpus/failures.tsv").lines().skip_while(|it| it.starts_with('#'));
    let inputs: Vec<&str> = corpus.skip(1).filter_map(|line| line.split('\t').nth(1)).collect();
    let mut stopped = 0;
    for (edition, reading) in readings() {
        let judge = Judge::by_scheme(edition, reading);
        let grammar = judge.grammar();
        for input in inputs.iter().step_by(3).map(|input| input.as_bytes()) {
            let examination = examine(&judge, input);
            let partial = judge.partial(input);
            let Some(diagnostic) = &examination.diagnostic else {
                assert_eq!(partial, None);
                continue;
            };
            if diagnostic.code == DiagnosticCode::EmptyProduction {
                continue;
            }
            let shown = String::from_utf8_lossy(input);
            let what = format!("{edition}, {reading}, {shown}");
            let partial = partial.unwrap_or_else(|| panic!("{what}: nothing"));
            assert_eq!(partial.tree().input(), &input[..diagnostic.offset], "{what}");
            let open: Vec<ProductionId> = partial.open().collect();
            let innermost = open.last().map(|&id| grammar.name(id));
            let failing = diagnostic.failing.first();
            assert_eq!(innermost, failing.map(|it| grammar.name(it.production)), "{what}");
            let mut steps = DerivationSteps::of_partial(&partial, true).unwrap();
            while steps.step().is_some() {}
            assert_eq!(steps.derived(), &input[..diagnostic.offset], "{what}");
            let Some(failing) = failing else { continue };
            let route = steps.route(steps.innermost().unwrap()).unwrap();
            let place = route.parts[route.stop.unwrap().part].expression.place;
            assert!(failing.places.contains(&place), "{what}: {place:?}, {failing:?}");
            stopped += 1;
        }
    }
    assert!(stopped > 400, "only {stopped}");
}

#[test]
fn the_matcher_rejects_what_the_text_does_not_allow() {
    let grammar = Edition::Rfc1738.grammar(Reading::Printed);
    let id = |name| production(Edition::Rfc1738, Reading::Printed, name);
    let hostport = &grammar.production(id("hostport")).definitions()[0].body;
    let (host, colon) = (ReplaySymbol::Name(id("host")), ReplaySymbol::Byte(b':'));
    let port = ReplaySymbol::Name(id("port"));
    let allows = |parts: &[ReplaySymbol]| ends(hostport, parts).0.contains(&parts.len());
    assert!(allows(&[host]) && allows(&[host, colon, port]));
    assert!(!allows(&[host, colon]) && !allows(&[colon]));
}

#[test]
fn in_brief_no_class_is_named_and_no_step_is_lost() {
    for (grammar, tree) in trees() {
        let mut full = DerivationSteps::new(&tree, DerivationOrder::Leftmost).unwrap();
        let mut steps = 0;
        while full.step().is_some() {
            steps += 1;
        }
        let mut brief = DerivationSteps::brief(&tree, DerivationOrder::Leftmost).unwrap();
        let mut counted = 0;
        while let Some(applied) = brief.step() {
            counted += applied.steps;
            let classes = applied
                .replacement
                .iter()
                .any(|symbol| matches!(symbol, SententialSymbol::Name(id) if grammar.unit(*id).is_some()));
            assert!(!classes, "{tree}");
        }
        assert_eq!(counted, steps, "{tree}");
        assert_eq!(brief.derived(), tree.input());
    }
}

#[test]
fn trees_are_flattened_as_the_parser_flattens_them() {
    // In this edition, xpalphas derives itself alone, so a run of them can be folded in many
    // ways.
    let endless = Edition::Url00.grammar(Reading::Printed);
    for (_, tree) in trees().filter(|(grammar, _)| !std::ptr::eq(*grammar, endless)) {
        assert_eq!(flatten(&abridge(&complete(&tree).unwrap())), abridge(&tree));
    }
}

/// The number of derivations of a string. Each is valid, no two are equal, and the parser's own is
/// the first.
#[track_caller]
pub fn derivations(edition: Edition, start: &str, input: &str) -> usize {
    let start = production(edition, Reading::Corrected, start);
    let tree = parse(edition, Reading::Corrected, start, input.as_bytes()).unwrap();
    let [brief, full] = [false, true].map(|full| {
        let found = every(&tree, full, 100).unwrap();
        let own = complete(&tree).unwrap();
        assert_eq!(found.trees[0], if full { own } else { tree.clone() });
        for (at, tree) in found.trees.iter().enumerate() {
            assert_eq!(verify(tree), Ok(()), "{tree}");
            assert!(!found.trees[..at].contains(tree), "twice: {tree}");
        }
        assert!(!found.more && found.endless.is_none());
        found.trees.len()
    });
    assert_eq!(brief, full, "{edition}: {input}");
    full
}

#[test]
fn a_string_that_shows_an_ambiguity_has_several_derivations() {
    let mut shown = 0;
    for (edition, reading) in readings() {
        let grammar = edition.grammar(reading);
        let ambiguity = GrammarAmbiguity::new(grammar);
        for id in grammar.ids() {
            let Ok(Ambiguity::Ambiguous(found)) = ambiguity.of(id) else { continue };
            let id = found.by;
            let Ok(tree) = parse(edition, reading, id, &found.string) else { continue };
            let trees = every(&tree, true, 10).unwrap().trees;
            let name = grammar.name(id);
            assert!(trees.len() > 1, "{edition}, {reading}, {name}: {tree}");
            for tree in found.trees(grammar) {
                assert!(trees.contains(&tree), "{edition}, {reading}, {name}: no {tree}");
            }
            shown += 1;
        }
    }
    assert!(shown > 20, "only {shown}");
}

#[test]
fn a_limited_search_reports_that_there_are_more_derivations() {
    let id = production(Edition::Rfc1630, Reading::Corrected, "mailtoaddress");
    let input = format!("mailto:{}b", "a@".repeat(300));
    let tree = parse(Edition::Rfc1630, Reading::Corrected, id, input.as_bytes()).unwrap();
    let found = every(&tree, false, 3).unwrap();
    assert_eq!((found.trees.len(), found.more, found.endless), (3, true, None));

    let id = production(Edition::Url00, Reading::Printed, "path");
    let tree = parse(Edition::Url00, Reading::Printed, id, b"a/b").unwrap();
    let found = every(&tree, false, 3).unwrap();
    let endless = production(Edition::Url00, Reading::Printed, "xpalphas");
    assert_eq!((found.trees, found.more, found.endless), (vec![tree], true, Some(endless)));
}
