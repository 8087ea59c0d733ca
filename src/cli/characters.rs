//! `urlbnf characters`: what each character may do in a URL.

use std::fmt::Write as _;

use clap::{Args, ValueEnum};
use urlbnf::Edition;
use urlbnf::characters::{CharacterRole, CharacterRoles, PRINTABLE, name};
use urlbnf::quotation::{Basis, Quotation};
use urlbnf::report::excerpt::indented;
use urlbnf::report::picture::characters;
use urlbnf::report::records::{CharacterRecord, CharacterRoleRecord, ReservationRecord};

use crate::{CliError, RecordWriter, SchemaNumber, Status, Streams, after};

/// Show what a character may do in a URL
///
/// Without a character, all that can be printed are shown in a table.
#[derive(Debug, Args)]
#[command(after_long_help = after(&[
    ("What may a tilde do?", "urlbnf characters '~'"),
    ("All characters in a table", "urlbnf characters"),
    ("As a picture", "urlbnf characters --format svg -o characters.svg"),
], None))]
pub struct CharactersArguments {
    /// Characters, written as they are; one argument may have several
    #[arg(value_name = "CHAR")]
    characters: Vec<String>,

    /// The form of the answer
    #[arg(long, value_enum, default_value = "text")]
    format: CharactersFormat,
}

/// The form of the answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum CharactersFormat {
    /// For people
    Text,
    /// One JSON object per line
    Jsonl,
    /// One JSON document: an array of the same objects
    Json,
    /// A picture of all of them; `-o FILE` writes it to a file
    Svg,
}

pub fn run(arguments: &CharactersArguments, streams: &mut Streams) -> Result<Status, CliError> {
    if arguments.format == CharactersFormat::Svg {
        streams.write_picture(&characters::svg(&Edition::ALL))?;
        return Ok(Status::Fine);
    }
    let chosen = chosen(&arguments.characters)?;
    let editions = Edition::ALL.map(CharacterRoles::for_edition);
    let roles =
        |byte: u8| editions.iter().map(|roles| roles.role(byte)).collect::<Vec<CharacterRole>>();
    match arguments.format {
        CharactersFormat::Text if chosen.is_empty() => {
            let names = heads(streams.columns());
            let mut text = String::new();
            if names.iter().any(|name| name.len() == 1) {
                for (name, edition) in names.iter().zip(Edition::ALL) {
                    let _ = writeln!(text, "{name}  {edition}");
                }
                text.push('\n');
            }
            let _ = writeln!(text, "{:<7}  {}", "", names.join("  "));
            for byte in PRINTABLE {
                text += &row(byte, &roles(byte), &names);
            }
            text += "\n+ stands in some URL, `%` before two digits\n! does, and the prose reserves it, forbids it or warns of it\n- has no place\n";
            streams.write_text(&text)?;
        }
        CharactersFormat::Text | CharactersFormat::Svg => {
            let columns = streams.width();
            for (number, &byte) in chosen.iter().enumerate() {
                let before = if number > 0 { "\n" } else { "" };
                let text = one(byte, &roles(byte), columns);
                streams.write_text(&format!("{before}{text}"))?;
            }
        }
        CharactersFormat::Jsonl | CharactersFormat::Json => {
            let all: Vec<u8> = if chosen.is_empty() { PRINTABLE.collect() } else { chosen };
            let mut records = RecordWriter::as_array(arguments.format == CharactersFormat::Json);
            for byte in all {
                let roles = roles(byte);
                let editions = roles.iter().map(record).collect();
                let character = char::from(byte);
                let record = CharacterRecord { schema: SchemaNumber, character, byte, editions };
                records.write(&record, streams)?;
            }
            records.finish(streams)?;
        }
    }
    Ok(Status::Fine)
}

/// The characters of the arguments, without duplicates.
fn chosen(arguments: &[String]) -> Result<Vec<u8>, CliError> {
    let mut chosen = Vec::new();
    for character in arguments.iter().flat_map(|argument| argument.chars()) {
        let byte = u8::try_from(character).ok().filter(|byte| PRINTABLE.contains(byte));
        let byte = byte.ok_or_else(|| CliError::NotPrintable(character))?;
        if !chosen.contains(&byte) {
            chosen.push(byte);
        }
    }
    Ok(chosen)
}

/// The heads of the columns: the names of the editions, or letters if the names do not fit.
fn heads(columns: Option<usize>) -> Vec<String> {
    let names: Vec<String> = Edition::ALL.iter().map(Edition::to_string).collect();
    let width = 7 + names.iter().map(|name| name.len() + 2).sum::<usize>();
    match columns.is_some_and(|columns| columns < width) {
        true => ('a'..='z').map(String::from).take(names.len()).collect(),
        false => names,
    }
}

/// Formats a row of the table.
fn row(byte: u8, roles: &[CharacterRole], heads: &[String]) -> String {
    let mut text = format!("{:<7}", name(byte));
    for (role, head) in roles.iter().zip(heads) {
        let mark = match (role.can_stand(), role.is_reserved()) {
            (true, false) => "+",
            (true, true) => "!",
            (false, _) => "-",
        };
        let _ = write!(text, "  {mark:<width$}", width = head.len());
    }
    text.trim_end().to_owned() + "\n"
}

/// Describes a character in words.
fn one(byte: u8, roles: &[CharacterRole], columns: usize) -> String {
    let mut text = format!("{} (0x{byte:02X})\n", name(byte));
    for role in roles {
        let _ = writeln!(text, "  {}", role.edition);
        let class = |class: &urlbnf::characters::CharacterClass| match class.used {
            true => class.production.to_owned(),
            false => format!("{} (which no URL needs)", class.production),
        };
        let classes: Vec<String> = role.classes.iter().map(class).collect();
        line(
            &mut text,
            "classes",
            &or_none(
                &classes.join(", "),
                if byte == b'%' { "none: it begins an encoding" } else { "none" },
            ),
            columns,
        );
        let stand = |usage: &urlbnf::characters::UnencodedUse| match usage.schemes.is_empty() {
            true => usage.production.to_owned(),
            false => format!("{} ({})", usage.production, usage.schemes.join(", ")),
        };
        let stands: Vec<String> = role.stands.iter().map(stand).collect();
        line(&mut text, "stands in", &or_none(&stands.join("; "), "no URL"), columns);
        for reservation in &role.reserved {
            line(&mut text, "prose", &reservation.to_string(), columns);
        }
        for words in &role.other {
            line(&mut text, "prose", &Basis::Stated(*words).to_string(), columns);
        }
    }
    text
}

fn or_none(words: &str, none: &str) -> String {
    if words.is_empty() { none.to_owned() } else { words.to_owned() }
}

fn line(text: &mut String, what: &str, words: &str, columns: usize) {
    *text += &indented(&format!("{what}: {words}"), [4, 6], columns);
}

fn record(role: &CharacterRole) -> CharacterRoleRecord<'_> {
    let document = Some(role.edition.document());
    let reserved = role.reserved.iter().map(|reservation| ReservationRecord {
        schemes: &reservation.schemes,
        own_words: reservation.basis.quotation().map(Quotation::document) == document,
        basis: reservation.basis,
    });
    CharacterRoleRecord {
        edition: role.edition,
        classes: &role.classes,
        stands: &role.stands,
        reserved: reserved.collect(),
        other: role.other.iter().copied().map(Basis::Stated).collect(),
    }
}
