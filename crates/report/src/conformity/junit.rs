//! The report as JUnit XML, which continuous integration shows as tests.

use maud::{Markup, html};

use super::{AnswerMark, ConformityReport, ConformityRun, ProgramAnswer, shown};
use urlbnf_bnf::text::visible;

impl ConformityReport {
    /// The report as JUnit XML. The runs of grammars that are not claimed are skipped.
    pub fn junit(&self) -> String {
        let suites = self.runs.iter().map(|run| self.suite(run));
        let all = html! {
            testsuites name=(self.title()) { @for suite in suites { "\n" (suite) } "\n" }
        };
        format!("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n{}\n", all.into_string())
    }

    fn suite(&self, run: &ConformityRun) -> Markup {
        let [right, wrong, failed, skipped] = run.counts();
        let tests = right + wrong + failed + skipped;
        let of = |wanted: AnswerMark| {
            let new = |case: &super::SuiteCase| self.reason(case).is_none();
            let met = run.cases().filter(|(case, _, mark)| *mark == wanted && new(case));
            if run.claimed { met.count() } else { 0 }
        };
        let (failures, errors) = (of(AnswerMark::Wrong), of(AnswerMark::Failed));
        let passed_over =
            if run.claimed { skipped + wrong + failed - failures - errors } else { tests };
        html! {
            testsuite name=(run.tested.title()) tests=(tests) failures=(failures) errors=(errors)
                skipped=(passed_over) {
                @for (case, answer, mark) in run.cases() {
                    "\n"
                    testcase classname=(format!("{}.{}.{}", run.tested.grammar, run.tested.start, case.production))
                        name=(format!("{} by {}", case.id, run.tested.start)) {
                        @if !run.claimed {
                            skipped message="not claimed" {}
                        } @else if let (true, Some(reason)) = (mark.is_objection(), self.reason(case)) {
                            skipped message=(visible(reason.as_bytes())) {}
                        } @else {
                            @match (mark, answer) {
                                (AnswerMark::Wrong, _) => {
                                    failure message=(message(case)) { (case.cite) }
                                }
                                (_, ProgramAnswer::Failed(why)) => {
                                    error message=(visible(why.as_bytes())) { (message(case)) }
                                }
                                (_, ProgramAnswer::Skipped(why)) => {
                                    skipped message=(visible(why.as_bytes())) {}
                                }
                                _ => {}
                            }
                        }
                    }
                }
                "\n"
            }
        }
    }
}

/// Describes a wrong answer.
pub(super) fn message(case: &super::SuiteCase) -> String {
    let is = if case.valid { "conforms, and is refused" } else { "does not conform, and is taken" };
    format!("`{}` {is}", shown(&case.input))
}
