//! The generated transcription of every edition, beside the one made by hand.
//!
//! A text of the book, `transcriptions.md`, shows both side by side, production by production,
//! where they differ. All of it is computed: `UPDATE_DOCS=1 cargo test beside` rewrites it.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use urlbnf::parser::transcription_text;
use urlbnf::proof::{
    PestExpression, PestRule, ProductionRulePairs, RuleModifier, Transcription, rules,
};
use urlbnf::transcribe::{TranscribedGrammar, TranscribedRule, written};
use urlbnf::{Edition, Reading};

use crate::other_trees::{other_tree, pest_rules};
use crate::repository::hold_to;
use crate::support::{is_changed, readings, transcribed};

const PAGE: &str = "crates/book/texts/transcriptions.md";

const HEAD: &str = "# Transcriptions by hand and by the program

The parsers of urlbnf are made from transcriptions written by hand ([how to read them](../../../grammar/README.md)). `urlbnf transcribe` writes others of the same productions ([how](../../../docs/proof.md#transcribe)). Both are proved to accept exactly the printed strings ([how](../../../docs/proof.md#why-it-is-a-proof)), so what remains to compare is how they read.

This page shows them where they differ, in the corrected reading of each edition, with the helper rules that each needs. These rules decide which one reads better, in this order:

- **by hand**, if the program's rule has a part that no string uses;
- **alike**, if the production is one character: the same characters, as a list or as a range;
- **other trees**, if they make other trees of a string, which is shown. Our rules choose the tree on purpose ([deviations](../../../grammar/README.md#deviations)). pest's own interpreter runs both, on up to 600 random strings of each production;
- the shorter one, if the other is more than a third longer;
- the one with fewer lookaheads, then the one with fewer helper rules;
- otherwise **alike**.

We took over what the program does better: `host` of RFC 3986 and later looks ahead as the program wrote it. Where the program is still better, our rule gives a name to a lookahead that the program writes out (`docaddress`, `url`, `absoluteURL`, `authority`), or has it in another rule (`host` of RFC 1630, `gopherurl`).

`cargo test --test it beside` makes this page.
";

/// A rule with its helper rules, which belong to no production.
struct RuleWithHelpers {
    text: String,
    helpers: usize,
    /// The number of lookaheads in them.
    lookaheads: usize,
}

/// The names that an expression uses.
fn names(expression: &PestExpression) -> impl Iterator<Item = &str> {
    expression.all().filter_map(|part| match part {
        PestExpression::Name(name) => Some(name.as_str()),
        _ => None,
    })
}

fn side<'r>(
    name: &str,
    is_helper: impl Fn(&str) -> bool,
    rule: impl Fn(&str) -> Option<(String, &'r PestExpression)>,
) -> RuleWithHelpers {
    let (mut seen, mut pending) = (BTreeSet::from([name.to_owned()]), vec![name.to_owned()]);
    let mut lines = Vec::new();
    let mut lookaheads = 0;
    while let Some(name) = pending.pop() {
        let Some((sign, expression)) = rule(&name) else { continue };
        lookaheads += expression.all().filter(|it| looks_ahead(it)).count();
        lines.push(format!("{name} = {sign}{{ {} }}", written(expression)));
        for used in names(expression).filter(|it| is_helper(it)) {
            if seen.insert(used.to_owned()) {
                pending.push(used.to_owned());
            }
        }
    }
    let helpers = lines.len().saturating_sub(1);
    RuleWithHelpers { text: lines.join("\n"), helpers, lookaheads }
}

fn looks_ahead(part: &PestExpression) -> bool {
    matches!(part, PestExpression::Ahead(_) | PestExpression::NotAhead(_))
}

/// Which of the two rules reads better.
#[derive(Clone, PartialEq, Eq)]
enum RulePreference {
    Hand(&'static str),
    Alike,
    /// Their trees differ for this string.
    Other(String),
    Program(&'static str),
}

impl RulePreference {
    fn said(&self) -> String {
        match self {
            RulePreference::Hand(why) => format!("better by hand: {why}"),
            RulePreference::Alike => "alike".to_owned(),
            RulePreference::Other(string) => format!("other trees, as of `{string}`"),
            RulePreference::Program(why) => format!("better by the program: {why}"),
        }
    }
}

fn better(
    hand: &RuleWithHelpers,
    program: &RuleWithHelpers,
    made: &TranscribedRule,
    other: impl FnOnce() -> Option<String>,
) -> RulePreference {
    let (by_hand, by_program) = (hand.text.len(), program.text.len());
    if made.unused_parts.as_ref().is_none_or(|unused| !unused.is_empty()) {
        return RulePreference::Hand("each part of it is used");
    }
    // A silent rule, of a character, makes no node.
    if made.silent {
        return RulePreference::Alike;
    }
    if let Some(string) = other() {
        return RulePreference::Other(string);
    }
    if by_program * 3 > by_hand * 4 {
        return RulePreference::Hand("shorter");
    }
    if by_hand * 3 > by_program * 4 {
        return RulePreference::Program("shorter");
    }
    if hand.lookaheads > program.lookaheads {
        return RulePreference::Program("fewer lookaheads");
    }
    if hand.lookaheads < program.lookaheads {
        return RulePreference::Hand("fewer lookaheads");
    }
    if hand.helpers > program.helpers {
        return RulePreference::Program("fewer helper rules");
    }
    if hand.helpers < program.helpers {
        return RulePreference::Hand("fewer helper rules");
    }
    RulePreference::Alike
}

/// The generated rule of a production, and the copies that it uses.
fn rule<'t>(made: &'t TranscribedGrammar, name: &str) -> Option<&'t TranscribedRule> {
    made.rules.iter().find(|rule| rule.name == name)
}

/// The section of an edition, and the number of rules that are the same, better by hand,
/// alike, with other trees, and better by the program.
fn edition(edition: Edition) -> (String, [usize; 5]) {
    let grammar = edition.grammar(Reading::Corrected);
    let text = transcription_text(edition, Reading::Corrected);
    let by_hand = rules(text).unwrap();
    let partners =
        ProductionRulePairs::from_names(grammar, &Transcription::read(text).unwrap(), &[]);
    let own: BTreeSet<&str> = partners.pairs.iter().map(|it| it.1.as_str()).collect();
    let made = transcribed(edition, Reading::Corrected);
    let (hand_rules, program_rules) = (pest_rules(text), pest_rules(&made.text));
    let (mut page, mut counts) = (String::new(), [0; 5]);
    for (id, hand_name) in &partners.pairs {
        let Some(program) =
            made.rules.iter().find(|rule| rule.production == *id && !rule.is_copy())
        else {
            continue;
        };
        let written_by_hand = |name: &str| by_hand.iter().find(|it| it.name == name);
        let sign = |rule: &PestRule| match rule.modifier {
            RuleModifier::Silent => "_",
            _ => "$",
        };
        let hand = side(
            hand_name,
            |name| !own.contains(name) && written_by_hand(name).is_some(),
            |name| written_by_hand(name).map(|it| (sign(it).to_owned(), &it.expression)),
        );
        let other = side(
            &program.name,
            |name| rule(made, name).is_some_and(TranscribedRule::is_copy),
            |name| {
                let rule = rule(made, name)?;
                let sign = if rule.silent { "_" } else { "$" };
                Some((sign.to_owned(), &rule.expression))
            },
        );
        let plain = |side: &RuleWithHelpers| side.text.replace(" = _{", " = ${");
        if plain(&hand) == plain(&other) {
            counts[0] += 1;
            continue;
        }
        let better = better(&hand, &other, program, || {
            let by_hand = (hand_rules.as_slice(), hand_name.as_str());
            other_tree(grammar, *id, by_hand, (&program_rules, &program.name))
        });
        counts[match better {
            RulePreference::Hand(_) => 1,
            RulePreference::Alike => 2,
            RulePreference::Other(_) => 3,
            RulePreference::Program(_) => 4,
        }] += 1;
        writeln!(page, "### {}: {}\n", grammar.name(*id), better.said()).unwrap();
        writeln!(page, "```\n{}\n\n{}\n```\n", hand.text, other.text).unwrap();
        for dead in program.unused_parts.iter().flatten() {
            writeln!(page, "In the program's rule no string uses `{dead}`.\n").unwrap();
        }
    }
    (page, counts)
}

/// The longest lookahead that is easy to read, in characters.
const LONG: usize = 100;

/// How many of a reading's generated rules are as printed, as a row of a table.
fn row(edition: Edition, reading: Reading) -> String {
    let made = transcribed(edition, reading);
    let own = made.rules.iter().filter(|it| !it.is_copy());
    let (rules, changed) = (own.clone().count(), own.filter(|it| is_changed(it)).count());
    let copies = made.rules.len() - rules;
    let parts = made.rules.iter().flat_map(|it| it.expression.all());
    let looks = parts.filter(|it| looks_ahead(it));
    let long = looks.filter(|it| written(it).chars().count() > LONG).count();
    let dead: usize = made.rules.iter().map(|rule| rule.unused_parts.as_ref().unwrap().len()).sum();
    let literal = (rules - changed) * 100 / rules;
    assert!(literal >= 83 && copies <= 6 && long <= 2, "{edition}, {reading}");
    format!("| {edition} | {reading} | {rules} | {literal} % | {copies} | {long} | {dead} |")
}

#[test]
fn the_page_is_what_the_program_writes() {
    let mut table =
        "\n| edition | the same | better by hand | alike | other trees | better by the \
        program |\n|---|---|---|---|---|---|\n"
            .to_owned();
    let mut sections = String::new();
    for it in Edition::ALL {
        let (section, [same, hand, alike, other, program]) = edition(it);
        writeln!(table, "| {it} | {same} | {hand} | {alike} | {other} | {program} |").unwrap();
        writeln!(sections, "\n## {it}\n\n{}", section.trim_end()).unwrap();
    }
    table += "\nHow much of what the program writes is as printed, or that as a repetition. A long \
        lookahead has more than a hundred characters.\n\n\
        | edition | reading | rules | as printed | copies | long lookaheads | parts that no \
        string uses |\n|---|---|---|---|---|---|---|\n";
    for (edition, reading) in readings() {
        writeln!(table, "{}", row(edition, reading)).unwrap();
    }
    let page =
        format!("{HEAD}{table}\nFirst comes the rule by hand, then the program's.\n{sections}");
    hold_to(PAGE, &page);
}
