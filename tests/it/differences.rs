//! The changes between two editions, as far as they follow from the pages, and as a review of
//! the editions shows them.

use urlbnf::bnf::OlderProduction;
use urlbnf::diff::{
    NamedGrammar, PairChange, SchemeCoverage, SchemeHistories, UrlGrammarDiff, side_of,
};
use urlbnf::report::diff::{DiffRecord, history, human, markdown};
use urlbnf::report::excerpt::Screen;
use urlbnf::{Edition, Reading, parse};

use crate::support::{readings, snapshot};

/// The side for a name: `url-02` is read as corrected, `url-02:printed` as printed.
fn side(name: &str) -> NamedGrammar<'static> {
    let (edition, reading) = name.split_once(':').unwrap_or((name, "corrected"));
    side_of(edition.parse().unwrap(), reading.parse().unwrap())
}

/// The pairs of editions that are compared, in each reading.
fn pairs() -> impl Iterator<Item = (Edition, Edition, Reading)> {
    Edition::pairs().flat_map(|(old, new)| Reading::ALL.map(|it| (old, new, it)))
}

/// Whether the grammar of the linked file defines a production. A link between two names
/// belongs to two documents.
fn is_printed(older: &OlderProduction) -> bool {
    let of = |edition: &Edition| Some(edition.file().file()) == older.file.as_deref();
    let edition = Edition::ALL.into_iter().find(of);
    edition.is_some_and(|it| it.grammar(Reading::Corrected).find(&older.name).is_some())
}

/// The links from a grammar to earlier ones name productions that exist.
#[test]
fn links_to_earlier_grammars_name_existing_productions() {
    let mut count = 0;
    for edition in Edition::ALL {
        let grammar = edition.grammar(Reading::Corrected);
        for partner in &grammar.listing().declared_partners {
            assert!(grammar.find(&partner.newer).is_some(), "{edition}: {}", partner.newer);
            assert!(partner.older.as_ref().is_none_or(is_printed), "{edition}: {}", partner.newer);
            count += 1;
        }
        for replaced in &grammar.listing().replaced {
            assert!(is_printed(&replaced.older), "{edition}: {}", replaced.older.name);
            let has = |name: &String| name == "-" || grammar.find(name).is_some();
            assert!(replaced.newer.iter().all(has), "{edition}: {:?}", replaced.newer);
            count += 1;
        }
    }
    assert!(count > 40, "{count}");
    let diff = UrlGrammarDiff::new(side("rfc1738"), side("rfc1808")).unwrap();
    let removed = diff.removed.iter().map(|&id| diff.old_name(id));
    assert!(removed.into_iter().any(|name| name == "fsegment"), "one name, two things");
}

#[test]
fn equal_languages_alone_pair_nothing() {
    let diff = UrlGrammarDiff::new(side("url-02"), side("rfc1630")).unwrap();
    for pair in &diff.pairs {
        let name = diff.old_name(pair.old);
        if ["user", "database", "fragmentid", "search"].contains(&name) {
            assert_eq!(diff.new_name(pair.new), name);
        }
    }
}

#[test]
fn an_edition_does_not_differ_from_itself() {
    for (edition, reading) in readings() {
        let diff =
            UrlGrammarDiff::new(side_of(edition, reading), side_of(edition, reading)).unwrap();
        assert!(DiffRecord::from_diff(&diff).is_empty(), "{edition}, {reading}");
    }
}

/// Whether the parser, which does not use automata, accepts a witness.
fn parses(edition: Edition, reading: Reading, covered: &SchemeCoverage, witness: &[u8]) -> bool {
    let accepted = |id| parse(edition, reading, id, witness).is_ok();
    match covered {
        SchemeCoverage::Own(id) => accepted(*id),
        SchemeCoverage::Generic(ids) => ids.iter().any(|&id| accepted(id)),
        SchemeCoverage::Nothing => false,
    }
}

