//! The properties of suites, their faults and their strings. The rows `faults` of
//! `tests/cases/texts.tsv` list the faults of small grammars, each with the string that reveals it.

use urlbnf_bnf::automaton::{Automaton, Dfa, LanguageSpec};
use urlbnf_bnf::earley::EarleyRecogniser;
use urlbnf_bnf::suite::{
    Fault, FaultDetail, FaultKind, FaultOutcome, ForeignCharacter, InputHabit, InsertionPosition,
    Suite,
};
use urlbnf_bnf::{Grammar, Reading};
use urlbnf_language::{DfaWithDistances, Work};

const WEEK: &str = "\
week = year [ \"-\" ] \"W\" number [ \"-\" day ]
year = 4DIGIT / \"now\"
number = %x30-34 DIGIT / \"5\" %x30-33
day = %x31-37
";

#[track_caller]
fn grammar(text: &str) -> Grammar {
    Grammar::read("own.abnf", text, Reading::Printed).unwrap()
}

#[track_caller]
fn suite(grammar: &Grammar, kinds: &[FaultKind]) -> Suite {
    Suite::new(grammar, grammar.start(), kinds).unwrap()
}

#[track_caller]
fn language(grammar: &Grammar) -> Dfa {
    Automaton::new(grammar, &LanguageSpec::from_production(grammar.start()))
        .unwrap()
        .determinise(&mut Work::default())
        .unwrap()
}

fn text(string: &[u8]) -> String {
    String::from_utf8_lossy(string).into_owned()
}

/// Returns each fault of the given kinds with the shortest string that reveals it, or `=` if no
/// string does.
pub fn faults(kinds: &str, written: &str) -> Vec<String> {
    let grammar = grammar(written);
    let kinds: Vec<FaultKind> = kinds.split(',').map(|kind| kind.parse().unwrap()).collect();
    let line = |(fault, outcome): &(Fault, FaultOutcome)| match outcome {
        FaultOutcome::Detected { shortest, .. } => {
            format!("{} {}", fault.id(&grammar), text(shortest))
        }
        FaultOutcome::Same => format!("{} =", fault.id(&grammar)),
        FaultOutcome::Undecided(why) => format!("{} {why}", fault.id(&grammar)),
    };
    suite(&grammar, &kinds).faults.iter().map(line).collect()
}

/// If the text is edited as the fault says and read again, it has the same strings. The fault is
/// told by the plainest of the shortest strings that only one of the two texts has.
#[test]
fn a_fault_is_what_an_edit_of_the_text_makes() {
    let text = "\
s = *a \"x\" [ b ] 2*3c / d
a = %x41-43 / \"-\"
b = \"bb\" / 1*\"q\"
c = \"0\" / \"1\" / a
d = \"D\" e
e = \"E\" / %x46
";
    let grammar = grammar(text);
    let suite = suite(&grammar, &FaultKind::ALL);
    let own = language(&grammar);
    let mut compared = 0;
    for (fault, outcome) in &suite.faults {
        let written = &text[fault.place.range()];
        let instead = match (fault.kind, fault.detail) {
            // A prose value derives nothing.
            (FaultKind::AlternativeDropped, _) => "<gone>".to_owned(),
            (FaultKind::OptionForced, _) => written.replace('[', "(").replace(']', ")"),
            (FaultKind::OptionRemoved | FaultKind::RepetitionNever, _) => "\"\"".to_owned(),
            (FaultKind::RepetitionOnce, _) => written.trim_start_matches(['1', '*']).to_owned(),
            (FaultKind::ClassWider | FaultKind::UseWider, FaultDetail::Byte(byte)) => {
                format!("( {written} / %x{byte:02X} )")
            }
            (FaultKind::RepetitionBounded, FaultDetail::Times(times)) => {
                let (count, body) = written.split_once('*').unwrap();
                format!("{count}*{times}{body}")
            }
            (FaultKind::RepetitionRequired, FaultDetail::Times(times)) => {
                let (_, body) = written.split_once('*').unwrap();
                format!("{times}*{body}")
            }
            (FaultKind::Intruder, FaultDetail::Intruder(ForeignCharacter { bytes, spot })) => {
                let class = written.trim_start_matches(|it: char| it.is_ascii_digit() || it == '*');
                let own: Vec<String> = bytes.iter().map(|it| format!("%x{it:02X}")).collect();
                let beside = |at: InsertionPosition| if spot == at { "" } else { class };
                format!(
                    "( {written} / {} {} {} )",
                    beside(InsertionPosition::First),
                    own.join(" "),
                    beside(InsertionPosition::Last)
                )
            }
            (FaultKind::ClassNarrower, FaultDetail::Byte(b'A')) => "%x42-43".to_owned(),
            (FaultKind::ClassNarrower, _) => "%x41-42".to_owned(),
            (FaultKind::CaseDropped, _) if fault.number == 1 => "( %x65 / %x46 )".to_owned(),
            (FaultKind::CaseDropped, _) => "( %x45 / %x46 )".to_owned(),
            (FaultKind::CaseChanged, _) => format!("%s{written}"),
            (FaultKind::NeighboursSwapped, _) => {
                let (one, two) = written.split_at(written.find(' ').unwrap());
                match written.matches(' ').count() {
                    1 => format!("{two} {one}"),
                    _ => continue,
                }
            }
            _ => continue,
        };
        let place = fault.place;
        let edited = [&text[..place.start], &instead, &text[place.end..]].concat();
        let edited = Grammar::read("own.abnf", &edited, Reading::Printed)
            .unwrap_or_else(|error| panic!("{}: {error}\n{edited}", fault.id(&grammar)));
        let found = fault.language(&grammar, grammar.start()).unwrap();
        let edited = language(&edited);
        let relation = found.relation(&edited, &mut Work::default()).unwrap();
        assert_eq!(relation.name(), "equal", "{}: {relation:?}", fault.id(&grammar));
        let work = &mut Work::default();
        let only = [own.difference(&edited, work), edited.difference(&own, work)];
        let only = only.into_iter().filter_map(|it| it.unwrap().plainest()).min_by_key(Vec::len);
        let told = match outcome {
            FaultOutcome::Detected { shortest, .. } => Some(shortest),
            _ => None,
        };
        assert_eq!(told, only.as_ref(), "{}", fault.id(&grammar));
        compared += 1;
    }
    assert!(compared > 130, "{compared}");
}

