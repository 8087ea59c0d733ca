//! Writes a judgement in every form, and checks that nothing in the output acts on a terminal.

use codespan_reporting::term::termcolor::NoColor;
use urlbnf::Judge;
use urlbnf::derivation::{DerivationOrder, DerivationSteps};
use urlbnf::diagnose::Examination;
use urlbnf::report::excerpt::Screen;
use urlbnf::report::picture::{dot, tree as picture};
use urlbnf::report::record::CheckRecord;
use urlbnf::report::{ExaminedLine, SourceLocation, comparison, human, short, steps};
use urlbnf::text::acts;
use urlbnf::tree::Tree;
use urlbnf::warning::examined;

use crate::{Discrepancy, expect};

/// The maximum length of an input whose derivation is drawn, in bytes.
const DRAWN: usize = 200;

/// Writes an examination in all forms.
pub fn told(judge: &Judge, input: &[u8], examination: &Examination<'_>) -> Result<(), Discrepancy> {
    let site = SourceLocation::default();
    let entry = ExaminedLine {
        source: "<argument>",
        line: 1,
        input,
        site,
        judge,
        examination,
        fragments: None,
    };
    let failed = |form: &str| format!("{}, {}: no {form}", judge.name(), judge.reading());
    // For terminals of any width, and for an unknown width.
    let columns = Some(input.len() % 150).filter(|columns| *columns > 0);
    let mut output = NoColor::new(Vec::new());
    let screen = &mut Screen { columns, output: &mut output };
    human::write(&entry, screen).map_err(|_| failed("text"))?;
    comparison::write(&[entry], screen).map_err(|_| failed("comparison"))?;
    let warnings = examined(judge, examination, true);
    let mut lines = vec![short::line(&entry)];
    for warned in &warnings {
        human::write_warning(&entry, warned, screen).map_err(|_| failed("warning"))?;
        lines.push(short::warning(&entry, warned));
    }
    lines.push(String::from_utf8(output.into_inner()).map_err(|_| failed("UTF-8"))?);
    harmless(&lines.join("\n"))?;
    let mut record = Vec::new();
    let written = CheckRecord::new(&entry).with_warnings(warnings).write(&mut record);
    written.map_err(|error| format!("{}: {error}", failed("record")))?;
    match &examination.judgement.tree() {
        Ok(Some(tree)) if input.len() <= DRAWN => drawn(tree),
        _ => Ok(()),
    }
}

/// Writes and draws a derivation.
fn drawn(tree: &Tree<'_, '_>) -> Result<(), Discrepancy> {
    let derivation = DerivationSteps::brief(tree, DerivationOrder::Leftmost)
        .map_err(|error| format!("its steps: {error}"))?;
    let mut output = NoColor::new(Vec::new());
    steps::write(derivation, true, &mut Screen { columns: Some(60), output: &mut output })
        .map_err(|error| format!("its steps: {error}"))?;
    harmless(&String::from_utf8_lossy(&output.into_inner()))?;
    harmless(&tree.outline())?;
    harmless(&dot::graph(tree))?;
    harmless(&picture::svg(tree))
}

fn harmless(text: &str) -> Result<(), Discrepancy> {
    let found = text.chars().find(|it| acts(*it) && *it != '\n');
    expect(found.is_none(), || format!("{found:?} is written as it is: {text}"))
}
