//! A picture of the characters of each edition: which can occur in a URL, which are reserved,
//! and which are not allowed.

use maud::{Markup, html};

use urlbnf_bnf::picture::Picture;
use urlbnf_url::characters::{CharacterRole, CharacterRoles, PRINTABLE, name};
use urlbnf_url::edition::Edition;

const CELL: usize = 26;
const MARGIN: usize = 20;
/// The size of a table: the rows 2 to 7 of ASCII, with sixteen characters each.
const COLUMNS: usize = 16;
const ROWS: usize = 6;
const HEADING: usize = 30;
/// The number of tables side by side.
const BESIDE: usize = 2;

/// The printable characters in each edition.
pub fn svg(editions: &[Edition]) -> String {
    let (width, height) = (COLUMNS * CELL + MARGIN, ROWS * CELL + HEADING + MARGIN);
    let lines = editions.len().div_ceil(BESIDE);
    let legend = lines * height + MARGIN;
    let tables: Vec<(Edition, Vec<CharacterRole>)> = editions
        .iter()
        .map(|&edition| {
            let roles = CharacterRoles::for_edition(edition);
            (edition, PRINTABLE.map(|byte| roles.role(byte)).collect())
        })
        .collect();
    let description: Vec<String> =
        tables.iter().map(|(edition, roles)| in_words(*edition, roles)).collect();
    Picture {
        kind: "railroad",
        title: "The printable characters of ASCII, edition by edition",
        description: &description.join("\n"),
        width: BESIDE * width + MARGIN,
        height: legend + CELL + MARGIN,
        has_links: false,
        body: html! {
            @for (number, (edition, roles)) in tables.iter().enumerate() {
                @let x = number % BESIDE * width + MARGIN;
                @let y = number / BESIDE * height + MARGIN;
                text class="caption" x=(x) y=(y + 14) { (edition) }
                @for (byte, role) in PRINTABLE.zip(roles) {
                    (cell(byte, role, x, y + HEADING))
                }
            }
            (sample("terminal", "stands for itself", MARGIN, legend))
            (sample("nonterminal", "stands, and the prose limits its use", MARGIN + 260, legend))
            (sample("none", "has no place", MARGIN + 640, legend))
        },
    }
    .svg()
}

fn class(role: &CharacterRole) -> &'static str {
    match (role.can_stand(), role.is_reserved()) {
        (true, false) => "terminal",
        (true, true) => "nonterminal",
        (false, _) => "none",
    }
}

fn cell(byte: u8, role: &CharacterRole, x: usize, y: usize) -> Markup {
    let place = usize::from(byte - b' ');
    let (x, y) = (x + place % COLUMNS * CELL, y + place / COLUMNS * CELL);
    let shown = if byte == b' ' { "␣".to_owned() } else { name(byte) };
    html! {
        g class=(class(role)) {
            rect x=(x) y=(y) width=(CELL) height=(CELL) {}
            text x=(x + CELL / 2) y=(y + CELL - 8) { (shown) }
        }
    }
}

fn sample(class: &str, words: &str, x: usize, y: usize) -> Markup {
    html! {
        g class=(class) { rect x=(x) y=(y) width=(CELL) height=(CELL) {} }
        text x=(x + CELL + 8) y=(y + CELL - 8) { (words) }
    }
}

/// The content of the picture in words, for those who cannot see it.
fn in_words(edition: Edition, roles: &[CharacterRole]) -> String {
    let of = |wanted: &str| {
        let of_class = PRINTABLE.zip(roles).filter(|(_, role)| class(role) == wanted);
        of_class.map(|(byte, _)| name(byte)).collect::<Vec<String>>().join(" ")
    };
    format!(
        "{edition}: {} stand for themselves; {} stand and are reserved; {} have no place.",
        of("terminal"),
        of("nonterminal"),
        of("none"),
    )
}
