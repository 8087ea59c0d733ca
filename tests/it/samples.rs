//! Generated strings are what they claim: the parser accepts the examples and rejects the near
//! misses, and a cover uses every alternative.

use std::collections::BTreeMap;

use urlbnf::automaton::{Automaton, AutomatonError, AutomatonRun, LanguageSpec};
use urlbnf::bnf::Notation;
use urlbnf::diagnose::examine;
use urlbnf::sample::{
    BranchKind, ByteEdit, CoverageBranch, NearMiss, conforming, near_misses, random_near_misses,
};
use urlbnf::{Edition, Grammar, Judge, Reading, Verdict, parse};

use crate::lineage;
use crate::support::distinct_readings;

/// Every production of every reading, with its judge.
fn every_production(mut look: impl FnMut(&Judge, &str)) {
    for (edition, reading) in distinct_readings() {
        let grammar = edition.grammar(reading);
        for id in grammar.ids() {
            let judge = Judge::by_start(edition, reading, id);
            look(&judge, &format!("{edition}, {reading}, {}", grammar.name(id)));
        }
    }
}

#[track_caller]
fn taken(judge: &Judge, string: &[u8], of: &str) {
    let parsed = parse(judge.edition().unwrap(), judge.reading(), judge.start(), string);
    assert!(parsed.is_ok(), "{of}: {:?}", String::from_utf8_lossy(string));
    let is_seen = |it: char| match judge.grammar().listing().code_points {
        true => !it.is_control(),
        false => (' '..='~').contains(&it),
    };
    let text = std::str::from_utf8(string);
    assert!(text.is_ok_and(|text| text.chars().all(is_seen)), "{of}: {string:?}");
}

#[track_caller]
fn missed(judge: &Judge, miss: &NearMiss, of: &str) {
    let shown = String::from_utf8_lossy(&miss.string);
    taken(judge, &miss.from, of);
    let parsed = parse(judge.edition().unwrap(), judge.reading(), judge.start(), &miss.string);
    assert!(parsed.is_err(), "{of}: {shown:?}");
    let lengths = (miss.from.len(), miss.string.len());
    let expected = match miss.slip {
        ByteEdit::Insert(..) => (lengths.0, lengths.0 + 1),
        ByteEdit::Delete(_) => (lengths.0, lengths.0 - 1),
        ByteEdit::Replace(..) => (lengths.0, lengths.0),
    };
    assert_eq!(lengths, expected, "{of}: {shown:?}");
    let same = miss.from.iter().zip(&miss.string).take_while(|(one, other)| one == other).count();
    let ending = |string: &[u8]| string[same..].iter().rev().copied().collect::<Vec<_>>();
    let (one, other) = (ending(&miss.from), ending(&miss.string));
    let back = one.iter().zip(&other).take_while(|(one, other)| one == other).count();
    assert!(one.len().max(other.len()) - back <= 1, "{of}: {shown:?} is no edit away");
    let diagnostic = examine(judge, &miss.string).diagnostic.unwrap();
    assert_eq!(miss.reason, diagnostic.message(judge, &miss.string), "{of}: {shown:?}");
    let said = (miss.code, miss.offset, miss.found, miss.production);
    let found = (diagnostic.code, diagnostic.offset, diagnostic.found, diagnostic.production);
    assert_eq!(said, found, "{of}: {shown:?}");
}

#[test]
fn examples_are_taken_and_near_misses_are_not() {
    every_production(|judge, of| {
        let sampler = conforming(judge).unwrap();
        let examples = sampler.examples(6);
        let empty = judge.grammar().derives_nothing(judge.start());
        assert_eq!(examples.is_empty(), empty, "{of}");
        examples.iter().for_each(|example| taken(judge, example, of));
        let misses = near_misses(judge, &sampler, 10);
        assert_eq!(misses.is_empty(), empty, "{of}");
        misses.iter().for_each(|miss| missed(judge, miss, of));
        let mut strings: Vec<&[u8]> = misses.iter().map(|miss| &miss.string[..]).collect();
        strings.sort_unstable();
        strings.dedup();
        assert_eq!(strings.len(), misses.len(), "{of} misses twice in the same way");
    });
}

