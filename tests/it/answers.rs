//! What the library answers: the tables of `tests/cases/answers`.
//!
//! A row has a question, what it is asked of, and the answer. Editions between commas, or `all`,
//! give the same answer.

use urlbnf::access::access;
use urlbnf::ambiguity::{Ambiguity, ambiguity};
use urlbnf::ast::UrlWithFragment;
use urlbnf::automaton::{Automaton, AutomatonError, LanguageSpec, Work};
use urlbnf::derivation::{complete, verify};
use urlbnf::description::ProductionDescription;
use urlbnf::diagnose::{Note, examine};
use urlbnf::diff::{NamedGrammar, UrlGrammarDiff, side_of};
use urlbnf::escape::{
    BadTriplet, ComparisonLadder, ComparisonRung, EncodeError, EncodingTarget, IriMappingError,
    PrintablePolicy, UrlComparison, canonical, compare, encode, readable, safer, to_uri,
};
use urlbnf::judges::{Judges, Ruling};
use urlbnf::quotation::Basis;
use urlbnf::registry::{self, RegistryEntry, SCHEMES};
use urlbnf::report::diff::DiffRecord;
use urlbnf::resolve::{ResolutionRule, caution, is_absolute, resolve, shorten};
use urlbnf::transcribe::transcribe;
use urlbnf::warning::{of_iri, warnings};
use urlbnf::wrapper::{Wrapper, find};
use urlbnf::{Document, Edition, Grammar, Judge, Reading, Verdict, parse};

use crate::exercises::{files, named};
use crate::repository::read;
use crate::steps::derivations;
use crate::support::{language, prints, production, xml};
use crate::tables::{lines, repeated, table_tests, text};

/// Compares the answers of a table with those of the library.
#[track_caller]
fn hold(table: &str) {
    let mut wrong = Vec::new();
    for row in lines(&read(&format!("tests/cases/answers/{table}.tsv"))) {
        // A cell that is not UTF-8 stays as it is written.
        let cell = |it: &str| String::from_utf8(text(&repeated(it))).unwrap_or(it.to_owned());
        let cells: Vec<String> = row.split('\t').map(cell).collect();
        let cells: Vec<&str> = cells.iter().map(String::as_str).collect();
        let [question, of @ .., expected] = &cells[..] else { panic!("{row}") };
        let [first, rest @ ..] = of else { panic!("{row}") };
        let all = match *first {
            "all" if ["resolved", "absolute"].contains(question) => {
                ResolutionRule::ALL.map(ResolutionRule::name).to_vec()
            }
            "all" => Edition::ALL.map(Edition::name).to_vec(),
            some => some.split(',').collect(),
        };
        for first in all {
            let found = answer(question, &[&[first], rest].concat());
            if found != *expected {
                wrong.push(format!("{row}\n  {first}: {found}"));
            }
        }
    }
    assert_eq!(wrong, [""; 0], "\n{}", wrong.join("\n"));
}

/// An edition, and a reading behind a colon.
fn grammar(name: &str, otherwise: Reading) -> (Edition, Reading) {
    match name.split_once(':') {
        Some((edition, reading)) => (edition.parse().unwrap(), reading.parse().unwrap()),
        None => (name.parse().unwrap(), otherwise),
    }
}

fn side(name: &str) -> NamedGrammar<'static> {
    let (edition, reading) = grammar(name, Reading::Corrected);
    side_of(edition, reading)
}

fn yes(is: bool) -> String {
    if is { "yes" } else { "no" }.to_owned()
}

fn rule(name: &str) -> ResolutionRule {
    ResolutionRule::ALL.into_iter().find(|it| it.name() == name).unwrap()
}

fn address(edition: Edition, url: &str) -> UrlWithFragment<'_> {
    let address = UrlWithFragment::parse(edition, url.as_bytes());
    let address = address.unwrap_or_else(|| panic!("{edition} rejects {url}"));
    assert_eq!(address.to_string(), url, "printed");
    address
}