#[test]
fn each_string_is_needed_and_all_faults_are_told() {
    let grammar = grammar(WEEK);
    let covered: Vec<FaultKind> =
        FaultKind::ALL.into_iter().filter(|kind| *kind <= FaultKind::FirstMatch).collect();
    let suite = suite(&grammar, &covered);
    let right = language(&grammar);
    let mut detected_by: Vec<Vec<usize>> = Vec::new();
    for (fault, outcome) in &suite.faults {
        let faulty = fault.language(&grammar, suite.start).unwrap();
        let tells = |string: &Vec<u8>| right.accepts(string) != faulty.accepts(string);
        let tellers: Vec<usize> =
            (0..suite.strings.len()).filter(|&at| tells(&suite.strings[at])).collect();
        let name = fault.id(&grammar);
        match outcome {
            FaultOutcome::Detected { by, shortest } => {
                assert_eq!(tellers.first(), Some(by), "{name}");
                let relation = right.relation(&faulty, &mut Work::default()).unwrap();
                let lengths = [relation.gained(), relation.lost()].into_iter().flatten();
                assert_eq!(lengths.map(<[u8]>::len).min(), Some(shortest.len()), "{name}");
                assert!(tells(shortest), "{name}");
                detected_by.push(tellers);
            }
            FaultOutcome::Same => assert_eq!(
                right.relation(&faulty, &mut Work::default()).unwrap().name(),
                "equal",
                "{name}"
            ),
            FaultOutcome::Undecided(why) => panic!("{name}: {why}"),
        }
    }
    for at in 0..suite.strings.len() {
        let alone = detected_by.iter().any(|tellers| *tellers == [at]);
        assert!(alone, "{} could be left out", text(&suite.strings[at]));
    }
    let least = suite.least.unwrap();
    assert!(least <= suite.strings.len() && least > 5, "{least}");
}

#[test]
fn a_fault_too_large_to_decide_is_told_by_a_string() {
    // With `:` added, a group has no visible end.
    let written =
        "s = \"[\" *7( h \":\" ) \":\" *7( h \":\" ) h \"]\"\nh = 1*4x\nx = %x30-39 / %x61-66\n";
    let grammar = grammar(written);
    let suite = suite(&grammar, &[FaultKind::ClassWider]);
    let outcome = suite.faults.iter().find(|(fault, _)| fault.id(&grammar) == "x/widen-1-by-3A");
    let Some((_, FaultOutcome::Detected { shortest, .. })) = outcome else { panic!("{outcome:?}") };
    assert!(!language(&grammar).accepts(shortest), "{}", text(shortest));
}

