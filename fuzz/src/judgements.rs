//! Judgements on a string by the parsers, by one automaton for all of them, by the languages
//! of the printed grammars, and by trees. All must agree.

use std::collections::HashMap;

use urlbnf::automaton::{Automaton, Dfa, LanguageSpec, Work};
use urlbnf::bnf::ProductionId;
use urlbnf::derivation::{abridge, complete, flatten, verify};
use urlbnf::diagnose::{Examination, examine, examine_lowered, lowered};
use urlbnf::judges::{self, ProductAnswer, Ruling};
use urlbnf::sample::{conforming, random_near_misses};
use urlbnf::{Edition, Grammar, Judge, Reading, Verdict, parse};

use crate::mutation::CaseRng;
use crate::seeds::readings;
use crate::told::told;
use crate::{Discrepancy, expect};

/// A production of an edition, in a reading.
type ReadingProductionId = (usize, ProductionId);

/// The judges, and the expected languages.
pub struct FuzzJudges {
    by_scheme: &'static [Judge],
    together: judges::Judges<'static>,
    /// Judges with a small cache, which is often cleared.
    forgetful: judges::Judges<'static>,
    by_start: HashMap<ReadingProductionId, (Judge, Dfa)>,
    /// Judges of the same texts read as user grammars, which have no transcription.
    copies: Result<Vec<Option<Judge>>, Edition>,
}

impl FuzzJudges {
    pub fn new() -> FuzzJudges {
        let judges = readings().map(|(edition, reading)| Judge::by_scheme(edition, reading));
        // The judges live as long as the program.
        let by_scheme: &'static [Judge] = Vec::leak(judges.collect());
        let (together, forgetful) =
            (judges::Judges::new(by_scheme), judges::Judges::keeping(by_scheme, 50));
        let copies = readings().map(|(edition, reading)| {
            // A grammar that changes another file is not complete by itself.
            if edition.grammar(reading).listing().changes_another() {
                return Ok(None);
            }
            let copy =
                Grammar::read(edition.name(), edition.bnf(), reading).map_err(|_| edition)?;
            Judge::of_grammar(copy).map(Some).map_err(|_| edition)
        });
        let copies: Result<Vec<_>, Edition> = copies.collect();
        FuzzJudges { by_scheme, together, forgetful, by_start: HashMap::new(), copies }
    }