fn judge(name: &str, start: &str) -> Judge {
    let (edition, reading) = grammar(name, Reading::Corrected);
    match start {
        "" => Judge::by_scheme(edition, reading),
        start => Judge::by_start(edition, reading, production(edition, reading, start)),
    }
}

fn plan(edition: Edition, url: &str) -> String {
    access(edition, &address(edition, url)).to_string()
}

/// `yes`, or `no`; and the reserved character by which two URLs differ.
fn is_same(edition: Edition, one: &[u8], other: &[u8]) -> String {
    let comparison = compare(edition, one, other).unwrap();
    let back = compare(edition, other, one).unwrap();
    assert_eq!(comparison.is_same(), back.is_same(), "in either order");
    match &comparison {
        it if it.is_same() => yes(true),
        UrlComparison::Different { reserved: Some((octet, _)), .. } => {
            format!("no: {}", char::from(*octet))
        }
        UrlComparison::Different { implied, .. } if !implied.is_empty() => {
            let words = implied.iter().filter_map(Basis::quotation);
            let words: Vec<String> = words.map(|it| it.citation().to_string()).collect();
            format!("no, but implied: {}", words.join("; "))
        }
        _ => "no".to_owned(),
    }
}

/// The lowest rung on which two strings are equivalent, both of which the document prints.
fn lowest(ladder: &str, strings: [&str; 2]) -> String {
    let (ladder, document) = match ladder {
        "uri" => (ComparisonLadder::Uri, Document::Rfc3986),
        _ => (ComparisonLadder::Iri, Document::Rfc3987),
    };
    for text in strings {
        assert!(prints(document, &xml(text)), "{text} is not printed by {document:?}");
    }
    let [one, other] = strings.map(str::as_bytes);
    let found = ladder.lowest(one, other).unwrap().map(|it| it.rung);
    assert_eq!(ladder.lowest(other, one).unwrap().map(|it| it.rung), found);
    found.map_or("none", ComparisonRung::name).to_owned()
}

/// The failure by a judge: code, offset, principal production, expected text.
fn failure(judge: &Judge, input: &[u8]) -> String {
    let examination = examine(judge, input);
    let diagnostic = examination.diagnostic.as_ref().expect("it does not conform");
    let (code, offset) = (diagnostic.code.name(), diagnostic.offset);
    // The principal production is one of those that failed, with a chain from the start.
    if let Some(principal) = diagnostic.failing.first().filter(|_| code != "empty-production") {
        assert_eq!(principal.production, diagnostic.production);
    }
    assert_eq!(diagnostic.chain.first(), Some(&judge.start()));
    assert_eq!(diagnostic.chain.last(), Some(&diagnostic.production));
    let name = judge.grammar().name(diagnostic.production);
    // In one pass with others it is judged alike.
    let mut judges = Judges::new(std::slice::from_ref(judge));
    let answer = judges.judge(input);
    assert_eq!(judges.rulings(answer), [Ruling::from_examination(judge, &examination)]);
    format!("{code}@{offset} {name}: {}", diagnostic.expected_text(judge.grammar()))
}

/// What is said of a string scheme by scheme, as printed and as corrected.
fn both(edition: Edition, said: impl Fn(&Judge) -> String) -> String {
    let [printed, corrected] =
        Reading::ALL.map(|reading| said(&Judge::by_scheme(edition, reading)));
    if printed == corrected { printed } else { format!("{printed} / {corrected}") }
}

/// The verdict and the offset of the failure.
fn verdict(judge: &Judge, input: &[u8]) -> String {
    let examination = examine(judge, input);
    let verdict = examination.judgement.verdict;
    match examination.diagnostic {
        None => verdict.to_string(),
        Some(diagnostic) => format!("{verdict} at {}", diagnostic.offset),
    }
}

