//! A diff for a review: Markdown in which a small edit changes few lines.

use std::fmt::Write as _;

use super::words::{NOT_DECIDED, undecided};
use super::{
    DiffRecord, ProductionText, RootChange, SchemeDiff, TextPair, WitnessedRelation, listed,
};
use crate::witness::Witness;
use urlbnf_bnf::text::{markdown, visible};

/// The sign for a space in a witness: a trailing space would be invisible.
const SPACE: &str = "␣";

/// Writes a diff as markdown.
pub fn write(changes: &DiffRecord<'_>) -> String {
    let mut page = String::new();
    let _ = page_of(changes, &mut page);
    page
}

fn page_of(changes: &DiffRecord<'_>, page: &mut String) -> std::fmt::Result {
    let [old, new] = [changes.old, changes.new].map(markdown);
    writeln!(page, "# {old} → {new}\n")?;
    if changes.is_empty() {
        writeln!(page, "No difference.")?;
        return limits(page, changes);
    }
    let so_deep = changes.nesting.so_deep();
    let became = changes.language.as_ref().map_or(NOT_DECIDED.to_owned(), language);
    writeln!(page, "`{}`: {became}{so_deep}", changes.start.shown())?;
    limits(page, changes)?;
    if !changes.renamed.is_empty() {
        writeln!(page, "\n## Renamed\n")?;
        for renamed in &changes.renamed {
            writeln!(page, "- `{}` ({})", renamed.names.shown(), markdown(&renamed.because()))?;
        }
    }
    section(page, "Added", '+', &changes.added)?;
    section(page, "Removed", '-', &changes.removed)?;
    if !changes.replaced.is_empty() {
        writeln!(page, "\n## In place of those removed\n")?;
        let mut replaced = changes.replaced.iter();
        replaced
            .try_for_each(|successors| writeln!(page, "- {}", markdown(&successors.shown())))?;
    }
    if !changes.reworded.is_empty() {
        writeln!(page, "\n## Reworded, same language{so_deep}\n\n```diff")?;
        for texts in &changes.reworded {
            both(page, texts)?;
        }
        writeln!(page, "```")?;
    }
    if !changes.changed.is_empty() {
        writeln!(page, "\n## Changed{so_deep}\n\n```diff")?;
        for changed in &changes.changed {
            root(page, changed)?;
        }
        writeln!(page, "```")?;
    }
    for (at, change) in changes.unexplained().enumerate() {
        if at == 0 {
            writeln!(page, "\n## Changed, and the cause is not decided{so_deep}\n")?;
        }
        writeln!(page, "- `{}`: {}", change.names.shown(), language(&change.language))?;
    }
    if !changes.ambiguity.is_empty() {
        writeln!(page, "\n## Ambiguity\n")?;
    }
    for ambiguous in &changes.ambiguity {
        let (names, [what, how]) = (ambiguous.names.shown(), ambiguous.words());
        writeln!(page, "- `{names}`: {what}, {} {how}", witness(&ambiguous.string))?;
    }
    if !changes.classes.is_empty() {
        writeln!(page, "\n## Character classes\n")?;
        writeln!(page, "| characters | {old} | {new} |\n|---|---|---|")?;
        for moved in &changes.classes {
            let characters = moved.characters.iter().map(|character| code(&character.to_string()));
            let characters = characters.collect::<Vec<_>>().join(" ");
            let [from, to] = [&moved.from, &moved.to].map(|classes| listed(classes, code));
            writeln!(page, "| {} | {from} | {to} |", cell(&characters))?;
        }
    }
    if !changes.schemes.is_empty() {
        writeln!(page, "\n## Schemes\n")?;
        writeln!(page, "| scheme | language | gained | lost |\n|---|---|---|---|")?;
        for scheme in &changes.schemes {
            row(page, scheme)?;
        }
    }
    if !changes.undecided.is_empty() {
        writeln!(page, "\n## Not decided")?;
    }
    for (line, texts) in undecided(&changes.undecided) {
        writeln!(page, "\n{line}.")?;
        if !texts.is_empty() {
            writeln!(page, "\n```diff")?;
            texts.into_iter().try_for_each(|texts| both(page, texts))?;
            writeln!(page, "```")?;
        }
    }
    Ok(())
}

