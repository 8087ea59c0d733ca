//! `urlbnf compare`: whether two URLs are the same, and why.

use std::ffi::OsString;

use clap::Args;
use urlbnf::escape::{
    ComparisonLadder, ComparisonRung, UriEquivalence, UrlComparison, compare, first_difference,
    octets_of,
};
use urlbnf::quotation::{Basis, Quotation};
use urlbnf::report::records::{ComparedUrlsRecord, ReservedByteRecord};
use urlbnf::report::witness;
use urlbnf::text::{column, visible, visible_byte};

use crate::grammar::EditionOptions;
use crate::reference::ReferenceChecker;
use crate::rung::{RungArgument, of_the_ladder};
use crate::subjects::ARGUMENT;
use crate::{CliError, OutputFormat, RecordWriter, SchemaNumber, Status, Streams, after};

/// Say whether two URLs are the same, and why
#[derive(Debug, Args)]
#[command(mut_arg("edition", of_the_ladder))]
#[command(after_long_help = after(&[
    ("Compare two URLs", "urlbnf compare http://a.b/%41 http://a.b/A"),
], Some("the URLs are not the same")))]
pub struct CompareArguments {
    /// One URL
    #[arg(value_name = "URL")]
    one: OsString,

    /// The other
    #[arg(value_name = "OTHER")]
    other: OsString,

    #[command(flatten)]
    edition: EditionOptions,

    #[command(flatten)]
    rung: RungArgument,

    /// The form of the answer
    #[arg(long, value_enum, default_value = "text")]
    format: OutputFormat,
}

pub fn run(arguments: &CompareArguments, streams: &mut Streams) -> Result<Status, CliError> {
    let (edition, reading) = arguments.edition.get()?;
    let rung = arguments.rung.get(edition)?;
    let inputs = [&arguments.one, &arguments.other].map(|argument| argument.as_encoded_bytes());
    let [(one, taken), (other, _)] = inputs.map(|input| octets_of(edition, input));
    if let Some(taken) = taken {
        streams.remark(&taken.to_string());
    }
    let ladder = ComparisonLadder::for_document(edition.document());
    let caution = ladder.and_then(|ladder| ladder.caution(&one).or_else(|| ladder.caution(&other)));
    if let Some(caution) = caution {
        streams.remark(&format!("one is a relative reference; {caution}"));
    }
    if rung.is_some() {
        let references = ReferenceChecker::on_a_ladder(edition);
        for (number, octets) in (1..).zip([&one, &other]) {
            references.check(&format!("{ARGUMENT}:{number}"), octets, streams);
        }
    }
    let answer = match rung {
        None => {
            let comparison = compare(edition, &one, &other)?;
            if ladder.is_none()
                && !comparison.is_same()
                && let Ok(Some(found)) = ComparisonLadder::Uri.lowest(&one, &other)
            {
                streams.remark(&format!(
                    "by RFC 3986 they are the same, on the rung `{}`: -e rfc3986",
                    found.rung
                ));
            }
            UrlComparisonResult::from_comparison(comparison, inputs)
        }
        Some((ladder, rung)) => UrlComparisonResult::on_rung(ladder, rung, [&one, &other])?,
    };
    if arguments.format == OutputFormat::Text {
        streams.write_text(&answer.text)?;
    } else {
        let record = ComparedUrlsRecord {
            schema: SchemaNumber,
            inputs: inputs.map(witness::text),
            inputs_base64: inputs.map(witness::base64),
            edition,
            reading,
            same: answer.same,
            identical: one == other,
            canonical: answer.canonical.each_ref().map(|form| witness::text(form)),
            canonical_base64: answer.canonical.each_ref().map(|form| witness::base64(form)),
            offset: answer.offset,
            reserved: answer.reserved.map(|(byte, basis)| ReservedByteRecord {
                byte,
                sentence: basis.quotation().map(Quotation::words),
                citation: basis.quotation().map(|quotation| quotation.citation().to_string()),
            }),
            stated: answer.stated,
            implied: answer.implied,
            rung: rung.map(|(_, rung)| rung),
            lowest_rung: answer.lowest,
        };
        RecordWriter::new(arguments.format).all([record], streams)?;
    }
    Ok(if answer.same { Status::Fine } else { Status::Objection })
}

/// The answer about two URLs.
struct UrlComparisonResult {
    text: String,
    same: bool,
    canonical: [Vec<u8>; 2],
    offset: Option<usize>,
    reserved: Option<(u8, Basis)>,
    stated: Vec<Basis>,
    implied: Vec<Basis>,
    /// The lowest rung on which they are equivalent; `None` if there is none.
    lowest: Option<ComparisonRung>,
}