#[test]
fn witnesses_are_in_one_language_alone_and_followers_have_roots() {
    let mut checked = 0;
    for (old, new, reading) in pairs() {
        let diff = UrlGrammarDiff::new(side_of(old, reading), side_of(new, reading)).unwrap();
        for pair in &diff.pairs {
            if let PairChange::Follows { roots, .. } = &pair.change {
                assert!(!roots.is_empty(), "{old} to {new}: {}", diff.new_name(pair.new));
            }
            let relation = pair.change.relation();
            let (gained, lost) = (relation.gained(), relation.lost());
            for (witness, expected) in [(gained, (false, true)), (lost, (true, false))] {
                let Some(witness) = witness else { continue };
                let found = (
                    parse(old, reading, pair.old.0, witness).is_ok(),
                    parse(new, reading, pair.new.0, witness).is_ok(),
                );
                let shown = String::from_utf8_lossy(witness);
                assert_eq!(found, expected, "{old} to {new}: {shown}");
                checked += 1;
            }
        }
        for scheme in &diff.schemes {
            let gained = [scheme.relation.gained(), scheme.plain_gained.as_deref()];
            let lost = [scheme.relation.lost(), scheme.plain_lost.as_deref()];
            for (witnesses, expected) in [(gained, (false, true)), (lost, (true, false))] {
                for witness in witnesses.into_iter().flatten() {
                    let found = (
                        parses(old, reading, &scheme.old.ids(), witness),
                        parses(new, reading, &scheme.new.ids(), witness),
                    );
                    let shown = String::from_utf8_lossy(witness);
                    assert_eq!(found, expected, "{old} to {new}: {shown}");
                    checked += 1;
                }
            }
        }
    }
    assert!(checked > 500, "{checked}");
}

fn as_markdown(old: NamedGrammar<'_>, new: NamedGrammar<'_>) -> String {
    markdown::write(&DiffRecord::from_diff(&UrlGrammarDiff::new(old, new).unwrap()))
}

#[test]
fn neighbours() {
    for (old, new, reading) in pairs() {
        let name = format!("diff-{old}-{new}-{reading}");
        snapshot(&name, &as_markdown(side_of(old, reading), side_of(new, reading)));
    }
}

#[test]
fn what_the_errata_do() {
    for edition in Edition::ALL {
        let [printed, corrected] = Reading::ALL.map(|reading| side_of(edition, reading));
        snapshot(&format!("diff-{edition}-printed-corrected"), &as_markdown(printed, corrected));
    }
}

#[test]
fn the_example_of_the_documentation_is_what_the_program_says() {
    let page = crate::repository::read("docs/review.md");
    let example = page.split("```diff\n").nth(1).and_then(|rest| rest.split("```").next());
    let found = as_markdown(side("url-01"), side("url-02"));
    assert!(example.is_some_and(|example| found.contains(example)), "{found}");
}

#[test]
fn the_history_of_the_schemes() {
    let documents = Edition::ALL.into_iter().filter(|it| *it != Edition::Rfc1630Generic);
    let sides = documents.map(|edition| NamedGrammar {
        name: edition.to_string(),
        grammar: edition.grammar(Reading::Corrected),
    });
    snapshot("history", &history::write(&SchemeHistories::from_sides(sides.collect()).unwrap()));
}

#[track_caller]
fn on_a_terminal(name: &str, columns: usize) {
    use codespan_reporting::term::termcolor::NoColor;
    let diff =
        UrlGrammarDiff::of_production(side("url-02"), side("rfc1630"), "ftpaddress").unwrap();
    let mut page = NoColor::new(Vec::new());
    let screen = &mut Screen { columns: Some(columns), output: &mut page };
    human::write(&DiffRecord::from_diff(&diff), screen).unwrap();
    snapshot(name, &String::from_utf8(page.into_inner()).unwrap());
}

#[test]
fn side_by_side_where_the_terminal_is_wide_enough() {
    on_a_terminal("diff-on-a-terminal", 80);
    on_a_terminal("diff-on-a-wide-terminal", 120);
}

#[test]
fn json() {
    let diff =
        UrlGrammarDiff::of_production(side("url-01"), side("url-02"), "waisaddress").unwrap();
    snapshot("diff-json", &DiffRecord::from_diff(&diff).to_json().unwrap());
}

#[test]
fn a_diff_of_a_production_that_is_no_url_has_no_schemes() {
    for (old, new, production) in [
        ("rfc1630", "rfc1738", "hostname"),
        ("url-02", "rfc1630", "path"),
        ("url-02", "rfc1630", "user"),
    ] {
        let diff = UrlGrammarDiff::of_production(side(old), side(new), production).unwrap();
        assert_eq!(diff.schemes.len(), 0, "{production}");
    }
    let diff = UrlGrammarDiff::of_production(side("url-02"), side("rfc1738"), "httpurl").unwrap();
    assert_eq!(diff.schemes.len(), 1);
}
