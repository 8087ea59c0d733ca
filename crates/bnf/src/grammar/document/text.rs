//! The grammar in the plain text of an RFC or an Internet-Draft.
//!
//! Nothing in a text says which of its lines are grammar. A rule begins on a line with a name and
//! `=`, goes on with lines that are indented more, and over the break of a page where it cannot
//! end there. What begins so may be no rule: an assignment in an algorithm, an example. That is
//! decided by what is around it and by what it names:
//!
//! - What can be read is a rule, unless it has nothing to do with any other rule and is
//!   empty, or names nothing that is defined.
//! - What cannot be read is a rule with a mistake in it, if a rule is in the same paragraph, or if
//!   a rule uses its name, which nothing else defines, and at least its first element can be read.
//!   Else it is none.
//!
//! Nothing is lost: what is taken for no rule is kept with its place and the reason.

use std::collections::HashSet;
use std::ops::Range;

use super::canvas::{Canvas, Drawn};
use super::{Document, DocumentKind, Extract, LeftOut, NoRule};
use crate::grammar::core;
use crate::grammar::expression::Place;
use crate::grammar::notation::{
    Notation, Part, PartKind, Production, begins_a_rule, is_foot, is_head, lines, page_of_foot,
    read_rule,
};
use crate::grammar::syntax::SyntaxError;

pub(super) fn extract(text: &str, notation: Notation) -> Extract {
    let mut reading = Reading {
        text,
        notation,
        paragraph: 0,
        open: None,
        found: Vec::new(),
        comments: Vec::new(),
        pages: Vec::new(),
        sections: Vec::new(),
    };
    if notation != Notation::Spaced {
        reading.document();
    }
    let Reading { found, comments, pages, sections, .. } = reading;
    let (rules, left_out) = sorted(found);
    let paragraphs: HashSet<usize> = rules.iter().map(|it| it.paragraph).collect();
    let mut kept: Vec<Range<usize>> = rules.into_iter().flat_map(|it| it.lines).collect();
    let of_rules = |(paragraph, whole, _): &(usize, bool, Range<usize>)| {
        *whole || paragraphs.contains(paragraph)
    };
    kept.extend(comments.into_iter().filter(of_rules).map(|(_, _, line)| line));
    kept.sort_by_key(|line| line.start);
    let mut canvas = Canvas::new(text);
    kept.iter().for_each(|line| canvas.keep(line.start, line.end));
    let Drawn { text, whole, shifts } = canvas.finish();
    let document = Document { kind: DocumentKind::Text, left_out, sections, shifts };
    Extract { text, whole, pages, document, wrong: Vec::new() }
}

/// Something that begins as a rule does.
struct Candidate {
    paragraph: usize,
    indent: usize,
    lines: Vec<Range<usize>>,
    name: String,
    place: Place,
    /// Where what it stands for begins.
    body: usize,
    read: Result<Production, SyntaxError>,
}

struct Reading<'t> {
    text: &'t str,
    notation: Notation,
    /// The number of the paragraph; what is between two blank lines is one.
    paragraph: usize,
    /// The paragraph, the indentation and the lines of what may go on.
    open: Option<(usize, usize, Vec<Range<usize>>)>,
    found: Vec<Candidate>,
    /// Comments: in which paragraph, and whether they say something to us.
    comments: Vec<(usize, bool, Range<usize>)>,
    pages: Vec<(usize, u32)>,
    sections: Vec<(usize, String)>,
}

impl Reading<'_> {
    fn document(&mut self) {
        let mut behind_a_page = false;
        for line in lines(self.text) {
            let shown = &self.text[line.clone()];
            if is_foot(shown) || (behind_a_page && is_head(shown)) {
                behind_a_page = true;
                self.paragraph += 1;
                if let Some(page) = page_of_foot(shown) {
                    if self.pages.is_empty() {
                        self.pages.push((0, page));
                    }
                    self.pages.push((line.end, page.saturating_add(1)));
                }
                continue;
            }
            let inner = shown.trim_start_matches([' ', '\t', '\u{C}']);
            if inner.is_empty() {
                self.paragraph += 1;
                continue;
            }
            behind_a_page = false;
            let indent = shown.len() - inner.len();
            if indent == 0
                && let Some(section) = heading(shown)
            {
                self.sections.push((line.start, section));
            }
            self.line(line, inner, indent);
        }
        self.close();
    }

    fn line(&mut self, line: Range<usize>, inner: &str, indent: usize) {
        if let Some(comment) = inner.strip_prefix(';') {
            let is_ours = comment.trim_start_matches([' ', '\t']).starts_with("urlbnf:");
            self.comments.push((self.paragraph, is_ours, line));
            return;
        }
        if begins_a_rule(inner, self.notation) {
            self.close();
            let from_its_name = line.start + indent..line.end;
            self.open = Some((self.paragraph, indent, vec![from_its_name]));
            return;
        }
        let goes_on = match &self.open {
            Some((_, base, _)) if indent <= *base => false,
            Some((paragraph, ..)) if *paragraph == self.paragraph => true,
            Some((_, _, lines)) => {
                inner.starts_with(['/', '|', ')', ']']) || is_unfinished(self.text, lines)
            }
            None => false,
        };
        match &mut self.open {
            Some((paragraph, _, lines)) if goes_on => {
                *paragraph = self.paragraph;
                lines.push(line);
            }
            _ => self.close(),
        }
    }

    fn close(&mut self) {
        let Some((paragraph, indent, lines)) = self.open.take() else { return };
        let Some(first) = lines.first() else { return };
        let start = first.start;
        let rest = &self.text[first.clone()];
        let length = rest.find([' ', '\t', '=']).unwrap_or(rest.len());
        let sign = rest.find('=').map_or(length, |at| at + 1);
        let behind = rest[sign..].trim_start_matches(['/', ' ', '\t']);
        self.found.push(Candidate {
            paragraph,
            indent,
            name: rest[..length].to_owned(),
            place: Place { start, end: start + length },
            body: first.end - behind.len(),
            read: read_rule(self.text, &lines, self.notation),
            lines,
        });
    }
}