    pub fn by_scheme(&self) -> &'static [Judge] {
        self.by_scheme
    }

    /// Compares all judgements on a string.
    pub fn agree(&mut self, input: &[u8], chance: &mut CaseRng) -> Result<(), Discrepancy> {
        let examinations: Vec<Examination<'_>> =
            self.by_scheme.iter().map(|judge| examine(judge, input)).collect();
        let examined = self.by_scheme.iter().zip(&examinations);
        let rulings: Vec<Ruling> = examined
            .map(|(judge, examination)| Ruling::from_examination(judge, examination))
            .collect();
        for together in [&mut self.together, &mut self.forgetful] {
            let answer = together.judge(input);
            expect(together.rulings(answer) == rulings, || {
                format!("one pass: {:?}, one by one: {rulings:?}", together.rulings(answer))
            })?;
        }
        for (judge, examination) in self.by_scheme.iter().zip(&examinations) {
            sound(judge, input, examination)?;
        }
        self.copied(input, &examinations, chance)?;
        self.parts(input, &rulings, chance)?;
        self.lines(input)?;
        self.letter(input, chance)
    }

    /// Checks that a grammar judges the same without its transcription.
    fn copied(
        &self,
        input: &[u8],
        examinations: &[Examination<'_>],
        chance: &mut CaseRng,
    ) -> Result<(), Discrepancy> {
        let copies = self.copies.as_ref().map_err(|edition| format!("{edition} is not read"))?;
        let number = chance.below(copies.len());
        let (Some(Some(copy)), Some(own)) = (copies.get(number), examinations.get(number)) else {
            return Ok(());
        };
        let examination = examine(copy, input);
        sound(copy, input, &examination)?;
        // If no alternative has a scheme, a user's grammar judges by the start, where wrappers
        // are not recognised.
        let alike = self.by_scheme.get(number).map(Judge::judged_by) == Some(copy.judged_by());
        let said = |of: &Examination<'_>| {
            let failure = of.diagnostic.as_ref();
            let failure = failure.map(|it| (alike.then_some(it.code), it.offset, it.production));
            (of.judgement.verdict, failure)
        };
        let (own, copied) = (said(own), said(&examination));
        expect(own == copied, || format!("{}: {own:?}, its copy: {copied:?}", copy.name()))
    }

    /// Checks that a line in parts is judged like the whole line.
    fn parts(
        &mut self,
        input: &[u8],
        rulings: &[Ruling],
        chance: &mut CaseRng,
    ) -> Result<(), Discrepancy> {
        let (one, other) = input.split_at(chance.below(input.len() + 1));
        let together = &mut self.forgetful;
        let between = together.go_on(together.begin(), one);
        let end = together.go_on(between, other);
        let answer = together.end(end);
        expect(together.rulings(answer) == rulings, || {
            format!("in parts: {:?}, one by one: {rulings:?}", together.rulings(answer))
        })
    }

    /// Checks that a block of lines is judged like each of its lines.
    fn lines(&mut self, input: &[u8]) -> Result<(), Discrepancy> {
        let mut block = input.to_vec();
        block.extend(b"\r\n\n");
        block.extend(input);
        let mut answers: Vec<(Vec<u8>, ProductAnswer)> = Vec::new();
        self.together.lines(&block, |place, answer| answers.push((block[place].to_vec(), answer)));
        for (line, answer) in answers.into_iter().filter(|(line, _)| !line.is_empty()) {
            let alone = self.together.judge(&line);
            expect(self.together.rulings(alone) == self.together.rulings(answer), || {
                format!("as one of the lines of a block: {}", line.escape_ascii())
            })?;
        }
        Ok(())
    }

    /// Checks a judgement from some start production: the parser and the language must agree
    /// on the verdict and on the place of the failure.
    fn letter(&mut self, input: &[u8], chance: &mut CaseRng) -> Result<(), Discrepancy> {
        let Some((place, edition, reading)) = some_production(chance) else { return Ok(()) };
        let id = place.1;
        let (judge, language) = self.by_start.entry(place).or_insert_with(|| {
            let automaton =
                Automaton::new(edition.grammar(reading), &LanguageSpec::from_production(id));
            let language = automaton.ok().and_then(|it| it.determinise(&mut Work::default()).ok());
            let language = language.unwrap_or_else(Dfa::none);
            (Judge::by_start(edition, reading, id), language)
        });
        let examination = examine(judge, input);
        sound(judge, input, &examination)?;
        let said = || format!("{edition}, {reading}, {}", judge.grammar().name(id));
        let conforms = examination.judgement.verdict == Verdict::Conforms;
        expect(language.accepts(input) == conforms, || format!("{}: the verdict", said()))?;
        expect(parse(edition, reading, id, input).is_ok() == conforms, said)?;
        let offset = examination.diagnostic.map(|it| it.offset);
        // An incomplete character fails as a whole.
        let whole = |end: usize| {
            std::str::from_utf8(&input[..end]).map_or_else(|error| error.valid_up_to(), str::len)
        };
        let longest = (!conforms).then(|| whole(language.longest_prefix(input)));
        expect(offset == longest, || format!("{}: fails at {offset:?}, not {longest:?}", said()))
    }

    /// Checks that samples conform, and that near misses do not.
    pub fn samples(&mut self, chance: &mut CaseRng) -> Result<(), Discrepancy> {
        let Some((place, edition, reading)) = some_production(chance) else { return Ok(()) };
        let judge = match chance.below(4) {
            0 => Judge::by_scheme(edition, reading),
            _ => Judge::by_start(edition, reading, place.1),
        };
        let said = |string: &[u8]| {
            let name = judge.grammar().name(judge.start());
            format!("{edition}, {reading}, {name}: {}", string.escape_ascii())
        };
        let small = |error| format!("an edition is too large: {error:?}");
        let sampler = conforming(&judge).map_err(small)?;
        let (seed, length) = (chance.seed(), chance.below(40));
        for string in sampler.random(seed, length).map_err(small)?.take(4) {
            let examination = examine(&judge, &string);
            let conforms = examination.judgement.verdict == Verdict::Conforms;
            expect(conforms, || format!("a sample does not conform: {}", said(&string)))?;
            sound(&judge, &string, &examination)?;
        }
        for miss in random_near_misses(&judge, &sampler, seed, length).map_err(small)?.take(4) {
            let examination = examine(&judge, &miss.string);
            let found = examination.diagnostic.as_ref().map(|it| (it.code, it.offset, it.found));
            expect(found == Some((miss.code, miss.offset, miss.found)), || {
                format!("a near miss: {}", said(&miss.string))
            })?;
        }
        Ok(())
    }
}

