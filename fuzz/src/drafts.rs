//! Mutated texts of grammars and transcriptions: they are read, or refused at a place, and the
//! answers about them are compared with each other.

use std::sync::Arc;

use urlbnf::ambiguity::{Ambiguity, ambiguity};
use urlbnf::automaton::{Automaton, LanguageSpec, Limits, Relation};
use urlbnf::bnf::{self, Grammar, GrammarError, SyntaxErrors};
use urlbnf::derivation::verify;
use urlbnf::description::{GrammarDescription, ProductionDescription};
use urlbnf::diagnose::examine;
use urlbnf::diff::{NamedGrammar, PairChange, UrlGrammarDiff};
use urlbnf::proof::{ProofResult, Transcription, prove, rule_name};
use urlbnf::report::diff::{DiffRecord, markdown};
use urlbnf::report::excerpt::Screen;
use urlbnf::report::grammar::unreadable;
use urlbnf::sample::{conforming, random_near_misses};
use urlbnf::{Judge, Reading, Verdict};
use urlbnf_bnf::lint::{LintCode, lint};

use codespan_reporting::term::termcolor::NoColor;

use crate::judgements::sound;
use crate::mutation::CaseRng;
use crate::seeds::{MutatedTranscription, Seeds};
use crate::{Discrepancy, expect};

/// The maximum size, in bytes, of a grammar that is checked beyond its judgements.
const SMALL: usize = 2_000;

/// A mutated file of a grammar.
pub fn draft(seeds: &Seeds, file: &[u8], chance: &mut CaseRng) -> Result<(), Discrepancy> {
    let text = bnf::text(file);
    for reading in Reading::ALL {
        let read = Grammar::read_bytes("draft.bnf", file, reading);
        if let Ok(whole) = std::str::from_utf8(file) {
            let of_text = Grammar::read("draft.bnf", whole, reading);
            let (file, text) = (read.as_ref().err(), of_text.as_ref().err());
            expect(file == text, || format!("a file: {file:?}, its text: {text:?}"))?;
        }
        match read {
            Err(error) => refused(&text, &error)?,
            Ok(grammar) if text.len() > SMALL => judged(seeds, &Arc::new(grammar), chance)?,
            Ok(grammar) => {
                let grammar = Arc::new(grammar);
                judged(seeds, &grammar, chance)?;
                said(&grammar, chance)?;
                let other = seeds.draft(chance);
                if let Ok(other) = Grammar::read_bytes("other.bnf", &other, reading)
                    && other.listing().text.len() <= SMALL
                {
                    compared(&grammar, &other)?;
                }
            }
        }
    }
    Ok(())
}

/// Checks that the places of all errors are in the text.
fn refused(text: &str, error: &GrammarError) -> Result<(), Discrepancy> {
    let all =
        if let GrammarError::Syntax(errors) = error { SyntaxErrors::all(errors) } else { &[] };
    for error in all {
        let related = error.kind.related().map(|(place, _)| place);
        for place in [Some(error.place), related].into_iter().flatten() {
            let there = text.get(place.range()).is_some();
            expect(there, || format!("{} at {place:?}", error.kind))?;
        }
    }
    let mut screen = Screen { columns: None, output: &mut NoColor::new(Vec::new()) };
    unreadable("draft.bnf", text, error, &mut screen)
        .map_err(|failure| format!("{error} is not shown: {failure}"))
}

/// Checks the judgements of a grammar on seeds and on its own samples.
fn judged(seeds: &Seeds, grammar: &Arc<Grammar>, chance: &mut CaseRng) -> Result<(), Discrepancy> {
    let Ok(judge) = Judge::of_grammar(Arc::clone(grammar)) else { return Ok(()) };
    for _ in 0..2 {
        let url = seeds.url(chance);
        sound(&judge, &url, &examine(&judge, &url))?;
    }
    // A grammar that is too large to sample is refused, which is correct.
    let Ok(sampler) = conforming(&judge) else { return Ok(()) };
    let (seed, length) = (chance.seed(), chance.below(20));
    for string in sampler.random(seed, length).into_iter().flatten().take(4) {
        let examination = examine(&judge, &string);
        let conforms = examination.judgement.verdict == Verdict::Conforms;
        expect(conforms, || format!("a sample is rejected: {}", string.escape_ascii()))?;
        sound(&judge, &string, &examination)?;
    }
    for miss in random_near_misses(&judge, &sampler, seed, length).into_iter().flatten().take(4) {
        let examination = examine(&judge, &miss.string);
        let conforms = examination.judgement.verdict == Verdict::Conforms;
        expect(!conforms, || format!("a near miss: {}", miss.string.escape_ascii()))?;
        sound(&judge, &miss.string, &examination)?;
    }
    Ok(())
}

