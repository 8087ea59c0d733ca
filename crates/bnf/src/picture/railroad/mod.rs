//! Railroad diagrams of productions.
//!
//! The `railroad` crate draws the tracks. This module turns a printed production into tracks
//! (`track`), merges two into one picture (`merge`), highlights the path of a derivation
//! (`highlighted`, with the containers of `rails`), and adds the title. Case-insensitive literals
//! are marked, with an explanation of the mark.

mod merge;
mod rails;
mod highlighted;
mod track;

use maud::{PreEscaped, html};
use railroad::svg::HDir;
use railroad::{End, Sequence, Start};

use super::frame::{Picture, STEPS};
use crate::derivation::ProductionRoute;
use crate::diff::{Diff, DiffProduction, NewProduction, OldProduction, PairChange};
use crate::grammar::{Grammar, ProductionId, Span};
use crate::text::{in_one_line, visible};
use highlighted::PathTrackBuilder;
use track::{RailTrack, TrackBuilder};

const MARGIN: usize = 12;
/// The height of a caption, and the width of a character in it.
const CAPTION: usize = 26;
const CHARACTER: usize = 9;

/// The address of a production's page, if it has one.
pub type ProductionLinks<'a> = &'a dyn Fn(ProductionId) -> Option<String>;

/// The address of the page of one of two compared productions, if it has one.
pub type DiffLinks<'a> = &'a dyn Fn(DiffProduction) -> Option<String>;

/// Draws a production as a railroad diagram. `links` returns the link target of a name.
///
/// ```
/// use urlbnf_bnf::picture::railroad;
/// use urlbnf_bnf::{Grammar, Reading};
///
/// let text = "time = hour \":\" minute\nhour = 2DIGIT\nminute = 2DIGIT\n";
/// let grammar = Grammar::read("time.abnf", text, Reading::Printed)?;
/// let svg = railroad::svg(&grammar, grammar.start(), &|id| Some(format!("#{}", grammar.name(id))));
/// assert!(svg.starts_with("<svg") && svg.contains("#minute"));
/// # Ok::<(), urlbnf_bnf::grammar::GrammarError>(())
/// ```
pub fn svg(grammar: &Grammar, id: ProductionId, links: ProductionLinks<'_>) -> String {
    let tracks = TrackBuilder { grammar, links, was: &|_| None };
    let name = grammar.name(id);
    let caption = visible(name.as_bytes());
    let title = format!("Railroad diagram of {caption}");
    let mut captions = vec![caption];
    captions.extend(track::has_any_case(grammar, id).then(any_case));
    picture(tracks.production(id), &captions, &title, &printed(grammar, id))
}

/// Draws a production with the path of one derivation step highlighted. If the string fails in
/// that step, `waits` are the places that wait for its next byte, and the highlighted path ends
/// at the point before them.
///
/// ```
/// use urlbnf_bnf::automaton::LanguageSpec;
/// use urlbnf_bnf::derivation::{DerivationOrder, DerivationSteps, Deriver};
/// use urlbnf_bnf::picture::railroad;
/// use urlbnf_bnf::{Grammar, Reading};
///
/// let text = "sign = \"+\" / \"-\"\n";
/// let grammar = Grammar::read("sign.abnf", text, Reading::Printed)?;
/// let deriver = Deriver::new(&grammar, &LanguageSpec::from_production(grammar.start()))?;
/// let tree = deriver.derive(&grammar, b"-").unwrap();
/// let mut steps = DerivationSteps::new(&tree, DerivationOrder::Leftmost)?;
/// let route = steps.step().and_then(|applied| steps.route(applied.node)).unwrap();
/// let taken = route.alternative().map(|alternative| (alternative.number, alternative.of));
/// assert_eq!(taken, Some((2, 2)));
/// let svg = railroad::taken(&grammar, &route, &[], &|_| None);
/// assert_eq!(svg.matches("data-way=\"taken\"").count(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn taken(
    grammar: &Grammar,
    route: &ProductionRoute<'_>,
    waits: &[Span],
    links: ProductionLinks<'_>,
) -> String {
    let id = route.production;
    let name = visible(grammar.name(id).as_bytes());
    let title = match route.stop {
        Some(_) => format!("Railroad diagram of {name}, with the track taken so far"),
        None => format!("Railroad diagram of {name}, with the track that was taken"),
    };
    let mut captions = vec![name, "━ taken".to_owned()];
    if !waits.is_empty() {
        captions.push("● reached".to_owned());
        captions.push("╍ what it waits for".to_owned());
    }
    captions.extend(track::has_any_case(grammar, id).then(any_case));
    let mut description = vec![printed(grammar, id)];
    let shown = |places: &[Span]| {
        let texts = places.iter().map(|&place| in_one_line(grammar.listing().printed(place)));
        texts.collect::<Vec<_>>().join(" ")
    };
    let places = route.places();
    if !places.is_empty() {
        description.push(format!("taken: {}", shown(&places)));
    }
    if !waits.is_empty() {
        description.push(format!("it waits for: {}", shown(waits)));
    }
    let traversal = PathTrackBuilder { grammar, links, route, waits };
    let kind = format!("railroad {STEPS}");
    drawing(&kind, &*traversal.production(), &captions, &title, &description.join("\n"))
}