/// The production that takes a string, or where it fails as generic-only (`g`) or rejected (`r`).
fn taken(judge: &Judge, input: &[u8]) -> String {
    let examination = examine(judge, input);
    let judgement = &examination.judgement;
    assert_eq!(examination.notes.contains(&Note::Relative), judgement.relative());
    let name = |id| judge.grammar().name(id);
    match (judgement.verdict, &examination.diagnostic) {
        (Verdict::Conforms, _) => judgement.matched().map_or("null", name).to_owned(),
        (Verdict::GenericOnly, Some(it)) => format!("g@{}", it.offset),
        (_, it) => format!("r@{}", it.as_ref().map_or(0, |it| it.offset)),
    }
}

/// The tree of a string by a production as printed, completed.
fn completed(edition: Edition, start: &str, input: &str) -> String {
    let start = production(edition, Reading::Printed, start);
    let tree = parse(edition, Reading::Printed, start, input.as_bytes()).unwrap();
    let complete = complete(&tree).unwrap();
    assert_eq!([verify(&tree), verify(&complete)], [Ok(()), Ok(())]);
    complete.outline().trim_end().to_owned()
}

/// The URLs in a text, each with what it may be instead.
fn found(text: &str) -> String {
    let urls = find(text.as_bytes()).into_iter().map(|url| {
        let whole = &text[url.span];
        let begin = if url.wrapper == Wrapper::Equals { "URL=" } else { "<" };
        assert!(whole.starts_with(begin) && (begin != "<" || whole.ends_with('>')), "{whole}");
        let marked = whole[1..].trim_start().to_ascii_lowercase().starts_with("url:");
        assert_eq!(url.wrapper == Wrapper::Url, marked, "{whole}");
        let line = text.lines().nth(url.line - 1).unwrap();
        assert!(line[url.column - 1..].starts_with(begin), "line {}", url.line);
        let doubts = url.doubts.iter().map(|doubt| format!(" {doubt}"));
        String::from_utf8(url.url).unwrap() + &doubts.collect::<String>()
    });
    let urls: Vec<String> = urls.collect();
    if urls.is_empty() { "none".to_owned() } else { urls.join(" | ") }
}

