//! Small random grammars that look handwritten. They use every construct of a notation, and
//! shapes that an engine could mistake for simpler ones.

use rand_pcg::Pcg64;
use rand_pcg::rand_core::{Rng, SeedableRng};

/// The characters of all strings, in ascending order.
pub const ALPHABET: [char; 4] = ['%', 'a', 'b', 'c'];

/// A part of a production.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RandomExpr {
    Literal(String),
    Name(usize),
    Sequence(Vec<RandomExpr>),
    Choice(Vec<RandomExpr>),
    Optional(Box<RandomExpr>),
    Repetition(usize, Box<RandomExpr>),
}

use RandomExpr::{Choice, Literal, Name, Optional, Repetition, Sequence};

/// A random grammar. Production 0 is its start.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RandomGrammar {
    /// Whether it is written in the notation of 1993.
    pub spaced: bool,
    /// The number of names. Some may have no definition.
    pub names: usize,
    /// The defined name and the body of each definition. `None` is the empty string.
    pub definitions: Vec<(usize, Option<RandomExpr>)>,
}

/// A source of random numbers, the same for the same seed.
pub struct GrammarRng(Pcg64);

impl GrammarRng {
    pub fn new(seed: u64) -> Self {
        GrammarRng(Pcg64::seed_from_u64(seed))
    }

    pub fn below(&mut self, bound: usize) -> usize {
        (self.0.next_u64() >> 16) as usize % bound
    }

    pub fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }
}

fn literal(character: char) -> RandomExpr {
    Literal(character.to_string())
}

struct RandomGrammarBuilder<'n> {
    numbers: &'n mut GrammarRng,
    spaced: bool,
    names: usize,
    definitions: Vec<(usize, Option<RandomExpr>)>,
}

/// Draws a grammar.
pub fn draw(numbers: &mut GrammarRng) -> RandomGrammar {
    let spaced = numbers.once_in(4);
    let names = 1 + numbers.below(5);
    let mut draw = RandomGrammarBuilder { numbers, spaced, names, definitions: Vec::new() };
    for own in 0..names {
        draw.define(own);
        if draw.numbers.once_in(16) {
            draw.define(own);
        }
    }
    let RandomGrammarBuilder { names, definitions, .. } = draw;
    RandomGrammar { spaced, names, definitions }
}

impl RandomGrammarBuilder<'_> {
    fn define(&mut self, own: usize) {
        if own > 0 && self.numbers.once_in(24) {
            // An empty definition; or, sometimes, none.
            if !self.numbers.once_in(4) {
                self.definitions.push((own, None));
            }
            return;
        }
        let me = Name(own);
        let one = self.operand(own, 1);
        let two = self.atom(own);
        let optional = |part: &RandomExpr| Optional(Box::new(part.clone()));
        let body = match self.numbers.below(22) {
            0 => self.class(own),
            1 => {
                let hex = self.class_name();
                Sequence(vec![literal('%'), hex.clone(), hex])
            }
            2 => Sequence(vec![literal('%'), self.class_name()]),
            3 => {
                // A choice of two names, each of which may be an escape.
                let escapes = [self.escape_name(), self.escape_name()];
                Choice(escapes.to_vec())
            }
            4 => self.later(own),
            5 => Choice(vec![one, Sequence(vec![me.clone(), optional(&me)])]),
            6 => Choice(vec![one, Sequence(vec![me.clone(), me])]),
            7 => Choice(vec![one, Sequence(vec![me.clone(), me.clone(), me])]),
            8 => Choice(vec![one, Sequence(vec![me.clone(), optional(&me), optional(&me)])]),
            9 | 10 => Choice(vec![one, Sequence(vec![two, me])]),
            11 => Sequence(vec![one, Optional(Box::new(me))]),
            12 | 13 => Choice(vec![one, Sequence(vec![me, two])]),
            14 => {
                // Recursion through another production, on either side.
                let other = self.new_name();
                let (third, fourth) = (self.atom(own), self.atom(own));
                let left = self.numbers.once_in(2);
                let order = |one: RandomExpr, other: RandomExpr| {
                    Sequence(if left { vec![one, other] } else { vec![other, one] })
                };
                let body = Choice(vec![order(me, third), fourth]);
                self.definitions.push((other, Some(body)));
                Choice(vec![order(Name(other), two), one])
            }
            _ => self.expression(own, 3),
        };
        self.definitions.push((own, Some(body)));
    }

    fn character(&mut self) -> RandomExpr {
        literal(['a', 'a', 'a', 'b', 'b', 'c', '%', '%'][self.numbers.below(8)])
    }

    fn class(&mut self, own: usize) -> RandomExpr {
        let mut parts = vec![self.character(), self.character()];
        if self.numbers.once_in(3) {
            parts.push(self.later(own));
        }
        Choice(parts)
    }

    fn new_name(&mut self) -> usize {
        self.names += 1;
        self.names - 1
    }

    /// Adds a production of one character.
    fn class_name(&mut self) -> RandomExpr {
        let name = self.new_name();
        let body = if self.numbers.once_in(2) {
            self.character()
        } else {
            Choice(vec![self.character(), self.character()])
        };
        self.definitions.push((name, Some(body)));
        Name(name)
    }

    /// Adds a production of an escape.
    fn escape_name(&mut self) -> RandomExpr {
        let hex = self.class_name();
        let name = self.new_name();
        self.definitions.push((name, Some(Sequence(vec![literal('%'), hex.clone(), hex]))));
        Name(name)
    }

    /// A name, mostly of a later production.
    fn later(&mut self, own: usize) -> RandomExpr {
        let any = self.numbers.once_in(12) || own + 1 >= self.names;
        if any && !self.numbers.once_in(3) {
            return self.character();
        }
        let from = if any { 0 } else { own + 1 };
        Name(from + self.numbers.below(self.names - from))
    }

    fn atom(&mut self, own: usize) -> RandomExpr {
        match self.numbers.below(8) {
            0..4 => self.character(),
            4 => Literal(['a', 'b', 'a'][..2 + self.numbers.below(2)].iter().collect()),
            _ => self.later(own),
        }
    }

    fn expression(&mut self, own: usize, depth: usize) -> RandomExpr {
        if depth == 0 {
            return self.atom(own);
        }
        let count = 2 + self.numbers.below(2);
        match self.numbers.below(10) {
            0..3 => Sequence((0..count).map(|_| self.operand(own, depth - 1)).collect()),
            3..6 => Choice((0..count).map(|_| self.operand(own, depth - 1)).collect()),
            6 => Optional(Box::new(self.expression(own, depth - 1))),
            7 if !self.spaced => {
                let least = [0, 0, 1, 1, 2, 3][self.numbers.below(6)];
                Repetition(least, Box::new(self.expression(own, depth - 1)))
            }
            _ => self.atom(own),
        }
    }

    /// A part of a sequence or of a choice. The notation of 1993 has no groups.
    fn operand(&mut self, own: usize, depth: usize) -> RandomExpr {
        match self.expression(own, depth) {
            part @ (Sequence(_) | Choice(_)) if self.spaced => Optional(Box::new(part)),
            part => part,
        }
    }
}