fn some_production(chance: &mut CaseRng) -> Option<(ReadingProductionId, Edition, Reading)> {
    let all: Vec<(Edition, Reading)> = readings().collect();
    let number = chance.below(all.len());
    let (edition, reading) = all[number];
    let ids: Vec<ProductionId> = edition.grammar(reading).ids().collect();
    Some(((number, *chance.one_of(&ids)?), edition, reading))
}

/// Checks that an examination is consistent: its tree, its failure, its repair, its messages.
pub fn sound(
    judge: &Judge,
    input: &[u8],
    examination: &Examination<'_>,
) -> Result<(), Discrepancy> {
    let (name, reading) = (judge.name(), judge.reading());
    let judgement = &examination.judgement;
    let conforms = judgement.verdict == Verdict::Conforms;
    expect(conforms == examination.diagnostic.is_none(), || {
        format!("{name}, {reading}: {} and a diagnostic, or neither", judgement.verdict)
    })?;
    let tree = judgement.tree();
    let tree = tree.map_err(|error| format!("{name}, {reading}: the tree: {error}"))?;
    expect(tree.is_some() == (judgement.verdict != Verdict::Rejected), || {
        format!("{name}, {reading}: {} and a tree, or neither", judgement.verdict)
    })?;
    if let Some(tree) = &tree {
        expect(tree.root().text() == input, || format!("{name}, {reading}: not the whole"))?;
        verify(tree).map_err(|error| format!("{name}, {reading}: the tree: {error}"))?;
        let whole = complete(tree).map_err(|error| format!("{name}, {reading}: {error}"))?;
        verify(&whole).map_err(|error| format!("{name}, {reading}: completed: {error}"))?;
        let _ = (abridge(tree).outline(), flatten(tree).outline(), tree.to_string());
    }
    if let Some(lowered) = lowered(judge, input) {
        told(judge, input, &examine_lowered(judge, input, &lowered))?;
    }
    told(judge, input, examination)?;
    let Some(diagnostic) = &examination.diagnostic else { return Ok(()) };
    let _ = (diagnostic.message(judge, input), diagnostic.expected_text(judge.grammar()));
    expect(diagnostic.found == input.get(diagnostic.offset).copied(), || {
        format!("{name}, {reading}: {:?} at {}", diagnostic.found, diagnostic.offset)
    })?;
    expect(diagnostic.offset <= input.len(), || format!("{name}, {reading}: behind the end"))?;
    if let Some(repair) = &diagnostic.repair {
        let verdict = judge.judge(repair.replacement.as_bytes()).verdict;
        expect(verdict == Verdict::Conforms, || {
            format!("{name}, {reading}: the repair {:?} is {verdict}", repair.replacement)
        })?;
    }
    Ok(())
}
