//! The printable characters by grammars: the class of each, and whether it can occur in a URL.
//!
//! The table names the class and shows the rest by a sign; a colour shows the kind of the
//! class. The picture shows all grammars at once. The tilde has a link to its history.

use maud::{Markup, html};

use super::address::{self, LinkBase};
use super::{claim, search, table};
use crate::characters::{CharacterRole, CharacterRoles, PRINTABLE};
use crate::edition::Edition;
use crate::timeline::TimelineSubject;

/// The path of its page.
pub const PATH: &str = "characters.html";
/// The path of its picture.
pub const PICTURE: &str = "characters.svg";
/// The page about the history of the tilde.
const STORY: &str = "docs/history.html#draft-ietf-uri-url-06-august-1994";

/// The kinds of classes, each with its names in the documents; the kind gives a cell its
/// colour. For a character in several classes the first match counts.
const KINDS: [(&str, &[&str]); 6] = [
    ("letters", &["alpha", "ALPHA", "lowalpha", "hialpha", "upalpha"]),
    ("digits", &["digit", "DIGIT"]),
    ("outsiders", &["national", "variant", "punctuation", "unwise"]),
    ("delimiters", &["reserved", "gen-delims"]),
    ("extras", &["extra", "sub-delims"]),
    ("plain", &["safe", "mark", "xpalpha", "unreserved", "iunreserved"]),
];

/// The use of a character in a URL of a grammar.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum CharacterUse {
    Stands,
    /// Allowed, but the prose limits its use.
    Limited,
    None,
}

impl CharacterUse {
    const ALL: [CharacterUse; 3] =
        [CharacterUse::Stands, CharacterUse::Limited, CharacterUse::None];

    fn from_role(role: &CharacterRole) -> CharacterUse {
        match (role.can_stand(), role.is_reserved()) {
            (true, false) => CharacterUse::Stands,
            (true, true) => CharacterUse::Limited,
            (false, _) => CharacterUse::None,
        }
    }

    /// Its sign, its colour, and its meaning.
    fn look(self) -> [&'static str; 3] {
        match self {
            CharacterUse::Stands => ["✓", "accepts", "may occur unencoded in some URL"],
            CharacterUse::Limited => {
                let meaning = "may occur, but the prose reserves it, forbids it or warns of it";
                ["◐", "generic-only", meaning]
            }
            CharacterUse::None => ["✗", "rejects", "occurs in no URL"],
        }
    }
}

/// The kind and the name of the most relevant class of a character.
fn class(role: &CharacterRole) -> (Option<&'static str>, &'static str) {
    let known = KINDS.iter().find_map(|(kind, names)| {
        let class = role.classes.iter().find(|class| names.contains(&class.production))?;
        Some((Some(*kind), class.production))
    });
    let smallest = || (None, role.classes.first().map_or("–", |class| class.production));
    known.unwrap_or_else(smallest)
}

/// The content of the page.
pub fn text(base: LinkBase) -> Markup {
    let editions = Edition::ALL.map(CharacterRoles::for_edition);
    html! {
        h1 { "Characters" }
        p {
            "The printable characters of ASCII in each grammar, as corrected: a class that has each, and whether it "
            "can stand for itself in a URL. A character leads to what became of it, with the words of the documents."
        }
        (legend())
        div.scroll.names tabindex="0" role="group" aria-label="Characters by grammars" {
            table.signs {
                (table::by_edition("character", Edition::ALL, base))
                tbody {
                    @for byte in PRINTABLE {
                        tr id={ "c" (format!("{byte:02x}")) } {
                            (head(byte, base))
                            @for roles in &editions { (field(&roles.role(byte))) }
                        }
                    }
                }
            }
        }
        h2 #picture { "As a picture" }
        figure tabindex="0" role="group" aria-label="The characters, grammar by grammar" {
            img src=(base.to(PICTURE))
                alt="Each printable character in each grammar: green stands for itself, blue is limited by the prose, white has no place. The table above says the same in words.";
        }
    }
}

fn legend() -> Markup {
    html! {
        ul.legend {
            @for [sign, colour, meaning] in CharacterUse::ALL.map(CharacterUse::look) {
                li { span.(colour) { (sign) } " " (meaning) }
            }
        }
        ul.legend {
            @for (kind, names) in KINDS {
                li { span.field data-kind=(kind) { (names.join(", ")) } }
            }
        }
    }
}

fn head(byte: u8, base: LinkBase) -> Markup {
    let shown = code(byte);
    html! {
        th scope="row" {
            @match address::history(&TimelineSubject::Character(byte)) {
                Some(page) => a href=(base.to(&page)) { (shown) },
                None => (shown),
            }
            @if let Some(name) = search::sign(byte) { " " small { (name) } }
            @if byte == b'~' { " " a href=(base.to(STORY)) { "its story" } }
        }
    }
}

fn code(byte: u8) -> Markup {
    html! { code { (claim::shown(&[byte])) } }
}

fn field(role: &CharacterRole) -> Markup {
    let ([sign, colour, _], (kind, class)) = (CharacterUse::from_role(role).look(), class(role));
    html! { td.field data-kind=[kind] { span.(colour) { (sign) } " " (class) } }
}