/// Draws the change of a production as one diagram: removed tracks are dashed and marked `−`,
/// added tracks are marked `+`. A production without a partner is compared with nothing.
pub fn diff(
    diff: &Diff<'_>,
    old: Option<OldProduction>,
    new: Option<NewProduction>,
    links: DiffLinks<'_>,
) -> String {
    let (was, is) = (diff.old.grammar, diff.new.grammar);
    let called = |name: Option<&str>| match name {
        Some(name) => visible(name.as_bytes()),
        None => "nothing".to_owned(),
    };
    let before = called(old.map(|id| diff.old_name(id)));
    let after = called(new.map(|id| diff.new_name(id)));
    let sides = [&diff.old.name, &diff.new.name].map(|name| visible(name.as_bytes()));
    let [one, two] = &sides;
    let title =
        format!("Railroad diagram of {before} of {one} and what it became, {after} of {two}");
    let texts = [old.map(|id| printed(was, id.0)), new.map(|id| printed(is, id.0))];
    let description = texts.map(Option::unwrap_or_default).join("\n");
    let mut captions = vec![
        if before == after { after } else { format!("{before} → {after}") },
        format!("− only in {one}"),
        format!("+ only in {two}"),
    ];
    let marked = old.is_some_and(|id| track::has_any_case(was, id.0))
        || new.is_some_and(|id| track::has_any_case(is, id.0));
    captions.extend(marked.then(any_case));
    captions.extend(from_below(diff, old, new));
    picture(merge::production(diff, old, new, links), &captions, &title, &description)
}

fn any_case() -> String {
    track::ANY_CASE_MEANS.to_owned()
}

/// The roots that changed the language of a production through its names, which no track shows.
fn from_below(
    diff: &Diff<'_>,
    old: Option<OldProduction>,
    new: Option<NewProduction>,
) -> Option<String> {
    let pair = diff.pairs.iter().find(|pair| (Some(pair.old), Some(pair.new)) == (old, new))?;
    let roots = match &pair.change {
        PairChange::Follows { roots, .. } => roots,
        PairChange::Root { also, .. } => also,
        PairChange::Same => return None,
    };
    let names = roots.iter().filter_map(|&root| diff.pairs.get(root));
    let names = names.map(|root| visible(diff.new_name(root.new).as_bytes()));
    let names = names.collect::<Vec<_>>().join(", ");
    (!names.is_empty()).then(|| format!("its strings changed through {names}"))
}

/// The text of a production, for readers who cannot see the tracks.
fn printed(grammar: &Grammar, id: ProductionId) -> String {
    let definitions = grammar.production(id).definitions();
    if definitions.is_empty() {
        return track::UNDEFINED.to_owned();
    }
    let texts = definitions.iter().map(|definition| grammar.listing().printed(definition.place));
    texts.map(visible_lines).collect::<Vec<_>>().join("\n")
}

/// A text of several lines, with the characters replaced that XML cannot contain.
fn visible_lines(text: &str) -> String {
    text.lines().map(|line| visible(line.as_bytes())).collect::<Vec<_>>().join("\n")
}

/// Tracks below their captions.
fn picture(tracks: RailTrack, captions: &[String], title: &str, description: &str) -> String {
    let line: Vec<RailTrack> = vec![Box::new(Start), tracks, Box::new(End)];
    drawing("railroad", &Sequence::new(line), captions, title, description)
}

/// Any drawing below its captions.
fn drawing(
    kind: &str,
    line: &dyn railroad::Node,
    captions: &[String],
    title: &str,
    description: &str,
) -> String {
    let geometry = line.compute_geometry();
    let (left, top) = (MARGIN, MARGIN + CAPTION * captions.len());
    let (x, y) = (i64::try_from(left).unwrap_or(0), i64::try_from(top).unwrap_or(0));
    let drawn = line.draw_with_geometry(x, y, HDir::LTR, &geometry).to_string();
    let widest = captions.iter().map(|caption| caption.chars().count() * CHARACTER).max();
    let width = usize::try_from(geometry.width).unwrap_or(0).max(widest.unwrap_or(0));
    Picture {
        kind,
        title,
        description,
        width: width + 2 * MARGIN,
        height: top + usize::try_from(geometry.height).unwrap_or(0) + MARGIN,
        has_links: drawn.contains("<a "),
        body: html! {
            @for (number, caption) in captions.iter().enumerate() {
                @let class = if number == 0 { "caption" } else { "faint" };
                text class=(class) x=(left) y=(MARGIN + number * CAPTION + 14)
                    textLength=(caption.chars().count() * CHARACTER) { (caption) }
            }
            (PreEscaped(drawn))
        },
    }
    .svg()
}
