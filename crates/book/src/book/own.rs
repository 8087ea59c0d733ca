//! The grammar of a user, in a book about it alone.
//!
//! Such a grammar has no document, no pages and no errata, so its book has none of these. It
//! has the text with a link at every name, a page for each production, the findings of the
//! checks, exercises, and a live page.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, PoisonError};

use maud::{Markup, html};

use super::address::{FileNames, LinkBase};
use super::live::escape_controls;
use super::page::PageFrame;
use super::picture::figure;
use super::printed::PrintedGrammar;
use super::{
    FILES, PackedGrammar, SiteMap, address, claim, live, packed, production, search, words,
};
use crate::automaton::AutomatonError;
use crate::bnf::languages::ProductionLanguages;
use crate::bnf::{Grammar, ProductionId};
use crate::description::{GrammarDescription, ProductionDescription};
use crate::exercise::Exercise;
use crate::proof::rule_name;
use crate::report::lint::LintReport;
use crate::report::nesting::holds_for;
use crate::report::picture::railroad;
use crate::text::column;
use crate::verdict::Judge;

/// The maximum number of characters of a production name in a file name.
const LONGEST_NAME: usize = 40;
/// The most parts of a production that is drawn: a larger picture is not legible.
const MOST_DRAWN: usize = 2_000;
/// The grammar of a user.
#[derive(Debug)]
pub(super) struct UserGrammar {
    packed: PackedGrammar,
    languages: ProductionLanguages<Arc<Grammar>>,
    /// The pages of its productions, in their order.
    addresses: Vec<String>,
    /// Its text.
    pub printed: PrintedGrammar,
    /// The productions whose pages say that they are undecided; filled as pages are written.
    undecided: Mutex<BTreeSet<ProductionId>>,
}

impl UserGrammar {
    /// A grammar that was already read, and its packed form.
    pub fn new(packed: PackedGrammar, grammar: Arc<Grammar>) -> UserGrammar {
        let addresses = addresses(&grammar);
        let printed = PrintedGrammar::of_grammar(&grammar, &|id| addresses[id.index()].clone());
        let languages = ProductionLanguages::new(grammar);
        UserGrammar { packed, languages, addresses, printed, undecided: Mutex::default() }
    }

    pub fn grammar(&self) -> &Arc<Grammar> {
        self.languages.grammar()
    }

    /// The judge by its start, or the reason why it cannot judge anything.
    pub fn judge(&self) -> Result<Judge, String> {
        let judge = Judge::of_grammar(Arc::clone(self.grammar()));
        let judge = judge.map_err(|error| error.message(self.grammar()))?;
        match self.packed.corrected().map(Arc::new) {
            Some(corrected) => {
                let both = judge.with_corrected(Arc::clone(&corrected));
                both.map_err(|error| error.message(&corrected))
            }
            None => Ok(judge),
        }
    }

    /// The pages, in reading order.
    pub fn leaves(self: &Arc<Self>, exercises: &[Exercise]) -> SiteMap {
        let mut leaves = SiteMap::default();
        let own = || Arc::clone(self);
        let (of, name) = (own(), &self.grammar().listing().name);
        leaves.page("index.html", name, move |_, base| of.index(base));
        for id in self.grammar().ids() {
            let (of, title) = (own(), self.titled(self.grammar().name(id)));
            leaves.page(self.address(id), &title, move |_, base| of.production(id, base));
        }
        leaves.exercises(exercises, None);
        let of = own();
        leaves.page("findings.html", &self.titled("Findings"), move |_, _| of.findings());
        leaves.live(&self.titled("Live"));
        let of = own();
        leaves.file(packed::SCRIPT, move |_, _| of.packed.script());
        // Such a book cannot be searched.
        leaves.files(FILES.iter().filter(|(path, _)| *path != search::SCRIPT));
        leaves
    }

    /// The title of a page, with the name of the grammar.
    fn titled(&self, title: &str) -> String {
        format!("{title} ({})", self.grammar().listing().name)
    }

    /// The path of the page of a production.
    pub fn address(&self, id: ProductionId) -> &str {
        &self.addresses[id.index()]
    }

    /// A whole page.
    pub fn page(&self, path: &str, title: &str, text: &Markup) -> String {
        let parts = [
            (live::PATH, "Live"),
            ("findings.html", "Findings"),
            (address::EXERCISES, "Exercises"),
        ];
        let frame = PageFrame {
            path,
            title,
            home: &self.grammar().listing().name,
            parts: parts.to_vec(),
            searched: false,
            scripts: &[packed::SCRIPT],
            beside: None,
            foot: Some(
                html! { "Computed by urlbnf " (env!("CARGO_PKG_VERSION")) " from the grammar alone." },
            ),
        };
        escape_controls(&frame.around(text))
    }