/// The limits within which the diff holds.
fn limits(page: &mut String, changes: &DiffRecord<'_>) -> std::fmt::Result {
    if let Some(values) = changes.values {
        writeln!(
            page,
            "\nValues {}.",
            markdown(values.description().trim_start_matches("values "))
        )?;
    }
    let mut words = changes.nesting.words.iter();
    words.try_for_each(|limit| writeln!(page, "\nAll of this holds for {limit}."))?;
    changes.nesting.no_witnesses().try_for_each(|sentence| writeln!(page, "\nBut {sentence}."))
}

/// A root of change, as a hunk of a patch.
fn root(page: &mut String, changed: &RootChange<'_>) -> std::fmt::Result {
    let names = changed.texts.names().shown();
    writeln!(page, "@@ {names}: {} @@", language(&changed.language))?;
    both(page, &changed.texts)?;
    if let Some(alone) = &changed.alone {
        writeln!(page, " by its own text {}; {}", language(alone), changed.rest())?;
    }
    if !changed.followers.is_empty() {
        writeln!(page, " from it follow: {}", changed.followers.join(", "))?;
    }
    Ok(())
}

fn section(
    page: &mut String,
    title: &str,
    sign: char,
    texts: &[ProductionText<'_>],
) -> std::fmt::Result {
    if texts.is_empty() {
        return Ok(());
    }
    writeln!(page, "\n## {title}\n\n```diff")?;
    for text in texts {
        writeln!(page, "{sign}{}  {}", text.production, text.shown())?;
    }
    writeln!(page, "```")
}

fn both(page: &mut String, texts: &TextPair<'_>) -> std::fmt::Result {
    writeln!(page, "-{}  {}", texts.old.production, texts.old.shown())?;
    writeln!(page, "+{}  {}", texts.new.production, texts.new.shown())
}

fn row(page: &mut String, scheme: &SchemeDiff<'_>) -> std::fmt::Result {
    let name = scheme.scheme.map_or_else(|| "any".to_owned(), code);
    let witnesses = |shortest: &Option<Witness>, plain: &Option<Witness>| {
        let Some(shortest) = shortest else { return String::new() };
        let plain = plain.as_ref().filter(|plain| *plain != shortest);
        let plain = plain.map(|plain| format!(", for example {}", witness(plain)));
        cell(&format!("{}{}", witness(shortest), plain.unwrap_or_default()))
    };
    writeln!(
        page,
        "| {name}: {} → {} | {} | {} | {} |",
        productions(&scheme.old),
        productions(&scheme.new),
        scheme.language.words,
        witnesses(&scheme.language.gained, &scheme.plain.gained),
        witnesses(&scheme.language.lost, &scheme.plain.lost),
    )?;
    for part in &scheme.parts {
        let side = |name: Option<&str>| name.map_or_else(|| "nothing".to_owned(), code);
        let (relation, gained, lost) = match &part.language {
            None if part.old.is_none() => ("added", None, None),
            None => ("removed", None, None),
            Some(relation) => (relation.words, relation.gained.as_ref(), relation.lost.as_ref()),
        };
        let shown = |string: Option<&Witness>| {
            string.map(|string| cell(&witness(string))).unwrap_or_default()
        };
        let (gained, lost) = (shown(gained), shown(lost));
        let (old, new) = (side(part.old), side(part.new));
        writeln!(page, "| &emsp;{old} → {new} | {relation} | {gained} | {lost} |")?;
    }
    Ok(())
}

fn productions(names: &[&str]) -> String {
    if names.is_empty() { "nothing".to_owned() } else { list(names) }
}

fn list(names: &[&str]) -> String {
    names.iter().map(|name| code(name)).collect::<Vec<_>>().join(", ")
}

/// A relation and its witnesses, in words.
pub(super) fn language(language: &WitnessedRelation) -> String {
    language.describe(witness)
}

/// A text as code, whatever it contains.
pub(crate) fn code(text: &str) -> String {
    shown(text.as_bytes())
}

fn witness(witness: &Witness) -> String {
    shown(witness.bytes())
}

/// A string as code.
pub(crate) fn shown(bytes: &[u8]) -> String {
    if bytes.is_empty() {
        return "the empty string".to_owned();
    }
    let text = visible(bytes).replace(' ', SPACE);
    // The fence is longer than any run of backticks in the text.
    let longest = text.split(|character| character != '`').map(str::len).max().unwrap_or(0);
    match "`".repeat(longest + 1) {
        fence if longest == 0 => format!("{fence}{text}{fence}"),
        fence => format!("{fence} {text} {fence}"),
    }
}

/// A text for a table cell.
pub(super) fn cell(text: &str) -> String {
    text.replace('|', "\\|")
}
