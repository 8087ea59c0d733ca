//! All remarks on the grammars: the interpretations, errata, notes, deviations and shortcuts.
//!
//! The tables of `grammar/README.md` are the only place where they are written. The grammar
//! files mark where each applies.

use std::sync::LazyLock;

use urlbnf_grammar::Bnf;

use crate::README;
use crate::remark::{Remark, RemarkNumber};

/// All remarks, by kind and number.
pub static REMARKS: LazyLock<Vec<Remark>> =
    LazyLock::new(|| README.lines().filter_map(remark).collect());

/// The remark in a row of a table; `None` for any other line.
fn remark(line: &'static str) -> Option<Remark> {
    let row = line.strip_prefix("| ")?.strip_suffix(" |")?;
    let cells: Vec<&str> = row.split(" | ").collect();
    let number: RemarkNumber = cells.first()?.parse().ok()?;
    let (editions, productions, what, meant, why) = match cells[1..] {
        [editions, what, why] if number.kind.is_of_a_rule() => (editions, "", what, "", why),
        [editions, productions, what, meant, why] => (editions, productions, what, meant, why),
        _ => return None,
    };
    let editions = editions.split(", ");
    let editions = editions.map(|name| Bnf::ALL.iter().copied().find(|it| it.name() == name));
    let productions = productions.split(", ").filter(|it| !it.is_empty());
    Some(Remark {
        number,
        editions: editions.collect::<Option<Vec<Bnf>>>()?.leak(),
        productions: productions.collect::<Vec<_>>().leak(),
        what: text(what),
        meant: text(meant),
        why: text(why),
    })
}

/// The text of a cell, where code that contains `|` is written in HTML.
fn text(cell: &'static str) -> &'static str {
    if !cell.contains("<code>") {
        return cell;
    }
    let text = cell.replace("<code>", "`").replace("</code>", "`").replace("&#124;", "|");
    text.leak()
}
