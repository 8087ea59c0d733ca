//! Replays derivation steps against the printed text, with a matcher that shares no code with
//! the automata. The steps must give the string, or its prefix up to the failure.

use urlbnf_bnf::automaton::{Automaton, Language, Walk};
use urlbnf_bnf::derivation::{Deriver, Order, Partial, Steps, Symbol};
use urlbnf_bnf::failure::{Failure, principal};
use urlbnf_bnf::grammar::{Expression, ExpressionKind, Grammar, ProductionId};

use crate::draw::{ALPHABET, Numbers, draw};
use crate::matcher::{LONGEST, text};
use crate::{Findings, read, seeds};

/// The smallest parts of a sentential form.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Small {
    Byte(u8),
    Name(ProductionId),
    More,
}

fn small<'i>(symbols: impl IntoIterator<Item = Symbol<'i>>) -> Vec<Small> {
    let parts = symbols.into_iter().map(|symbol| match symbol {
        Symbol::Text(text) => text.iter().copied().map(Small::Byte).collect(),
        Symbol::Name(id) => vec![Small::Name(id)],
        Symbol::More => vec![Small::More],
    });
    parts.collect::<Vec<_>>().concat()
}

/// The positions where a match of a text may end, for some start positions, and whether the
/// parts may end within it.
fn ends(text: &Expression, parts: &[Small], from: &[usize]) -> (Vec<usize>, bool) {
    let mut within = from.contains(&parts.len());
    let mut found: Vec<usize> = match &text.kind {
        ExpressionKind::Empty => from.to_vec(),
        ExpressionKind::Literal(literal) | ExpressionKind::AnyCase(literal) => {
            let bytes: Vec<Small> = literal.bytes().map(Small::Byte).collect();
            let rest = |at: &usize| &parts[*at..];
            within |= from.iter().any(|at| bytes.starts_with(rest(at)));
            let fits = |at: &&usize| rest(at).starts_with(&bytes);
            from.iter().filter(fits).map(|at| at + bytes.len()).collect()
        }
        ExpressionKind::Value(set) => {
            let fits =
                |&&at: &&usize| matches!(parts.get(at), Some(Small::Byte(it)) if set.contains(*it));
            from.iter().filter(fits).map(|at| at + 1).collect()
        }
        ExpressionKind::Reference(id) => {
            let fits = |&&at: &&usize| parts.get(at) == Some(&Small::Name(*id));
            from.iter().filter(fits).map(|at| at + 1).collect()
        }
        ExpressionKind::Sequence(texts) => texts.iter().fold(from.to_vec(), |from, text| {
            let (found, ended) = ends(text, parts, &from);
            within |= ended;
            found
        }),
        ExpressionKind::Choice(texts) => {
            let all = texts.iter().map(|text| ends(text, parts, from));
            all.fold(Vec::new(), |mut all, (found, ended)| {
                within |= ended;
                all.extend(found);
                all
            })
        }
        ExpressionKind::Optional(body) => {
            let (found, ended) = ends(body, parts, from);
            within |= ended;
            [from.to_vec(), found].concat()
        }
        ExpressionKind::Repetition { at_least, at_most, body } => {
            let mut now = from.to_vec();
            for _ in 0..*at_least {
                let (found, ended) = ends(body, parts, &now);
                within |= ended;
                now = found;
            }
            let mut all = now.clone();
            let mut more = at_most.map_or(usize::MAX, |most| most - at_least);
            while !now.is_empty() && more > 0 {
                more -= 1;
                let (found, ended) = ends(body, parts, &now);
                within |= ended;
                now = found;
                now.retain(|end| !all.contains(end));
                all.extend(&now);
            }
            all
        }
    };
    found.sort_unstable();
    found.dedup();
    (found, within)
}