impl UrlComparisonResult {
    fn from_comparison(comparison: UrlComparison, inputs: [&[u8]; 2]) -> UrlComparisonResult {
        let text = text(&comparison, inputs);
        let same = |canonical: [&[u8]; 2], stated, lowest| UrlComparisonResult {
            text,
            same: true,
            canonical: canonical.map(<[u8]>::to_vec),
            offset: None,
            reserved: None,
            stated,
            implied: Vec::new(),
            lowest,
        };
        match comparison {
            UrlComparison::Identical => same(inputs, Vec::new(), None),
            UrlComparison::Same { canonical, by } => same([&canonical, &canonical], by, None),
            UrlComparison::OnNoRung { canonical } => UrlComparisonResult {
                same: false,
                ..same([&canonical, &canonical], Vec::new(), None)
            },
            UrlComparison::OnRung(UriEquivalence { rung, text, by }) => {
                same([&text, &text], by, Some(rung))
            }
            UrlComparison::Equivalent { canonical: [a, b], by } => same([&a, &b], by, None),
            UrlComparison::Different { canonical: [a, b], offset, reserved, implied } => {
                UrlComparisonResult {
                    same: false,
                    offset: Some(offset),
                    reserved,
                    implied,
                    ..same([&a, &b], Vec::new(), None)
                }
            }
        }
    }

    fn on_rung(
        ladder: ComparisonLadder,
        rung: ComparisonRung,
        [one, other]: [&[u8]; 2],
    ) -> Result<UrlComparisonResult, CliError> {
        let forms = [ladder.normalize(rung, one)?.text, ladder.normalize(rung, other)?.text];
        let lowest = ladder.lowest(one, other)?;
        let same = forms[0] == forms[1];
        let offset = (!same).then(|| first_difference(&forms[0], &forms[1]));
        let mut text = String::new();
        if let Some(offset) = offset {
            let [a, b] = forms.each_ref().map(|form| visible(form));
            let column = column(&forms[0], offset);
            text =
                format!("not the same on the rung `{rung}`: from column {column}\n  {a}\n  {b}\n");
        }
        match &lowest {
            Some(found) if same => text += &format!("the same {}", both(found)),
            Some(found) => text += &format!("but they are {}", both(found)),
            None if rung < ComparisonRung::Scheme => text += "nor on any rung above it\n",
            None => {}
        }
        let stated = lowest
            .as_ref()
            .filter(|_| same)
            .map_or_else(Vec::new, |equivalence| equivalence.by.clone());
        let lowest = lowest.map(|found| found.rung);
        let (reserved, implied) = (None, Vec::new());
        Ok(UrlComparisonResult {
            text,
            same,
            canonical: forms,
            offset,
            reserved,
            stated,
            implied,
            lowest,
        })
    }
}

/// The rung on which two URLs are equivalent, and the sentences by which they are, in words.
fn both(found: &UriEquivalence) -> String {
    let UriEquivalence { rung, text, by } = found;
    format!("on the rung `{rung}`: both are\n  {}\n{}", visible(text), lines(by))
}

fn lines(bases: &[Basis]) -> String {
    bases.iter().map(|basis| format!("  {basis}\n")).collect()
}

fn text(comparison: &UrlComparison, inputs: [&[u8]; 2]) -> String {
    match comparison {
        UrlComparison::Identical => "the same, byte by byte\n".to_owned(),
        UrlComparison::OnRung(found) => format!("the same {}", both(found)),
        UrlComparison::Same { canonical, by } => {
            let (canonical, words) = (visible(canonical), lines(by));
            format!("the same: in their canonical form both are\n  {canonical}\n{words}")
        }
        UrlComparison::OnNoRung { canonical } => format!(
            "not the same on any rung, since one is no URI: what can stand in none was encoded, \
             and then both are\n  {}\n",
            visible(canonical)
        ),
        UrlComparison::Equivalent { canonical: [a, b], by } => {
            let (a, b) = (visible(a), visible(b));
            format!("the same, by what the document says:\n  {a}\n  {b}\n{}", lines(by))
        }
        UrlComparison::Different { canonical: [a, b], offset, reserved, implied } => {
            let column = column(a, *offset);
            let (a, b) = (visible(a), visible(b));
            let form = match inputs.map(visible) == [a.clone(), b.clone()] {
                true => "",
                false => " of their canonical forms",
            };
            let mut text = format!("not the same: from column {column}{form}\n  {a}\n  {b}\n");
            if let Some((octet, basis)) = reserved {
                let character = visible_byte(*octet);
                text += &format!("`%{octet:02X}` is not {character}, which is reserved there:\n");
                text += &format!("  {basis}\n");
            }
            if !implied.is_empty() {
                text += "but this implies that they mean the same:\n";
            }
            text + &lines(implied)
        }
    }
}