    /// The grammar's text, and an overview.
    fn index(&self, base: LinkBase) -> Markup {
        let grammar = self.grammar();
        let description = GrammarDescription::of_grammar(Arc::clone(grammar));
        html! {
            h1 { (grammar.listing().name) }
            dl.facts {
                dt { "start" }
                dd { (self.name(description.start, base)) }
                dt { "productions" }
                dd { (description.productions.len()) }
                @if !description.undefined.is_empty() {
                    dt { "not defined" }
                    dd { (self.names(&description.undefined, base)) }
                }
                @if let Some(limit) = &description.nesting {
                    dt { "holds for" }
                    dd { (words::markup(&holds_for(limit, grammar))) }
                }
                @if !description.unreachable.is_empty() {
                    dt { "not used by the start" }
                    dd { (self.names(&description.unreachable, base)) }
                }
            }
            h2 #text-of-it { "The grammar" }
            (self.printed.whole(&format!("The text of {}", grammar.listing().name), base))
        }
    }

    /// A production: its text, its picture, and its language.
    fn production(&self, id: ProductionId, base: LinkBase) -> Markup {
        let grammar = self.grammar();
        let definitions = grammar.production(id).definitions();
        let description = ProductionDescription::of_languages(&self.languages, id);
        html! {
            h1 { code { (grammar.name(id)) } }
            @if definitions.is_empty() { p { "No production defines it, so it derives nothing." } }
            @for definition in definitions { (self.printed.around(definition.place, &[], base)) }
            (self.diagram(id, base))
            @match &description {
                Ok(description) => (self.facts(description, base)),
                Err(error) => (self.not_decided(id, error)),
            }
        }
    }

    /// The railroad diagram of a production, or why it is not drawn.
    fn diagram(&self, id: ProductionId, base: LinkBase) -> Markup {
        let grammar = self.grammar();
        let parts = grammar.production(id).size();
        if parts > MOST_DRAWN {
            return html! { p role="note" { "It has more than " (MOST_DRAWN) " parts, so it is not drawn." } };
        }
        let link = |id: ProductionId| Some(base.to(self.address(id)));
        match parts {
            0 => Markup::default(),
            _ => figure("Railroad diagram", &railroad::svg(grammar, id, &link)),
        }
    }

    fn facts(&self, description: &ProductionDescription, base: LinkBase) -> Markup {
        let facts = &description.facts;
        html! {
            dl.facts {
                (production::usage(description, |id| self.name(id, base)))
                dt { "strings" }
                dd { (words::how_many(facts)) }
                @if let Some(shortest) = &facts.shortest {
                    dt { "shortest" }
                    dd { code.string { (claim::shown(shortest)) } }
                }
            }
            @if !description.examples.is_empty() {
                h2 #takes { "Accepts" }
                ul.examples {
                    @for example in &description.examples {
                        li.accepts { "✓ " code.string { (claim::shown(example)) } }
                    }
                }
            }
            @if !description.near_misses.is_empty() {
                h2 #just-not { "Near misses" }
                ul.examples {
                    @for miss in &description.near_misses {
                        li {
                            span.rejects { "✗ " code.string { (claim::shown(&miss.string)) } } " "
                            span.reason { (words::markup(&miss.reason)) }
                            " " small { "column " (column(&miss.string, miss.offset)) }
                        }
                    }
                }
            }
        }
    }

    /// The productions that are undecided on the pages written so far.
    pub fn undecided(&self) -> Vec<&str> {
        let undecided = self.undecided.lock().unwrap_or_else(PoisonError::into_inner);
        undecided.iter().map(|&id| self.grammar().name(id)).collect()
    }

    fn not_decided(&self, id: ProductionId, error: &AutomatonError) -> Markup {
        self.undecided.lock().unwrap_or_else(PoisonError::into_inner).insert(id);
        html! { p role="note" { "Its strings are not known: " (words::markup(&error.message(self.grammar()))) "." } }
    }

    fn findings(&self) -> Markup {
        let report = LintReport::of_grammar(&self.grammar().listing().name, self.grammar());
        html! {
            h1 { "Findings" }
            p { (report.summary()) }
            @for sentence in report.not_examined() { p { (words::markup(&sentence)) } }
            @for remark in &report.remarks {
                @let (line, column) = self.grammar().listing().line_and_column(remark.place.start);
                section {
                    h2 { (remark.code) ", line " (line) ", column " (column) }
                    p { (words::markup(&remark.message)) }
                    @if let Some(witness) = &remark.witness {
                        p { "For example: " code.string { (claim::shown(witness)) } }
                    }
                    @for note in &remark.notes { p { (words::markup(note)) } }
                    (words::paragraphs(remark.code.explanation()))
                }
            }
        }
    }

    fn name(&self, id: ProductionId, base: LinkBase) -> Markup {
        let path = base.to(self.address(id));
        html! { a href=(path) { code { (self.grammar().name(id)) } } }
    }

    fn names(&self, ids: &[ProductionId], base: LinkBase) -> Markup {
        words::commas(ids.iter().map(|&id| self.name(id, base)))
    }
}

/// The paths of the pages of the productions, named after them.
fn addresses(grammar: &Grammar) -> Vec<String> {
    let mut files = FileNames::default();
    let address = |id: ProductionId| {
        let name: String = rule_name(grammar.name(id)).chars().take(LONGEST_NAME).collect();
        format!("productions/{}.html", files.distinct(&name))
    };
    grammar.ids().map(address).collect()
}