/// The results from one walk, or from distances alone, agree with those from automata.
#[test]
fn languages_are_compared_in_two_ways() {
    let grammar = grammar(WEEK);
    let suite = suite(&grammar, &FaultKind::ALL);
    let languages = suite.faults.iter().step_by(7).map(|(fault, _)| fault);
    let mut languages: Vec<Dfa> =
        languages.map(|fault| fault.language(&grammar, suite.start).unwrap()).collect();
    languages.extend([
        language(&grammar),
        Dfa::none(),
        Dfa::from_string(b""),
        Dfa::from_string(b"now-w00"),
    ]);
    let mut apart = 0;
    for one in &languages {
        for two in &languages {
            let (lost, gained) = one.differences(two, &mut Work::default()).unwrap();
            assert_eq!(
                lost.minimise(),
                one.difference(two, &mut Work::default()).unwrap().minimise()
            );
            assert_eq!(
                gained.minimise(),
                two.difference(one, &mut Work::default()).unwrap().minimise()
            );
            let common =
                one.intersection(two, &mut Work::default()).unwrap().shortest().map(|it| it.len());
            apart += usize::from(common.is_none());
            let [first, second] = [&lost, one].map(|it| DfaWithDistances::new(it.clone()));
            let measured = DfaWithDistances::new(two.clone());
            let mut work = Work::default();
            assert_eq!(first.common_length(&measured, 99, &mut work), Ok(None));
            for longest in [0, 5, 6, 99] {
                let length = second.common_length(&measured, longest, &mut work);
                assert_eq!(length, Ok(common.filter(|length| *length <= longest)));
            }
        }
    }
    assert!(languages.len() > 20 && apart > 20, "{} {apart}", languages.len());
}

/// The bytes of a text with its escapes decoded.
fn decoded(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let digits = text.get(at + 1..at + 3).and_then(|it| std::str::from_utf8(it).ok());
        let is_digits = |it: &&str| it.bytes().all(|byte| byte.is_ascii_hexdigit());
        match digits.filter(|_| text[at] == b'%').filter(is_digits) {
            Some(digits) => {
                out.push(u8::from_str_radix(digits, 16).unwrap());
                at += 3;
            }
            None => {
                out.push(text[at]);
                at += 1;
            }
        }
    }
    out
}

/// Whether a program with a habit accepts a text, if it is right apart from that; `None` for habits that
/// are not defined here.
fn accepts(habit: InputHabit, text: &[u8], right: &dyn Fn(&[u8]) -> bool) -> Option<bool> {
    let cut = |byte: u8| text.split(|it| *it == byte).next().unwrap_or_default().to_vec();
    let read = match habit {
        InputHabit::TrailingLineFeed => text.strip_suffix(b"\n").unwrap_or(text).to_vec(),
        InputHabit::FirstLine => cut(b'\n'),
        InputHabit::EndsAtNul => cut(0),
        InputHabit::OneLineOfSeveral => {
            return Some(text.split(|it| *it == b'\n').any(right));
        }
        InputHabit::Beginning => {
            return Some((0..=text.len()).any(|end| right(&text[..end])));
        }
        InputHabit::TrimmedStart(bytes) => text.strip_prefix(bytes).unwrap_or(text).to_vec(),
        InputHabit::TrimmedEnd(bytes) => text.strip_suffix(bytes).unwrap_or(text).to_vec(),
        InputHabit::Backslash => {
            text.iter().map(|&it| if it == b'\\' { b'/' } else { it }).collect()
        }
        InputHabit::LowerCase => text.to_ascii_lowercase(),
        InputHabit::UpperCase => text.to_ascii_uppercase(),
        InputHabit::Decoded => decoded(text),
        InputHabit::DecodedTwice => decoded(&decoded(text)),
        InputHabit::AsciiOnly => text.iter().copied().filter(u8::is_ascii).collect(),
        _ => return None,
    };
    Some(right(&read))
}

/// A habit of reading accepts what the habit makes of a string, done to each string by itself.
#[test]
fn a_habit_is_what_it_does_to_each_string() {
    let grammar =
        grammar("s = *( %x61-62 / %x41 / pct / \"/\" )\npct = \"%\" 2( %x30-39 / %x41-46 )\n");
    let language = language(&grammar);
    let right = |text: &[u8]| language.accepts(text);
    let suite = suite(&grammar, &[FaultKind::Reader]);
    let pieces: [&[u8]; 16] = [
        b"a", b"A", b"%", b"4", b"1", b"2", b"5", b"F", b"/", b"\\", b"\n", b"\0", b" ", b"%41",
        b"\xC3", b"c",
    ];
    let (mut state, mut compared, mut taken) = (1_u64, 0, 0);
    let languages: Vec<(InputHabit, Dfa)> = suite
        .faults
        .iter()
        .map(|(fault, _)| {
            let FaultDetail::Habit(habit) = fault.detail else { panic!("{fault:?}") };
            (habit, fault.language(&grammar, grammar.start()).unwrap())
        })
        .collect();
    assert_eq!(languages.len(), InputHabit::all().count());
    for _ in 0..4_000 {
        let mut text = Vec::new();
        loop {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let draw = (state >> 33) as usize;
            if draw.is_multiple_of(6) {
                break;
            }
            text.extend_from_slice(pieces[draw / 6 % pieces.len()]);
        }
        for (habit, faulty) in &languages {
            let Some(expected) = accepts(*habit, &text, &right) else { continue };
            assert_eq!(
                faulty.accepts(&text),
                expected,
                "{habit:?} {}",
                String::from_utf8_lossy(&text)
            );
            compared += 1;
            taken += usize::from(expected);
        }
    }
    assert!(taken > 5_000 && taken < compared / 2, "{taken} of {compared}");
}