fn answer(question: &str, of: &[&str]) -> String {
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    let edition = || of[0].parse::<Edition>().unwrap();
    let described = || {
        let (edition, reading) = grammar(of[0], Reading::Printed);
        ProductionDescription::for_production(edition, reading, production(edition, reading, of[1]))
            .unwrap()
    };
    match (question, of) {
        ("same", [_, one, other]) => is_same(edition(), one.as_bytes(), other.as_bytes()),
        ("canonical", [_, url]) => match canonical(edition(), &crate::tables::bytes(url)) {
            Ok(form) => text(form),
            Err(BadTriplet { offset, .. }) => format!("bad triplet at {offset}"),
        },
        ("safer", [_, url, these]) => {
            text(safer(edition(), url.as_bytes(), these.bytes().collect()).unwrap())
        }
        ("readable", [_, url, these]) => {
            text(readable(edition(), url.as_bytes(), these.bytes().collect()).unwrap())
        }
        ("encoded", [_, name, scheme, octets]) => {
            let id = production(edition(), Reading::Corrected, name);
            let scheme = Some(*scheme).filter(|it| !it.is_empty());
            let component =
                EncodingTarget::for_production(edition(), Reading::Corrected, id, scheme).unwrap();
            match encode(&component, octets.as_bytes()) {
                Ok(text) => text,
                Err(EncodeError::Octet { offset, .. }) => format!("not at {offset}"),
                Err(other) => other.to_string(),
            }
        }
        ("lowest", [ladder, one, other]) => lowest(ladder, [one, other]),
        ("lowest by", [_, one, other]) => {
            let found =
                ComparisonLadder::Uri.lowest(one.as_bytes(), other.as_bytes()).unwrap().unwrap();
            let by: Vec<String> = found.by.iter().map(ToString::to_string).collect();
            let sections = by.iter().filter_map(|it| it.split(", page").next());
            sections.collect::<Vec<_>>().join("; ")
        }
        ("normal" | "normal by", [rung, uri]) => {
            let rung = ComparisonRung::ALL.into_iter().find(|it| it.name() == *rung).unwrap();
            let normal = ComparisonLadder::Uri.normalize(rung, uri.as_bytes()).unwrap();
            match question {
                "normal" => text(normal.text),
                _ => normal.by[0].quotation().unwrap().citation().to_string(),
            }
        }
        ("uri", [printable, iri]) => {
            let printable = match *printable {
                "encoded" => PrintablePolicy::Encoded,
                _ => PrintablePolicy::Refused,
            };
            match to_uri(&crate::tables::bytes(iri), printable) {
                Ok(uri) => uri.text,
                Err(IriMappingError::NotUtf8 { offset, column }) => {
                    format!("no UTF-8 at {offset}, column {column}")
                }
                Err(IriMappingError::Character { offset, character }) => {
                    format!("{character:?} at {offset}")
                }
            }
        }
        ("resolved", [of, base, reference]) => {
            let found = resolve(rule(of), base.as_bytes(), reference.as_bytes()).unwrap();
            assert_eq!(found.steps.last().unwrap().uri, found.uri, "the last step is the result");
            text(found.uri)
        }
        ("absolute", [of, reference]) => yes(is_absolute(rule(of), reference.as_bytes())),
        ("cautioned", [of, base, reference]) => {
            yes(caution(rule(of), base.as_bytes(), reference.as_bytes()).is_some())
        }
        ("remarked", [of, base, reference]) => {
            let found = resolve(rule(of), base.as_bytes(), reference.as_bytes()).unwrap();
            found.steps.iter().filter_map(|step| step.remark).count().to_string()
        }
        ("shortest", [of, base, uri]) => {
            text(shorten(rule(of), base.as_bytes(), uri.as_bytes()).unwrap())
        }
        ("sends", [_, url]) => {
            // The lines that are sent, without the other lines of the plan.
            let plan = plan(edition(), url);
            let lines = plan.lines().filter_map(|line| line.strip_prefix("send "));
            let lines = lines.filter_map(|line| line.rsplit_once("␍␊  [")).map(|it| it.0);
            lines.map(|line| format!("[{line}]")).collect()
        }
        ("plans", [_, url, part]) => {
            let plan = plan(edition(), url);
            if plan.contains(part) { "yes".to_owned() } else { plan }
        }
        ("warned", [_, url]) => {
            let found = warnings(edition(), &address(edition(), url));
            found.iter().map(|it| it.code().name()).collect::<Vec<_>>().join(" ")
        }
        ("warned of an IRI", [iri]) => {
            let found = of_iri(iri.as_bytes());
            found.iter().map(|it| it.code().name()).collect::<Vec<_>>().join(" ")
        }
        ("part", [_, url, pointer]) => {
            let json = address(edition(), url).to_json();
            json.pointer(pointer).unwrap_or_else(|| panic!("{json}")).to_string()
        }
        ("outline", [_, url]) => {
            let outline = address(edition(), url).outline();
            outline.lines().map(str::trim_start).collect::<Vec<_>>().join(" | ")
        }
        ("headline", [by, start, input]) => {
            let judge = judge(by, start);
            let input = crate::tables::bytes(input);
            let diagnostic = examine(&judge, &input).diagnostic.expect("it fails");
            format!("{}: {}", diagnostic.offset, diagnostic.message(&judge, &input))
        }
        ("fails", [by, start, input]) => failure(&judge(by, start), &crate::tables::bytes(input)),
        ("verdict", [_, input]) => both(edition(), |judge| verdict(judge, input.as_bytes())),
        ("taken", [_, input]) => {
            both(edition(), |judge| taken(judge, &crate::tables::bytes(input)))
        }
        ("completed", [_, start, input]) => completed(edition(), start, input),
        ("ambiguous", [_, name]) => {
            let grammar = edition().grammar(Reading::Printed);
            match ambiguity(grammar, grammar.find(name).unwrap()).unwrap() {
                Ambiguity::Unambiguous => "no".to_owned(),
                Ambiguity::Ambiguous(found) => text(found.string),
                Ambiguity::Infinite { string, production, .. } => {
                    format!("{}: {} without end", text(string), grammar.name(production))
                }
            }
        }
        ("relation", [old, new, name]) => {
            let diff = UrlGrammarDiff::of_production(side(old), side(new), name).unwrap();
            diff.relation.as_ref().unwrap().name().to_owned()
        }
        ("roots", [old, new]) => {
            let diff = UrlGrammarDiff::new(side(old), side(new)).unwrap();
            let changes = DiffRecord::from_diff(&diff);
            let names = changes.changed.iter().map(|it| it.texts.new.production);
            names.collect::<Vec<_>>().join(" ")
        }
        ("paired", [old, new, name]) => {
            let diff = UrlGrammarDiff::new(side(old), side(new)).unwrap();
            let pair = diff.pairs.iter().find(|pair| diff.old_name(pair.old) == *name).unwrap();
            format!("{} by {}", diff.new_name(pair.new), pair.by.name())
        }
        ("remarks", [..]) => {
            let numbers = described().remarks.into_iter().map(|it| it.number.to_string());
            numbers.collect::<Vec<_>>().join(" ")
        }
        ("counted", [..]) => {
            let facts = described().facts;
            let longest = facts.longest.map_or("any".to_owned(), |it| it.to_string());
            format!("{}, length {longest}", facts.count.as_deref().unwrap_or("any"))
        }
        ("schemes", [_, standing]) => {
            let is = |it: &RegistryEntry| it.standing.name() == *standing;
            let document = edition().document();
            let of = SCHEMES.iter().filter(|it| it.entry(document).is_some_and(is));
            of.map(|it| it.name).collect::<Vec<_>>().join(" ")
        }
        ("scheme", [_, name]) => registry::find(name).map_or("none", |it| it.name).to_owned(),
        ("beside", [_, one, other, name]) => {
            let language = |edition: &str, name: &str| {
                let edition = edition.parse().unwrap();
                let id = production(edition, Reading::Printed, name);
                language(edition.grammar(Reading::Printed), id)
            };
            let (one, other) = (language(of[0], one), language(other, name));
            let relation = one.relation(&other, &mut Work::default()).unwrap();
            let shown = |it: Option<&[u8]>| {
                it.map_or("-".to_owned(), |it| format!("{:?}", String::from_utf8_lossy(it)))
            };
            format!("{} {} {}", relation.name(), shown(relation.lost()), shown(relation.gained()))
        }
        ("not regular", [_, given]) => {
            let given = format!("# notation spaced\n{given}");
            let grammar = Grammar::read("test.bnf", &given, Reading::Printed).unwrap();
            let error = Automaton::new(&grammar, &LanguageSpec::from_production(grammar.start()))
                .unwrap_err();
            assert!(matches!(error, AutomatonError::Cycle(_, place) if place.end <= given.len()));
            let message = error.message(&grammar);
            message.split_once(" recurs, and neither ").expect("a cycle").0.to_owned()
        }
        ("transcribed", [_, given]) => {
            let grammar = Grammar::read("choices.abnf", given, Reading::Printed).unwrap();
            let made = transcribe(&grammar);
            let line = made.text.lines().find_map(|it| it.strip_prefix("    top = ${ ")).unwrap();
            line.replacen(" }  //", " //", 1)
        }
        ("derivations", [_, start, input]) => derivations(edition(), start, input).to_string(),
        ("found", [_, given]) => found(given),
        ("judged", [name, answer]) => {
            let outcome = named(name).judge(answer);
            format!("{}: {}", outcome.name(), outcome.why())
        }
        ("wrong exercises", [_, text]) => files::errors(text),
        ("wrong exercise", [from, to]) => files::errors(&files::GOOD.replace(from, to)),
        _ => panic!("{question} of {of:?}"),
    }
}

table_tests! { "tests/cases/answers",
    the_parts_of_urls_and_how_they_are_accessed "urls";
    what_is_the_same_and_how_it_is_written "equivalence";
    where_references_lead "references";
    where_strings_fail_and_how_that_is_told "failures";
    what_can_be_argued_from_the_pages "grammars";
    how_exercises_are_judged "exercises";
    urls_that_are_found_in_texts "wrappers";
}
