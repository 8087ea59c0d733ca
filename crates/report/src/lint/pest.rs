//! The problems in a pest grammar: of its own, and beside a printed grammar.

use urlbnf_bnf::lint::LintCode;
use urlbnf_bnf::text::LineIndex;
use urlbnf_bnf::{Grammar, ProductionId};
use urlbnf_peg::lint::{PestFinding, PestFindingKind, PestFindings};
use urlbnf_peg::proof::{
    PestMistake, PestMistakes, ProductionRulePairs, ProofResult, Prover, Transcription, causes,
    rule_places,
};

use super::{LintRemark, LintReport, UndecidedRule, identify};
use urlbnf_bnf::Span;
use urlbnf_bnf::automaton::Limits;

impl LintReport {
    /// What is doubtful in a pest grammar, or what pest refuses in it. With a printed grammar, also the
    /// rules that are not equal to their productions.
    pub fn of_pest(
        name: &str,
        text: &str,
        limits: &Limits,
        grammar: Option<&Grammar>,
    ) -> LintReport {
        let mut report = LintReport {
            name: name.to_owned(),
            lines: LineIndex::new(text),
            text: text.to_owned(),
            remarks: Vec::new(),
            more: 0,
            unseen: None,
            undecided: Vec::new(),
            rules: 0,
            document: None,
        };
        match urlbnf_peg::lint::lint(text, limits) {
            Ok(found) => report.add_findings(found),
            Err(mistakes) => report.add_mistakes(&mistakes),
        }
        if let (Some(grammar), Ok(transcription)) = (grammar, Transcription::read(text)) {
            report.add_differences(grammar, &transcription);
        }
        report.remarks.sort_by_key(|remark| remark.place);
        identify(&mut report.remarks, text);
        report
    }

    fn add_mistakes(&mut self, mistakes: &PestMistakes) {
        let remark =
            |mistake: &PestMistake| LintRemark::of_syntax(mistake.place, mistake.message.clone());
        self.remarks.extend(mistakes.all().iter().map(remark));
        self.more = mistakes.more();
    }

    fn add_findings(&mut self, found: PestFindings) {
        let remarks = found.findings.iter().map(|finding| remark(&self.text, finding));
        self.remarks = remarks.collect();
        self.rules = found.rules;
        for (name, reason) in found.undecided {
            self.add_undecided(
                &name,
                format!("whether all parts of `{name}` have an effect: {reason}"),
            );
        }
    }

    fn add_undecided(&mut self, rule: &str, question: String) {
        match self.undecided.iter_mut().find(|undecided| undecided.name == rule) {
            Some(undecided) => undecided.questions.push(question),
            None => self
                .undecided
                .push(UndecidedRule { name: rule.to_owned(), questions: vec![question] }),
        }
    }

    /// Adds the rules that are not equal to the productions of their names.
    fn add_differences(&mut self, grammar: &Grammar, transcription: &Transcription) {
        let pairs = ProductionRulePairs::from_names(grammar, transcription, &[]).pairs;
        let mut prover = Prover::new(transcription, grammar.limits());
        let outcomes: Vec<(ProductionId, &str, ProofResult)> = pairs
            .iter()
            .map(|(id, rule)| (*id, rule.as_str(), prover.compare(grammar, *id, rule)))
            .collect();
        let causes = causes(grammar, transcription, &outcomes, grammar.limits());
        let places = rule_places(&self.text).unwrap_or_default();
        let place = |rule: &str| {
            let start = places.iter().find(|(name, _)| *name == rule).map_or(0, |(_, at)| at.start);
            Span { start, end: start + rule.len() }
        };
        let mut remarks = Vec::new();
        let mut undecided = Vec::new();
        for ((id, rule, outcome), causes) in outcomes.iter().zip(causes) {
            let production = grammar.name(*id);
            match outcome {
                ProofResult::Equal => {}
                ProofResult::Differ { witness, printed } => {
                    let message = match printed {
                        true => format!("`{rule}` does not accept every string of `{production}`"),
                        false => {
                            format!("`{rule}` accepts a string that `{production}` does not have")
                        }
                    };
                    let causes = grammar.names(&causes);
                    let because =
                        (!causes.is_empty()).then(|| format!("because of {}", causes.join(", ")));
                    remarks.push(LintRemark {
                        code: LintCode::NotEqual,
                        production: Some((*rule).to_owned()),
                        notes: because.clone().into_iter().collect(),
                        witness: Some(witness.clone()),
                        is_first: false,
                        is_caused_by_names: because.is_some(),
                        ..LintRemark::of_syntax(place(rule), message)
                    });
                }
                ProofResult::Undecided(error) => {
                    undecided.push((
                        *rule,
                        format!("whether `{rule}` is equal to `{production}`: {error}"),
                    ));
                }
            }
        }
        self.remarks.extend(remarks);
        for (rule, question) in undecided {
            self.add_undecided(rule, question);
        }
    }
}

/// A finding in words.
fn remark(text: &str, finding: &PestFinding) -> LintRemark {
    let PestFinding { kind, place, rule } = finding;
    let part = text.get(place.range()).unwrap_or_default();
    let (code, message, note) = match kind {
        PestFindingKind::Unused => (
            LintCode::Unused,
            format!("no rule with `SOI` or `EOI` leads to `{rule}`"),
            "parsing begins with these rules",
        ),
        PestFindingKind::NeverMatches => {
            (LintCode::DerivesNothing, format!("`{rule}` matches no input"), "")
        }
        PestFindingKind::NeverReached => (
            LintCode::CoveredAlternative,
            format!("this alternative of `{rule}` is never reached"),
            "wherever it matches, an alternative before it matches too",
        ),
        PestFindingKind::IdleLookahead => (
            LintCode::IdleLookahead,
            format!("this lookahead of `{rule}` never matters"),
            match part.starts_with('!') {
                true => "wherever what follows it matches, what it looks for does not",
                false => "wherever what follows it matches, what it looks for does too",
            },
        ),
    };
    LintRemark {
        code,
        production: Some(rule.clone()),
        notes: (!note.is_empty()).then(|| note.to_owned()).into_iter().collect(),
        is_first: false,
        ..LintRemark::of_syntax(*place, message)
    }
}