#[test]
fn chance_is_the_same_for_the_same_seed() {
    every_production(|judge, of| {
        let sampler = conforming(judge).unwrap();
        let strings: Vec<_> = sampler.random(7, 12).unwrap().take(5).collect();
        strings.iter().for_each(|string| taken(judge, string, of));
        let again: Vec<_> = conforming(judge).unwrap().random(7, 12).unwrap().take(5).collect();
        assert_eq!(strings, again, "{of}");
        let misses: Vec<_> = random_near_misses(judge, &sampler, 7, 12).unwrap().take(3).collect();
        misses.iter().for_each(|miss| missed(judge, miss, of));
        assert_eq!(misses.is_empty(), strings.is_empty(), "{of}");
    });
    let judge = Judge::by_scheme(Edition::Rfc1738, Reading::Corrected);
    let sampler = conforming(&judge).unwrap();
    let of_seed = |seed| sampler.random(seed, 30).unwrap().take(20).collect::<Vec<_>>();
    assert_ne!(of_seed(1), of_seed(2));
}

#[test]
fn what_is_judged_by_its_scheme_conforms_by_it() {
    for (edition, reading) in distinct_readings() {
        let judge = Judge::by_scheme(edition, reading);
        let sampler = conforming(&judge).unwrap();
        let strings = sampler.random(1, 30).unwrap().take(100);
        let all = strings.chain(sampler.cover().unwrap().strings).chain(sampler.examples(40));
        for string in all {
            let verdict = judge.judge(&string).verdict;
            let shown = String::from_utf8_lossy(&string).into_owned();
            assert_eq!(verdict, Verdict::Conforms, "{edition}, {reading}: {shown:?}");
        }
        let telling = near_misses(&judge, &sampler, 40);
        assert!(telling.len() > 12, "{edition}, {reading}: {}", telling.len());
        for miss in
            telling.into_iter().chain(random_near_misses(&judge, &sampler, 1, 30).unwrap().take(40))
        {
            let judgement = judge.judge(&miss.string);
            assert_ne!(judgement.verdict, Verdict::Conforms, "{edition}, {reading}: {miss:?}");
            assert_eq!(judgement.verdict, miss.verdict, "{edition}, {reading}: {miss:?}");
        }
    }
}

/// A character that no start uses.
const MARK: u8 = b'~';

/// The text of a grammar in which a mark is optional at an alternative.
fn marked(grammar: &Grammar, alternative: &CoverageBranch) -> String {
    let listing = grammar.listing();
    if !listing.changes_another() {
        return with_a_mark(listing.notation, &listing.text, 0, alternative);
    }
    // An edition that changes another file is written as one text.
    let definitions = grammar.ids().flat_map(|id| grammar.production(id).definitions());
    let header = lineage::header(grammar);
    definitions.fold(header, |text, definition| {
        let place = &definition.place;
        let printed = &listing.text[place.range()];
        let printed = with_a_mark(listing.notation, printed, place.start, alternative);
        let lines = printed.lines().filter(|it| !it.starts_with(listing.notation.ours()));
        lines.fold(text, |text, line| text + line + "\n")
    })
}

/// Adds the mark to a text of a listing that starts at `begin`, if the alternative is in it.
fn with_a_mark(
    notation: Notation,
    text: &str,
    begin: usize,
    alternative: &CoverageBranch,
) -> String {
    let place = &alternative.place;
    if place.start < begin || place.end > begin + text.len() {
        return text.to_owned();
    }
    let mark = match notation {
        Notation::Spaced => "~",
        Notation::Rfc822 | Notation::Abnf => "\"~\"",
    };
    let (before, rest) = text.split_at(place.start - begin);
    let (text, after) = rest.split_at(place.end - place.start);
    match alternative.branch {
        BranchKind::Written if notation != Notation::Spaced => {
            format!("{before}( [ {mark} ] ( {text} ) ){after}")
        }
        BranchKind::Chosen | BranchKind::Written => format!("{before}[ {mark} ] {text}{after}"),
        BranchKind::LeftOut => {
            // The mark may replace an option that is left out.
            let inner = text.strip_prefix('[').and_then(|it| it.strip_suffix(']'));
            format!("{before}[ {mark} | {} ]{after}", inner.unwrap_or(text))
        }
    }
}

