//! Counts the derivation trees of strings by building the trees.
//!
//! For each string up to [`LONGEST_COUNTED`], its derivations are stored, up to the number
//! that is asked for, because there may be infinitely many.

use std::collections::BTreeMap;

use super::*;

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum TreeChild {
    Byte(u8),
    Tree(usize),
}

/// The derivations of each string, as far as they are counted.
type DerivationsByString = BTreeMap<StringNumber, Vec<Vec<TreeChild>>>;

/// The trees of all productions, for strings no longer than [`LONGEST_COUNTED`].
struct TreeCounter<'d> {
    drawn: &'d RandomGrammar,
    /// The number up to which trees are counted.
    most: usize,
    /// By production and string: its trees.
    trees: Vec<BTreeMap<StringNumber, Vec<usize>>>,
    known: HashMap<(usize, Vec<TreeChild>), usize>,
}

/// The strings of the start, no longer than [`LONGEST_COUNTED`], each with the number of its
/// derivations, counted up to `most`.
pub fn derivations(drawn: &RandomGrammar, most: usize) -> BTreeMap<StringNumber, usize> {
    let trees = vec![BTreeMap::new(); drawn.names];
    let mut all = TreeCounter { drawn, most, trees, known: HashMap::new() };
    until_nothing_is_added(|| all.round());
    all.trees[0].iter().map(|(&number, trees)| (number, trees.len())).collect()
}

/// The strings of the start, no longer than [`LONGEST_COUNTED`], that have two derivations.
pub fn ambiguous(drawn: &RandomGrammar) -> Vec<StringNumber> {
    let counted = derivations(drawn, 2).into_iter();
    counted.filter(|&(_, count)| count > 1).map(|(number, _)| number).collect()
}

fn keep(
    ways: &mut DerivationsByString,
    number: StringNumber,
    way: Vec<TreeChild>,
    most: usize,
) -> bool {
    let ways = ways.entry(number).or_default();
    let new = ways.len() < most && !ways.contains(&way);
    if new {
        ways.push(way);
    }
    new
}

fn then(one: &DerivationsByString, two: &DerivationsByString, most: usize) -> DerivationsByString {
    let mut both = DerivationsByString::new();
    for (&front, fronts) in one {
        for (&back, backs) in two {
            if length(front) + length(back) > LONGEST_COUNTED {
                break;
            }
            let Some(number) = join(front, back) else { continue };
            if both.get(&number).is_some_and(|ways| ways.len() == most) {
                continue;
            }
            for front in fronts {
                for back in backs {
                    keep(&mut both, number, [front.as_slice(), back].concat(), most);
                }
            }
        }
    }
    both
}

impl TreeCounter<'_> {
    fn round(&mut self) -> bool {
        let mut more = false;
        for (name, body) in &self.drawn.definitions {
            let nothing = || DerivationsByString::from([(0, vec![Vec::new()])]);
            let ways = body.as_ref().map_or_else(nothing, |body| self.ways(body));
            for (number, ways) in ways {
                for way in ways {
                    let count = self.known.len();
                    let tree = *self.known.entry((*name, way)).or_insert(count);
                    let trees = self.trees[*name].entry(number).or_default();
                    if trees.len() < self.most && !trees.contains(&tree) {
                        trees.push(tree);
                        more = true;
                    }
                }
            }
        }
        more
    }

    fn ways(&self, part: &RandomExpr) -> DerivationsByString {
        let nothing = || DerivationsByString::from([(0, vec![Vec::new()])]);
        match part {
            RandomExpr::Literal(text) if text.len() > LONGEST_COUNTED => DerivationsByString::new(),
            RandomExpr::Literal(text) => {
                let way = text.bytes().map(TreeChild::Byte).collect();
                number(text.as_bytes()).map(|number| (number, vec![way])).into_iter().collect()
            }
            RandomExpr::Name(name) => {
                let ways = |tree: &usize| vec![TreeChild::Tree(*tree)];
                let all = self.trees[*name].iter();
                all.map(|(&number, trees)| (number, trees.iter().map(ways).collect())).collect()
            }
            RandomExpr::Sequence(parts) => {
                parts.iter().fold(nothing(), |all, part| then(&all, &self.ways(part), self.most))
            }
            RandomExpr::Choice(parts) => {
                parts.iter().fold(DerivationsByString::new(), |mut all, part| {
                    add(&mut all, self.ways(part), self.most);
                    all
                })
            }
            RandomExpr::Optional(body) => {
                let mut ways = self.ways(body);
                add(&mut ways, nothing(), self.most);
                ways
            }
            RandomExpr::Repetition(least, body) => {
                let one = self.ways(body);
                let mut all = nothing();
                while {
                    let more = then(&one, &all, self.most);
                    add(&mut all, more, self.most)
                } {}
                (0..*least).fold(all, |all, _| then(&one, &all, self.most))
            }
        }
    }
}

fn add(all: &mut DerivationsByString, more: DerivationsByString, most: usize) -> bool {
    let mut new = false;
    for (number, ways) in more {
        for way in ways {
            new |= keep(all, number, way, most);
        }
    }
    new
}
