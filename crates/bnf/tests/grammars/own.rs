//! Compares the ambiguity of a production's own text with that of the whole production.

use std::collections::HashMap;

use urlbnf_bnf::ambiguity::{Ambiguity, ambiguity, own_ambiguity};
use urlbnf_bnf::automaton::{Automaton, Dfa, LanguageSpec, Work};
use urlbnf_bnf::grammar::ProductionId;
use urlbnf_bnf::lint;

use super::{MismatchSummary, cases};

/// If everything that a text names is unambiguous, the ambiguity is the text's own, with the
/// same first string. Otherwise, if the text itself is ambiguous, so is the whole production,
/// by the same string or by one that is shorter or smaller.
#[test]
fn what_is_ambiguous_is_inherited_or_its_own() {
    let (mut findings, mut own, mut inherited, mut both) = (MismatchSummary::default(), 0, 0, 0);
    for (seed, drawn, grammar) in cases(1) {
        let language = |id| {
            Automaton::new(&grammar, &LanguageSpec::from_production(id))
                .ok()?
                .determinise(&mut Work::default())
                .ok()
        };
        let languages: HashMap<ProductionId, Dfa> =
            grammar.defined().filter_map(|id| Some((id, language(id)?))).collect();
        if grammar.defined().any(|id| !languages.contains_key(&id)) {
            continue;
        }
        let unambiguous = lint::unambiguous(&grammar);
        for id in grammar.defined() {
            let needed = grammar.reachable_from(id);
            let below: Vec<ProductionId> = needed.into_iter().filter(|it| *it != id).collect();
            let recurs = below.iter().any(|it| grammar.reachable_from(*it).contains(&id));
            let names_itself = (grammar.production(id).alternatives())
                .any(|it| it.references().iter().any(|(name, _)| *name == id));
            if recurs || names_itself {
                continue;
            }
            if unambiguous.contains(&id) != (ambiguity(&grammar, id) == Ok(Ambiguity::Unambiguous))
            {
                findings.add("not unambiguous", seed, &drawn, grammar.name(id).to_owned());
            }
            let is = |id| ambiguity(&grammar, id).map(|it| it != Ambiguity::Unambiguous);
            let Ok(below) = below.into_iter().map(is).collect::<Result<Vec<bool>, _>>() else {
                continue;
            };
            let Ok(whole) = ambiguity(&grammar, id) else { continue };
            let of = |name| languages.get(&name);
            let Ok(found) = own_ambiguity(&grammar, id, of, &mut grammar.work()) else { continue };
            let first = match &whole {
                Ambiguity::Unambiguous => None,
                Ambiguity::Ambiguous(two) => Some(two.string.clone()),
                // Its first string may be longer than the first one with two derivations.
                Ambiguity::Infinite { .. } => continue,
            };
            let told = format!("{}: {found:?}, {first:?}", grammar.name(id));
            match (below.contains(&true), &found, &first) {
                (false, ..) if found != first => findings.add("own", seed, &drawn, told),
                (false, Some(_), _) => own += 1,
                (true, Some(_), None) => findings.add("not at all", seed, &drawn, told),
                (true, Some(one), Some(other)) => {
                    if (one.len(), one) < (other.len(), other) {
                        findings.add("not the first", seed, &drawn, told);
                    }
                    both += 1;
                }
                (true, None, _) => inherited += 1,
                (false, None, _) => {}
            }
        }
    }
    println!("{own} own, {inherited} inherited, {both} both");
    findings.none();
    assert!(own > 10 && inherited > 10 && both > 10, "{own}, {inherited}, {both}");
}
