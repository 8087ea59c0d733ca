//! Derivation steps replayed against the printed text give the string, or its prefix up to the
//! failure.

use urlbnf_bnf::automaton::{Automaton, AutomatonRun, LanguageSpec};
use urlbnf_bnf::derivation::{DerivationOrder, DerivationSteps, Deriver, PartialDerivation};
use urlbnf_bnf::failure::{Failure, principal};
use urlbnf_bnf::grammar::{Grammar, ProductionId};

use crate::draw::ALPHABET;
use crate::matcher::{LONGEST, text};
use crate::replay::replayed;
use crate::{MismatchSummary, cases};

#[test]
fn steps_replayed_give_the_string() {
    let (mut findings, mut replays) = (MismatchSummary::default(), 0);
    for (seed, drawn, grammar) in cases(8) {
        let Ok(deriver) = Deriver::new(&grammar, &LanguageSpec::from_production(grammar.start()))
        else {
            continue;
        };
        for string in (0..).map(text).take_while(|it| it.len() < LONGEST - 1) {
            let Some(tree) = deriver.derive(&grammar, string.as_bytes()) else { continue };
            let mut counts = Vec::new();
            for order in DerivationOrder::ALL {
                for (full, steps) in [
                    (true, DerivationSteps::new(&tree, order)),
                    (false, DerivationSteps::brief(&tree, order)),
                ] {
                    match steps
                        .map_err(|it| it.to_string())
                        .and_then(|it| replayed(&grammar, it, (full, 0)))
                    {
                        Ok(count) => counts.push(count),
                        Err(what) => {
                            findings.add(
                                "steps",
                                seed,
                                &drawn,
                                format!("{string:?}: {what}\n{tree}"),
                            );
                        }
                    }
                }
            }
            replays += 1;
            if counts.iter().any(|count| *count != counts[0]) {
                findings.add("counts", seed, &drawn, format!("{string:?}: {counts:?}"));
            }
        }
    }
    println!("{replays} replayed");
    findings.none();
    assert!(replays > 0);
}

/// What is wrong with the derivation of a string that fails.
fn stopped(
    grammar: &Grammar,
    partial: &PartialDerivation<'_, '_>,
    (automaton, walk, failure): (&Automaton, &AutomatonRun<'_>, &Failure),
) -> Result<(), String> {
    let open: Vec<ProductionId> = partial.open().collect();
    let chain = principal(walk).map_or(Vec::new(), |position| automaton.chain(position));
    // A production that recurs through others is open more than once, but only once in the
    // chain.
    let mut rest = open.iter();
    let holds = chain.iter().all(|id| rest.any(|it| it == id));
    if !holds || open.first() != chain.first() || open.last() != chain.last() {
        return Err(format!("open are {open:?}, and it waits in {chain:?}"));
    }
    for full in [true, false] {
        let steps = DerivationSteps::of_partial(partial, !full).map_err(|it| it.to_string())?;
        replayed(grammar, steps, (full, partial.begun()))?;
    }
    let steps = DerivationSteps::of_partial(partial, false).map_err(|it| it.to_string())?;
    let Some(last) = steps.innermost() else { return Ok(()) };
    let route = steps.route(last).ok_or("no way")?;
    let stop = route.stop.ok_or("no stop")?;
    let place = route.parts[stop.part].expression.place;
    let known = failure.failing.first().is_some_and(|it| it.places.contains(&place));
    known.then_some(()).ok_or(format!("it stops at {place:?}: {:?}", failure.failing))
}

#[test]
fn a_string_that_fails_is_derived_up_to_the_failing_production() {
    let (mut findings, mut stops, mut complete) = (MismatchSummary::default(), 0, 0);
    for (seed, drawn, grammar) in cases(8) {
        let language = LanguageSpec::from_production(grammar.start());
        let Ok(automaton) = Automaton::new(&grammar, &language) else { continue };
        let Ok(deriver) = Deriver::new(&grammar, &language) else { continue };
        if automaton.is_empty() {
            continue;
        }
        let strings = (0..).map(text).take_while(|it| it.len() < 4);
        for string in strings.flat_map(|it| ALPHABET.map(|more| format!("{it}{more}"))) {
            let mut walk = AutomatonRun::new(&automaton);
            if walk.follow(string.as_bytes()) && walk.may_end() {
                continue;
            }
            let failure = Failure::at(&walk, string.as_bytes(), grammar.start());
            let beginning = &string.as_bytes()[..walk.offset()];
            let Some(partial) = deriver.partial(&grammar, beginning, principal(&walk)) else {
                findings.add("nothing", seed, &drawn, format!("{string:?}"));
                continue;
            };
            let of = (&automaton, &walk, &failure);
            if let Err(what) = stopped(&grammar, &partial, of) {
                let tree = partial.tree();
                findings.add("stopped", seed, &drawn, format!("{string:?}: {what}\n{tree}"));
            }
            if partial.open().next().is_none() { complete += 1 } else { stops += 1 }
        }
    }
    println!("{stops} stop, {complete} are complete before");
    findings.none();
    assert!(stops > 0 && complete > 0);
}