/// What of the candidates are rules, with or without mistakes, and what is none.
fn sorted(found: Vec<Candidate>) -> (Vec<Candidate>, Vec<LeftOut>) {
    let surroundings = Surroundings::of(&found);
    let (mut rules, mut left_out) = (Vec::new(), Vec::new());
    for candidate in found {
        match surroundings.no_rule(&candidate) {
            None => rules.push(candidate),
            Some(reason) => {
                let Candidate { name, place, .. } = candidate;
                left_out.push(LeftOut { name, place, reason });
            }
        }
    }
    (rules, left_out)
}

/// What all that can be read says together.
struct Surroundings {
    defined: HashSet<String>,
    used: HashSet<String>,
    /// The paragraphs and the indentations at which a rule stands that can be read.
    blocks: HashSet<(usize, usize)>,
}

impl Surroundings {
    fn of(found: &[Candidate]) -> Surroundings {
        let mut all =
            Surroundings { defined: HashSet::new(), used: HashSet::new(), blocks: HashSet::new() };
        for candidate in found {
            if let Ok(rule) = &candidate.read {
                all.defined.insert(key(&rule.name));
                all.used.extend(others(rule));
            }
        }
        for candidate in found.iter().filter(|it| it.read.is_ok()) {
            if all.no_rule(candidate).is_none() {
                all.blocks.insert((candidate.paragraph, candidate.indent));
            }
        }
        all
    }

    /// Why a candidate is not a rule; `None` where it is one.
    fn no_rule(&self, candidate: &Candidate) -> Option<NoRule> {
        let own = key(&candidate.name);
        match &candidate.read {
            Ok(rule) => {
                let others = others(rule);
                let is_known = |name: &String| self.defined.contains(name) || core::is_core(name);
                if self.used.contains(&own) || others.iter().any(is_known) {
                    return None;
                }
                match rule.body.kind {
                    PartKind::Empty => Some(NoRule::Empty),
                    _ => (!others.is_empty()).then_some(NoRule::Strange),
                }
            }
            Err(error) => {
                let in_block = self.blocks.contains(&(candidate.paragraph, candidate.indent));
                let missed = self.used.contains(&own) && !self.defined.contains(&own);
                let is_rule = in_block || missed && error.place.start > candidate.body;
                (!is_rule).then(|| NoRule::NotReadable(error.kind.to_string()))
            }
        }
    }
}

/// What a name is told from others by, before one knows of what grammar it is.
fn key(name: &str) -> String {
    name.to_ascii_lowercase()
}

/// The names that a rule uses, beside its own.
fn others(rule: &Production) -> Vec<String> {
    let own = key(&rule.name);
    let mut names = Vec::new();
    let mut pending: Vec<&Part> = vec![&rule.body];
    while let Some(part) = pending.pop() {
        if let PartKind::Name(name) = &part.kind {
            names.push(key(name));
        }
        pending.extend(part.parts());
    }
    names.retain(|name| *name != own);
    names
}

/// Whether a rule cannot end where its lines end: in brackets, or after a sign for `or`.
fn is_unfinished(text: &str, lines: &[Range<usize>]) -> bool {
    let (mut open, mut last) = (0usize, ' ');
    for line in lines {
        let mut quoted = false;
        for character in text[line.clone()].chars() {
            match character {
                '"' => quoted = !quoted,
                ';' if !quoted => break,
                '(' | '[' if !quoted => open += 1,
                ')' | ']' if !quoted => open = open.saturating_sub(1),
                _ => {}
            }
            if !character.is_whitespace() {
                last = character;
            }
        }
    }
    open > 0 || matches!(last, '/' | '|' | '=')
}

/// `3.2.1.  Registry-based`, `Appendix A.  Collected ABNF`, `A. Collected BNF`: the heading of a
/// section is at the edge of the page, and what it says begins with a letter.
fn heading(line: &str) -> Option<String> {
    let (appendix, rest) = match line.strip_prefix("Appendix ") {
        Some(rest) => (true, rest),
        None => (false, line),
    };
    let (number, title) = rest.split_once([' ', '\t'])?;
    let is_dotted = number.ends_with('.') || number.contains('.');
    let number = number.trim_end_matches(['.', ':']);
    let mut parts = number.split('.');
    let first = parts.next()?;
    let is_number = |it: &str| !it.is_empty() && it.bytes().all(|it| it.is_ascii_digit());
    let is_letter = first.len() == 1 && first.bytes().all(|it| it.is_ascii_uppercase());
    let title = title.trim_start().trim_start_matches(['"', '\'', '(', '<', '`']);
    let is_title = title.starts_with(char::is_alphanumeric) && !line.contains(". . .");
    if !parts.all(is_number) || !is_title || line.contains("....") {
        return None;
    }
    match () {
        () if is_number(first) && !appendix => Some(format!("section {number}")),
        () if is_letter && (appendix || is_dotted) => Some(format!("appendix {number}")),
        () => None,
    }
}