/// Replays steps. Returns what is wrong with them, or their number.
fn replayed(
    grammar: &Grammar,
    mut steps: Steps<'_, '_>,
    (full, begun): (bool, usize),
) -> Result<usize, String> {
    let order = steps.order();
    let mut form = vec![Small::Name(steps.tree().root().production())];
    let mut count = 0;
    while let Some(applied) = steps.step() {
        let mut places = (0..form.len()).filter(|&at| matches!(form[at], Small::Name(_)));
        let at = match order {
            Order::Leftmost => places.next(),
            Order::Rightmost => places.next_back(),
        };
        let at = at.ok_or("there is no name left")?;
        let name = grammar.name(applied.production);
        if form[at] != Small::Name(applied.production) {
            return Err(format!("{name} is not the {} name of {form:?}", order.name()));
        }
        let mut replacement = small(applied.replacement.iter().copied());
        form.splice(at..=at, replacement.iter().copied());
        count += applied.steps;
        if small(steps.form().0) != form {
            return Err(format!("{form:?} is not {:?}", steps.form()));
        }
        if !full {
            continue;
        }
        let route = steps.route(applied.node).ok_or(format!("no way of {name}"))?;
        let taken = route.alternative().ok_or(format!("no alternative of {name}"))?;
        let alternative =
            grammar.production(applied.production).alternatives().nth(taken.number - 1);
        let open = replacement.pop_if(|it| *it == Small::More).is_some();
        if steps.innermost() == Some(applied.node) {
            // These are the first bytes of a character that is incomplete.
            replacement.truncate(replacement.len() - begun);
        }
        let (found, within) = ends(alternative.unwrap(), &replacement, &[0]);
        let whole = found.contains(&replacement.len());
        let fits = if route.stop.is_some() { within || whole } else { whole && !open };
        if !fits {
            return Err(format!("{name}, {taken:?} does not give {replacement:?}"));
        }
        let of_bytes = replacement.iter().filter(|it| matches!(it, Small::Byte(_))).count();
        let names = replacement.len() - of_bytes;
        let given = route
            .taken
            .iter()
            .filter(|it| route.parts[it.part].expression.as_reference().is_some());
        let open_child = usize::from(route.stop.is_some_and(|stop| {
            steps.is_open(applied.node)
                && route.parts[stop.part].expression.as_reference().is_some()
                && replacement.last().is_some_and(|it| matches!(it, Small::Name(_)))
                && route
                    .taken
                    .iter()
                    .filter(|it| route.parts[it.part].expression.as_reference().is_some())
                    .count()
                    < names
        }));
        if given.count() + open_child != names {
            return Err(format!(
                "{name} takes another way than {replacement:?}: {:?}",
                route.taken
            ));
        }
    }
    let left = form.iter().filter(|it| **it != Small::More).copied();
    let text: Vec<Small> = steps.tree().input().iter().copied().map(Small::Byte).collect();
    match left.eq(text) {
        true => Ok(count),
        false => Err(format!("in the end {form:?}")),
    }
}

#[test]
fn steps_replayed_give_the_string() {
    let (mut findings, mut replays) = (Findings::default(), 0);
    for seed in seeds(8) {
        let drawn = draw(&mut Numbers::new(seed));
        let grammar = read(&drawn);
        let Ok(deriver) = Deriver::new(&grammar, &Language::of(grammar.start())) else { continue };
        for string in (0..).map(text).take_while(|it| it.len() < LONGEST - 1) {
            let Some(tree) = deriver.derive(&grammar, string.as_bytes()) else { continue };
            let mut counts = Vec::new();
            for order in Order::ALL {
                for (full, steps) in
                    [(true, Steps::new(&tree, order)), (false, Steps::brief(&tree, order))]
                {
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
    partial: &Partial<'_, '_>,
    (automaton, walk, failure): (&Automaton, &Walk<'_>, &Failure),
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
        let steps = Steps::of_partial(partial, !full).map_err(|it| it.to_string())?;
        replayed(grammar, steps, (full, partial.begun()))?;
    }
    let steps = Steps::of_partial(partial, false).map_err(|it| it.to_string())?;
    let Some(last) = steps.innermost() else { return Ok(()) };
    let route = steps.route(last).ok_or("no way")?;
    let stop = route.stop.ok_or("no stop")?;
    let place = route.parts[stop.part].expression.place;
    let known = failure.failing.first().is_some_and(|it| it.places.contains(&place));
    known.then_some(()).ok_or(format!("it stops at {place:?}: {:?}", failure.failing))
}

#[test]
fn a_string_that_fails_is_derived_up_to_the_failing_production() {
    let (mut findings, mut stops, mut complete) = (Findings::default(), 0, 0);
    for seed in seeds(8) {
        let drawn = draw(&mut Numbers::new(seed));
        let grammar = read(&drawn);
        let language = Language::of(grammar.start());
        let Ok(automaton) = Automaton::new(&grammar, &language) else { continue };
        let Ok(deriver) = Deriver::new(&grammar, &language) else { continue };
        if automaton.is_empty() {
            continue;
        }
        let strings = (0..).map(text).take_while(|it| it.len() < 4);
        for string in strings.flat_map(|it| ALPHABET.map(|more| format!("{it}{more}"))) {
            let mut walk = Walk::new(&automaton);
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
