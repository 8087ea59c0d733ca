//! Suggestions for text that cannot be read.
//!
//! Authors often know one notation and write in another. What they mean is mostly clear, and
//! each notation has its own way to write it.

use super::notation::Notation;
use super::syntax::{SyntaxErrorKind, clipped};
use crate::text::first_names;

impl SyntaxErrorKind {
    /// What to write instead; `None` if there is nothing to suggest.
    pub fn help(&self) -> Option<String> {
        let help = match self {
            SyntaxErrorKind::NotUtf8(_) | SyntaxErrorKind::Utf16 => "save the file as UTF-8",
            SyntaxErrorKind::ByteOrderMark => "save the file as UTF-8 without it",
            SyntaxErrorKind::CarriageReturn => "end the lines with LF, or with CR and LF",
            SyntaxErrorKind::NoNotation => {
                return Some(format!(
                    "write `# notation spaced` or `# notation rfc822` as its first line; for ABNF, name the file `.abnf` or write `; urlbnf: notation abnf`\n{}",
                    NOTATIONS
                ));
            }
            SyntaxErrorKind::UnknownNotation(_) => {
                return Some(format!("there are {}\n{NOTATIONS}", names()));
            }
            SyntaxErrorKind::OtherNotation { looks_like, .. } => {
                return Some(format!("write `# notation {}`", looks_like.name()));
            }
            SyntaxErrorKind::UnknownMark => {
                "there are `#@page`, `#@erratum` and `#@interpretation`; a note begins with `# `"
            }
            SyntaxErrorKind::NothingToGoOnWith => {
                "a production begins at the start of a line; only its further lines begin with a blank"
            }
            SyntaxErrorKind::ShortName => {
                "a name has two characters or more here, since a single one stands for itself"
            }
            SyntaxErrorKind::NotOfAName(_) | SyntaxErrorKind::NoName(_) => {
                "a name begins with one of A to Z and a to z, and goes on with these, digits and `-`; `_` is read too (in rfc822 also `+`)"
            }
            SyntaxErrorKind::DefinitionSign(_) => "write `=`",
            SyntaxErrorKind::Incremental => {
                "this looks like ABNF, which adds alternatives so; write all of them in one production, with `|` between them"
            }
            SyntaxErrorKind::DefinedTwice { name, .. } => {
                return Some(format!(
                    "give one of the two another name, or write both as one production with `|` between them\nwhere a document that you copy prints both, `#@interpretation I1 {}` reads the name as either",
                    clipped(name)
                ));
            }
            SyntaxErrorKind::BareSlash => {
                "this looks like ABNF's sign between alternatives: write `|` for that, and `\"/\"` for the character; where the document has it so, `#@interpretation I1 NAME` reads it as the character"
            }
            SyntaxErrorKind::EmptyLiteral => {
                "for the empty string, make the element optional, or leave the whole production empty"
            }
            SyntaxErrorKind::NotInALiteral(_) => {
                "a literal has printable characters of US-ASCII; the quotation mark is `<\">`"
            }
            SyntaxErrorKind::NotInQuotes(found) => {
                return Some(format!(
                    "a literal has printable characters of US-ASCII; this one is written by its number, {}, and the quotation mark is `DQUOTE` or `%x22`",
                    by_number(*found)
                ));
            }
            SyntaxErrorKind::NoLiteral => {
                "`%s\"a\"` is a literal in its own case, and `%i\"a\"` one in any"
            }
            SyntaxErrorKind::NumberTooLarge => "4294967295 is the largest",
            SyntaxErrorKind::NoValue => {
                "a value is `%x41`, `%d65` or `%b1000001`, a range `%x41-5A`, a text `%x41.42`; `%s\"a\"` is a literal in its own case"
            }
            SyntaxErrorKind::ImportedTwice { .. } => {
                "give the imported rule a name of its own: `; urlbnf: import FILE own-name=RULE`"
            }
            SyntaxErrorKind::ValueTooLarge => "10FFFF is the last code point",
            SyntaxErrorKind::Directive(_) => {
                "there are `; urlbnf: notation abnf`, `start RULE`, `lists`, `code-points`, `allow CODE reason`, `import FILE RULE ...`, `changes FILE`, `page NUMBER`, `pair OLD NEW reason` and `new RULE reason`"
            }
            SyntaxErrorKind::ExactCount => {
                "RFC 822 has `3digit`, RFC 1738 has not: write `digit digit digit`; `3*digit` is three or more"
            }
            SyntaxErrorKind::NumericValue => {
                "this looks like ABNF's way to write a character by its number; write it in quotes"
            }
            SyntaxErrorKind::EqualsWithin => "a production begins at the start of a line",
            SyntaxErrorKind::AngleBracket => {
                "names stand without brackets here; the quotation mark is `<\">`, and no text in words can be read"
            }
            SyntaxErrorKind::HashComment => {
                "a comment begins with `;` here, and a line for us with `; urlbnf: `, as in `; urlbnf: notation abnf`"
            }
            SyntaxErrorKind::BracketedName => {
                return Some(format!(
                    "this looks like BNF with `::=`; three other notations are read, and a file names its own, as in `# notation rfc822`\n{NOTATIONS}"
                ));
            }
            SyntaxErrorKind::ListRule => {
                "write the list out: `1#x` is `x *( \",\" x )`; in ABNF, `; urlbnf: lists` reads it as RFC 9110 does"
            }
            SyntaxErrorKind::ListCount => "`1#2x` is a list of one or two",
            SyntaxErrorKind::Brace(_) => "write `*( x )` for what is repeated",
            SyntaxErrorKind::SingleQuote | SyntaxErrorKind::Unexpected('\u{2018}'..='\u{201F}') => {
                "write literals in `\"`"
            }
            SyntaxErrorKind::NothingRepeated => {
                "the repeated element follows the `*` or the number"
            }
            _ => return None,
        };
        Some(help.to_owned())
    }
}

/// How the notations look.
const NOTATIONS: &str = "spaced is that of the drafts and of RFC 1630: `path  void | segment [ / path ]`\nrfc822 is that of RFC 1738: `path = [ segment *[ \"/\" segment ] ]`\nabnf is that of RFC 5234: `path = [ segment *( \"/\" segment ) ]`, `a / b`";

fn names() -> String {
    first_names(Notation::ALL.iter().map(|notation| notation.name()), usize::MAX)
}

/// A character as ABNF writes it: `%x09`, `%xC3.A9`.
fn by_number(character: char) -> String {
    let bytes: Vec<String> =
        character.to_string().bytes().map(|byte| format!("{byte:02X}")).collect();
    let bytes = format!("`%x{}`", bytes.join("."));
    match character.is_ascii() {
        true => bytes,
        false => {
            let number = u32::from(character);
            format!("{bytes}, or `%x{number:X}` with `; urlbnf: code-points`")
        }
    }
}