/// Checks all answers about one grammar.
fn said(grammar: &Arc<Grammar>, chance: &mut CaseRng) -> Result<(), Discrepancy> {
    linted(grammar)?;
    let _ = GrammarDescription::of_grammar(Arc::clone(grammar));
    let ids: Vec<_> = grammar.ids().collect();
    if let Some(&id) = chance.one_of(&ids) {
        let _ = ProductionDescription::of_grammar(Arc::clone(grammar), id);
    }
    for id in grammar.ids() {
        if let Ok(Ambiguity::Ambiguous(found)) = ambiguity(grammar, id) {
            let trees = found.trees(grammar);
            expect(trees[0] != trees[1], || format!("{}: one tree", grammar.name(id)))?;
            for tree in &trees {
                verify(tree).map_err(|error| format!("{}: {error}", grammar.name(id)))?;
            }
        }
    }
    let side = || NamedGrammar { name: "draft.bnf".to_owned(), grammar };
    if let Ok(diff) = UrlGrammarDiff::new(side(), side()) {
        expect(DiffRecord::from_diff(&diff).is_empty(), || "it differs from itself".to_owned())?;
    }
    Ok(())
}

/// Checks that findings have a place in the text, and that witnesses belong to their production.
fn linted(grammar: &Grammar) -> Result<(), Discrepancy> {
    for finding in lint(grammar) {
        let said = || format!("{}: {}", finding.code, finding.message(grammar));
        let there = grammar.listing().text.get(finding.place.range()).is_some();
        expect(there, || format!("{} at {:?}", said(), finding.place))?;
        // The witness of an alternative that adds nothing belongs to that alternative, which
        // may be inside brackets.
        let own = finding.code != LintCode::CoveredAlternative;
        if let Some(witness) = finding.witness().filter(|_| own) {
            let automaton =
                Automaton::new(grammar, &LanguageSpec::from_production(finding.production));
            let has = automaton.is_ok_and(|automaton| automaton.accepts(witness));
            expect(has, || format!("{}: {}", said(), witness.escape_ascii()))?;
        }
    }
    Ok(())
}

/// Compares two grammars: every witness must be in one and not in the other, and every
/// consequence must have a cause.
fn compared(old: &Grammar, new: &Grammar) -> Result<(), Discrepancy> {
    let side = |grammar| NamedGrammar { name: "draft.bnf".to_owned(), grammar };
    let Ok(diff) = UrlGrammarDiff::new(side(old), side(new)) else { return Ok(()) };
    let _ = markdown::write(&DiffRecord::from_diff(&diff));
    for pair in &diff.pairs {
        let name = new.name(pair.new.0);
        let takes = |grammar: &Grammar, id, string: &[u8]| {
            let automaton = Automaton::new(grammar, &LanguageSpec::from_production(id));
            automaton.is_ok_and(|automaton| automaton.accepts(string))
        };
        let relation: &Relation = pair.change.relation();
        for (witness, expected) in
            [(relation.gained(), (false, true)), (relation.lost(), (true, false))]
        {
            let Some(witness) = witness else { continue };
            let found = (takes(old, pair.old.0, witness), takes(new, pair.new.0, witness));
            expect(found == expected, || format!("{name}: {}", witness.escape_ascii()))?;
        }
        if let PairChange::Follows { roots, .. } = &pair.change {
            expect(!roots.is_empty(), || format!("{name} has no cause"))?;
        }
    }
    Ok(())
}

/// Compares a mutated transcription with its grammar: if they differ, the witness must be in
/// exactly one of them.
pub fn transcription(
    transcribed: &MutatedTranscription,
    chance: &mut CaseRng,
) -> Result<(), Discrepancy> {
    let Ok(read) = Transcription::read(&transcribed.text) else { return Ok(()) };
    let grammar = transcribed.edition.grammar(transcribed.reading);
    let ids: Vec<_> = grammar.ids().collect();
    for &id in (0..8).filter_map(|_| chance.one_of(&ids)).collect::<Vec<_>>() {
        let ProofResult::Differ { witness, printed } = prove(grammar, &read, id) else { continue };
        let automaton = Automaton::new(grammar, &LanguageSpec::from_production(id));
        let page = automaton.is_ok_and(|it| it.accepts(&witness));
        let rule = read
            .language_within(&rule_name(grammar.name(id)), &Limits::default())
            .map(|it| it.accepts(&witness));
        expect((page, &rule) == (printed, &Ok(!printed)), || {
            let shown = witness.escape_ascii();
            format!("{}: {shown}: on the page {page}, in the rule {rule:?}", grammar.name(id))
        })?;
    }
    Ok(())
}