/// Whether a string is in the language with one mark inserted somewhere.
fn uses(automaton: &Automaton, string: &[u8]) -> bool {
    let mut walk = AutomatonRun::new(automaton);
    for at in 0..=string.len() {
        let mut marked = walk.clone();
        if marked.step(MARK)
            && string[at..].iter().all(|&byte| marked.step(byte))
            && marked.may_end()
        {
            return true;
        }
        if at < string.len() && !walk.step(string[at]) {
            return false;
        }
    }
    false
}

/// Checks a cover against the printed text: with a mark at an alternative, the mark fits into
/// some string. `read` has the grammars with a mark that were read before, by their texts.
fn covers(judge: &Judge, of: &str, read: &mut BTreeMap<String, Grammar>) {
    let grammar = judge.grammar();
    let start = grammar.name(judge.start());
    let cover = conforming(judge).unwrap().cover().unwrap();
    for alternative in &cover.used {
        // A production of one unit is covered by its characters, and `void` is used where it
        // is named.
        let nowhere = alternative.place.start == alternative.place.end;
        if nowhere || grammar.unit(alternative.production).is_some() {
            continue;
        }
        let text = marked(grammar, alternative);
        let changed = read.entry(text.clone()).or_insert_with(|| {
            let changed = Grammar::read("marked.bnf", &text, judge.reading());
            changed.unwrap_or_else(|error| panic!("{of}: {error}\n{text}"))
        });
        let language = LanguageSpec::from_production(changed.find(start).unwrap());
        let name = grammar.name(alternative.production);
        let automaton = match Automaton::new(changed, &language) {
            Ok(automaton) => automaton,
            // A left-recursive production may be regular only as it is printed.
            Err(AutomatonError::Cycle(..))
                if grammar.doubly_defined() == [alternative.production] =>
            {
                continue;
            }
            Err(error) => panic!("{of}: `{name}`: {}", error.message(changed)),
        };
        let used = cover.strings.iter().any(|string| uses(&automaton, string));
        assert!(used, "{of}: `{name}` {:?}:\n{text}", alternative.branch);
    }
    for alternative in &cover.unusable {
        let text = &grammar.listing().text[alternative.place.range()];
        let named = text.split_whitespace().filter_map(|word| grammar.find(word));
        assert!(named.into_iter().any(|id| grammar.derives_nothing(id)), "{of}: {text}");
    }
}

#[test]
fn a_cover_uses_every_alternative_as_printed() {
    for (edition, reading) in distinct_readings() {
        let mut read = BTreeMap::new();
        let judge = Judge::by_scheme(edition, reading);
        covers(&judge, &format!("{edition}, {reading}"), &mut read);
        // The readings differ in few productions, and the starts reach these.
        let each = edition.grammar(reading).ids().filter(|_| reading == Reading::Corrected);
        for id in each {
            let judge = Judge::by_start(edition, reading, id);
            let of = format!("{edition}, {}", judge.grammar().name(id));
            covers(&judge, &of, &mut read);
        }
    }
}

/// Of two paths of the same length, one returns to the production itself.
#[test]
fn what_derives_itself_alone_is_written_once() {
    let text = "# notation spaced\nurl  u : path\npath  void path | a [ / path ]\nvoid\n";
    let grammar = Grammar::read("own.bnf", text, Reading::Corrected).unwrap();
    let judge = Judge::of_grammar(grammar).unwrap();
    for string in conforming(&judge).unwrap().examples(9) {
        let shown = String::from_utf8_lossy(&string).into_owned();
        assert_eq!(judge.judge(&string).verdict, Verdict::Conforms, "{shown}");
    }
}