/// The same grammar with one edit.
pub fn edit(drawn: &RandomGrammar, numbers: &mut GrammarRng) -> RandomGrammar {
    let mut edited = drawn.clone();
    let at = numbers.below(edited.definitions.len());
    let spaced = edited.spaced;
    if let (_, Some(body)) = &mut edited.definitions[at] {
        edit_part(body, spaced, numbers, 0);
    }
    edited
}

fn edit_part(part: &mut RandomExpr, spaced: bool, numbers: &mut GrammarRng, depth: usize) {
    let stop = depth > 3 || numbers.once_in(3);
    match part {
        Sequence(parts) | Choice(parts) if !stop => {
            let at = numbers.below(parts.len());
            edit_part(&mut parts[at], spaced, numbers, depth + 1);
        }
        Optional(body) | Repetition(_, body) if !stop => {
            edit_part(body, spaced, numbers, depth + 1);
        }
        Sequence(parts) | Choice(parts) if parts.len() > 2 && numbers.once_in(2) => {
            parts.remove(numbers.below(parts.len()));
        }
        Choice(parts) => parts.push(literal(ALPHABET[numbers.below(4)])),
        Repetition(least, _) => *least = (*least + 1) % 4,
        Literal(_) => *part = literal(ALPHABET[numbers.below(4)]),
        Optional(body) if !spaced => *part = (**body).clone(),
        other => *other = Optional(Box::new(other.clone())),
    }
}

/// The grammar as a `.bnf` text.
pub fn written(drawn: &RandomGrammar) -> String {
    let notation = if drawn.spaced { "spaced" } else { "rfc822" };
    let mut text = format!("# notation {notation}\n# start p0\n");
    let defined = |name: usize| drawn.definitions.iter().filter(|it| it.0 == name).count();
    for name in (0..drawn.names).filter(|&name| defined(name) > 1) {
        text += &format!("#@interpretation I1 p{name}\n");
    }
    // The start is the first name only where the header says so.
    for (name, body) in &drawn.definitions {
        let body = body.as_ref().map(|body| write(body, drawn.spaced, false));
        let equals = if drawn.spaced { "" } else { " =" };
        text += format!("p{name}{equals} {}", body.unwrap_or_default()).trim_end();
        text += "\n";
    }
    text
}

/// A part as text. `tight`: whether it has neighbours, so that alternatives need parentheses.
pub fn write(part: &RandomExpr, spaced: bool, tight: bool) -> String {
    let all = |parts: &[RandomExpr], between: &str, tight: bool| {
        let parts: Vec<String> = parts.iter().map(|part| write(part, spaced, tight)).collect();
        parts.join(between)
    };
    match part {
        Literal(text) if spaced => text.chars().map(String::from).collect::<Vec<_>>().join(" "),
        Literal(text) => format!("\"{text}\""),
        Name(name) => format!("p{name}"),
        Sequence(parts) => all(parts, " ", true),
        Choice(parts) if tight => format!("( {} )", all(parts, " | ", false)),
        Choice(parts) => all(parts, " | ", false),
        Optional(body) => format!("[ {} ]", write(body, spaced, false)),
        Repetition(least, body) => {
            let count = if *least == 0 { String::new() } else { least.to_string() };
            match **body {
                Literal(_) | Name(_) => format!("{count}*{}", write(body, spaced, true)),
                _ => format!("{count}*( {} )", write(body, spaced, false)),
            }
        }
    }
}
