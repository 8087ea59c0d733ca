//! The containment order of the grammars for a scheme, as a picture and in words.
//!
//! The engine decides containment for all strings. Each line, and each pair without an order,
//! has a witness.

use maud::{Markup, html};

use super::address::{self, LinkBase};
use super::claim::{self, EditionStart};
use super::picture::figure;
use super::{edition, table, words};
use crate::automaton::{ContainmentOrder, Dfa};
use crate::diff::language_of_scheme;
use crate::edition::{Edition, Reading};
use crate::report::picture::containment::{ContainmentDiagram, svg};

/// The section about the order of the grammars, and what is needed to write it.
#[derive(Clone, Copy)]
struct ContainmentSection<'a> {
    scheme: &'a str,
    judging: &'a [EditionStart<'static>],
    order: &'a ContainmentOrder,
    base: LinkBase,
}

/// The section of a scheme's page; empty if fewer than two grammars have the scheme.
pub fn text(scheme: &str, base: LinkBase) -> Markup {
    let (mut judging, mut languages): (Vec<EditionStart<'static>>, Vec<Dfa>) =
        (Vec::new(), Vec::new());
    for edition in Edition::LINE {
        let grammar = edition.grammar(Reading::Corrected);
        let Ok((covered, language)) = language_of_scheme(grammar, scheme) else { continue };
        let production = match covered.productions() {
            [only] => Some(grammar.name(*only)),
            _ => None,
        };
        if !language.is_empty() {
            judging.push((edition, production));
            languages.push(language);
        }
    }
    let work = &mut Edition::LINE[0].grammar(Reading::Corrected).work();
    let order =
        ContainmentOrder::within(&languages, work).ok().filter(|order| order.nodes.len() > 1);
    html! {
        @if let Some(order) = &order {
            (ContainmentSection { scheme, judging: &judging, order, base }.section())
        }
    }
}

impl ContainmentSection<'_> {
    fn section(self) -> Markup {
        html! {
            h2 #order { "Which grammar allows more" }
            p {
                "All strings that begin with " code { (self.scheme) ":" } ", as the productions in the tables derive them, "
                "corrected; those from RFC 1808 on have a fragment too. A grammar stands above those of which it has every "
                "string; grammars with the same strings share a box. For each line the table has a string that only the "
                "upper one has."
            }
            (figure("Grammars by containment", &self.picture()))
            @if !self.order.edges.is_empty() { (self.lines()) }
            @if !self.order.apart.is_empty() { (self.apart()) }
        }
    }

    fn members(self, node: usize) -> impl Iterator<Item = EditionStart<'static>> {
        let numbers = self.order.nodes.get(node).into_iter().flatten();
        numbers.filter_map(move |&number| self.judging.get(number).copied())
    }

    fn names(self, node: usize) -> Vec<&'static str> {
        self.members(node).map(|(edition, _)| edition.name()).collect()
    }

    fn picture(self) -> String {
        let edges = self.order.edges.iter();
        let said: Vec<String> = edges
            .clone()
            .map(|edge| [edge.outer, edge.inner].map(|node| self.names(node).join(", ")))
            .map(|[outer, inner]| format!("{outer} has all that {inner} has, and more."))
            .collect();
        let diagram = ContainmentDiagram {
            title: &format!("Which grammar allows more of {}", self.scheme),
            description: &said.join("\n"),
            nodes: (0..self.order.nodes.len()).map(|node| self.names(node)).collect(),
            edges: edges.map(|edge| (edge.inner, edge.outer)).collect(),
        };
        svg(&diagram, &|name| {
            let edition: Edition = name.parse().ok()?;
            Some(self.base.to(&address::edition(edition)))
        })
    }

    fn lines(self) -> Markup {
        html! {
            div.scroll.names tabindex="0" role="group" aria-label="What contains what" {
                table {
                    (table::head(["line", "has all, and more", "is contained", "a string that only the first has"]))
                    tbody {
                        @for (number, edge) in self.order.edges.iter().enumerate() {
                            tr {
                                th scope="row" { (number + 1) }
                                td { (self.linked(edge.outer)) }
                                td { (self.linked(edge.inner)) }
                                td { (self.witness(&edge.witness, edge.outer, edge.inner)) }
                            }
                        }
                    }
                }
            }
        }
    }

    fn apart(self) -> Markup {
        let count = self.order.apart.len();
        html! {
            details {
                summary {
                    (count) @if count == 1 { " pair" } @else { " pairs" } " of which neither has all that the other has"
                }
                div.scroll.names tabindex="0" role="group" aria-label="Neither contains the other" {
                    table {
                        (table::head(["one", "only it has", "the other", "only it has"]))
                        tbody {
                            @for apart in &self.order.apart {
                                @let [one, two] = apart.nodes;
                                @let [only_one, only_two] = &apart.witnesses;
                                tr {
                                    td { (self.named(one)) }
                                    td { (self.witness(only_one, one, two)) }
                                    td { (self.named(two)) }
                                    td { (self.witness(only_two, two, one)) }
                                }
                            }
                        }
                    }
                }
            }
        }
    }

    fn linked(self, node: usize) -> Markup {
        words::commas(self.members(node).map(|(edition, production)| {
            html! {
                (edition::link(edition, self.base))
                @if let Some(production) = production {
                    " (" (edition::name(edition, production, self.base)) ")"
                }
            }
        }))
    }

    fn named(self, node: usize) -> Markup {
        words::commas(self.members(node).map(|(edition, production)| {
            html! {
                (edition)
                @if let Some(production) = production { " (" code { (production) } ")" }
            }
        }))
    }

    /// A string that only one of two nodes has.
    fn witness(self, input: &[u8], has: usize, has_not: usize) -> Markup {
        let both = self.members(has).next().zip(self.members(has_not).next());
        html! {
            @if let Some((has, has_not)) = both { (claim::witness(input, has, has_not)) }
        }
    }
}