/// The language of this grammar is not regular, so each string is built and asked by itself.
#[test]
fn a_string_that_tells_a_habit_is_judged_otherwise_by_a_program_with_it() {
    let text = "s = \"(\" s \")\" / 1*( %x61-62 / %x4B / pct / \"/\" )\npct = \"%\" 2HEXDIG\n";
    let grammar = grammar(text);
    let recogniser =
        EarleyRecogniser::new(&grammar, &LanguageSpec::from_production(grammar.start())).unwrap();
    let right = |text: &[u8]| recogniser.derives(text).unwrap();
    let suite = suite(&grammar, &[FaultKind::Reader]);
    let mut told = 0;
    for (fault, outcome) in &suite.faults {
        let FaultDetail::Habit(habit) = fault.detail else { panic!("{fault:?}") };
        let FaultOutcome::Detected { by, .. } = outcome else { continue };
        let string = &suite.strings[*by];
        if let Some(wrong) = accepts(habit, string, &right) {
            assert_ne!(right(string), wrong, "{habit:?} {}", String::from_utf8_lossy(string));
            told += 1;
        }
    }
    assert!(told > 15, "{told}");
}

/// The suite looks one bracket deep. Automata that look five deep are exact for its short strings.
#[test]
fn what_tells_a_fault_of_nested_brackets_tells_it_at_every_depth() {
    let deep = |grammar: &Grammar| {
        let automaton =
            Automaton::new(&grammar.at_nesting(5), &LanguageSpec::from_production(grammar.start()));
        automaton.ok()?.determinise(&mut Work::default()).ok()
    };
    let (mut told, mut undecided) = (0, 0);
    for text in [
        "s = \"(\" s \")\" / \"\" / \"()\"\n",
        "s = \"a\" t \"!\"\nt = \"(\" *( \"x\" / t ) \")\"\n",
        "s = \"a\" s \"b\" / \"c\" / \"acb\"\n",
        "s = s \"+\" t / t\nt = \"[\" s \"]\" / 1*\"x\"\n",
        "s = \"(\" [ t ] \")\"\nt = \"<\" s \">\" / \",\" t\n",
    ] {
        let grammar = grammar(text).nested(1);
        let own = deep(&grammar).unwrap();
        let suite = suite(&grammar, &FaultKind::ALL);
        for (fault, outcome) in &suite.faults {
            let FaultOutcome::Detected { by, shortest } = outcome else {
                undecided += usize::from(*outcome != FaultOutcome::Same);
                continue;
            };
            let Some(faulty) = fault.grammar(&grammar) else { continue };
            let Some(faulty) = deep(&faulty) else { continue };
            for string in [&suite.strings[*by], shortest].into_iter().filter(|it| it.len() < 10) {
                told += 1;
                let string_text = String::from_utf8_lossy(string);
                let id = fault.id(&grammar);
                assert_ne!(own.accepts(string), faulty.accepts(string), "{id}: {string_text}");
            }
        }
    }
    assert!(told > 500 && undecided > 10, "{told}, {undecided}");
}

/// Two texts that are hard to compare: many sets of states none of which contains another, and a long
/// chain of states.
#[test]
fn faults_beside_nested_brackets_are_decided() {
    let multiples: Vec<String> =
        [1, 2, 3, 5, 7].iter().map(|count| format!("*({count}\"a\")")).collect();
    for text in [multiples.join(" / "), "2000\"a\"".to_owned()] {
        let text = format!("s = n / {text}\nn = \"(\" [n] \")\"\n");
        let grammar = grammar(&text).nested(3);
        let suite = suite(&grammar, &[FaultKind::AlternativeDropped, FaultKind::BoundMoved]);
        assert!(suite.faults.len() > 2);
        for (fault, outcome) in &suite.faults {
            assert!(!matches!(outcome, FaultOutcome::Undecided(_)), "{fault:?} {outcome:?}");
        }
    }
}
