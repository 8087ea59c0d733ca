//! Every quotation occurs in its document, at the place that is cited.

use urlbnf::contradiction::{self, ContradictionChecker, EditionContradiction};
use urlbnf::document::{Citation, Document, citations};
use urlbnf::quotation::{self, Quotation, look_up};
use urlbnf::{Edition, Reading, report};

use crate::repository::{files_below, read, sources};

/// All quotations of the product: those in the sources, and those of the contradictions.
fn quotations() -> impl Iterator<Item = Quotation> {
    let contradictions =
        contradiction::all().iter().flat_map(|it| &it.cases).map(EditionContradiction::prose);
    quotation::all().chain(contradictions)
}

#[test]
fn every_quotation_of_the_product_stands_where_it_says() {
    let mut count = 0;
    for quotation in quotations() {
        assert!(quotation.line().is_some(), "{quotation}");
        assert!(!has_pages(quotation.document()) || quotation.citation().page.is_some());
        count += 1;
    }
    assert!(count > 200, "only {count} are listed");
}

fn has_pages(document: Document) -> bool {
    document.text().lines().iter().any(|line| line.page.is_some())
}

/// A quotation is not found if any word, the page or the section is changed.
#[test]
fn a_changed_quotation_is_not_found() {
    for quotation in quotations() {
        let citation = quotation.citation();
        let words: Vec<&str> = quotation.words().split(' ').collect();
        for place in 0..words.len() {
            let mut changed = words.clone();
            let word = format!("{}x", words[place]);
            changed[place] = &word;
            assert_eq!(look_up(citation, &changed.join(" ")), None, "{quotation}: {word}");
        }
        for section in ["9.9", "No such heading"] {
            let elsewhere = Citation { section: Some(section), ..citation };
            assert_eq!(look_up(elsewhere, quotation.words()), None, "{quotation}: {section}");
        }
        let Some(page) = citation.page else { continue };
        for page in [page - 1, page + 1] {
            let elsewhere = Citation { page: Some(page), ..citation };
            assert_eq!(look_up(elsewhere, quotation.words()), None, "{quotation}: page {page}");
        }
    }
}

#[test]
fn a_page_break_in_the_middle_is_no_difference() {
    let octet = "an octet may be represented by the chararacter which has that octet";
    let citation = Citation { document: Document::Rfc1738, section: Some("2.2"), page: Some(2) };
    assert!(look_up(citation, octet).is_some());
    assert_eq!(look_up(citation, "represented by Berners-Lee"), None, "page furniture");
}

#[test]
fn citations_are_read_as_they_are_written() {
    let written = [
        "RFC 1738, section 3.2.2, page 7",
        "RFC 1738, appendix, page 22",
        "RFC 2396, appendix G.1, page 37",
        "RFC 1630, \"file\", page 19",
        "draft-ietf-uri-url-00, \"FTP\"",
        "RFC 1738, page 6",
        "RFC 1808",
    ];
    for text in written {
        let sentence = format!("As {text}, says.");
        let found = citations(&sentence);
        assert_eq!(found.len(), 1, "{text}: {found:?}");
        assert_eq!(found[0].1.to_string(), text);
        assert!(found[0].1.line().is_some(), "{text} leads nowhere");
    }
    assert_eq!(citations("draft 02, page 16; RFC 1630, page 22").len(), 2);
    assert!(citations("RFC 1738, section 3.12").iter().all(|it| it.1.line().is_none()));
}

/// A Markdown text without its code, which is not quoted.
fn prose(markdown: &str) -> String {
    let mut prose = String::new();
    let mut fenced = false;
    for line in markdown.lines() {
        if line.starts_with("```") {
            fenced = !fenced;
        } else if !fenced {
            prose.push_str(line);
            prose.push('\n');
        }
    }
    prose
}

/// The texts between two marks, each with the text after the second mark.
fn between(text: &str, open: char, close: char) -> Vec<(&str, &str)> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some((_, after)) = rest.split_once(open) {
        let Some((inside, after)) = after.split_once(close) else { break };
        found.push((inside, after));
        rest = after;
    }
    found
}

/// The pages of the documentation with their paths, and the list of contradictions in the
/// book.
fn pages() -> Vec<(String, String)> {
    let files = files_below("").into_iter().filter(|path| path.ends_with(".md"));
    let mut pages: Vec<_> = files.map(|path| (path.clone(), read(&path))).collect();
    let all: Vec<_> = contradiction::all().iter().collect();
    let list = report::contradiction::markdown(&all, &mut ContradictionChecker::default());
    pages.push(("contradictions".to_owned(), list));
    pages
}

/// The documentation, the grammars and the exercises put the words of a document between “ and ”,
/// and cite their place.
#[test]
fn every_quotation_of_the_documentation_stands_where_it_says() {
    let mut count = 0;
    let printed = |path: &String| {
        let is_grammar = path.ends_with(".bnf") || path.ends_with(".abnf");
        path.starts_with("grammar/") && is_grammar || path == "crates/book/exercises.toml"
    };
    let mut texts = pages();
    texts.extend(files_below("").into_iter().filter(printed).map(|path| {
        let text = read(&path);
        (path, text)
    }));
    for (path, text) in texts {
        // Markdown escapes a `<` that opens no tag.
        let text = prose(&text).replace('`', "").replace("\\<", "<");
        for (words, after) in between(&text, '“', '”') {
            let cited = after.trim_start().strip_prefix('(').and_then(|it| it.split_once(')'));
            let (cited, _) = cited.unwrap_or_else(|| panic!("{path}: “{words}” is not cited"));
            let cited = cited.split_whitespace().collect::<Vec<&str>>().join(" ");
            let found = citations(&cited);
            assert!(!found.is_empty(), "{path}: “{words}” ({cited})");
            for (_, citation) in found {
                assert!(citation.section.is_some() || citation.page.is_some(), "{path}: {cited}");
                let line = look_up(citation, words);
                assert!(line.is_some(), "{path}: “{words}” is not in {citation}");
                count += 1;
            }
        }
    }
    assert!(count > 30, "only {count} quotations were found");
}

/// Whether some document contains the words.
fn is_of_a_document(words: &str) -> bool {
    Document::ALL.into_iter().any(|document| document.text().find(words).next().is_some())
}

/// Whether the words are the heading of a section, which citations name.
fn is_a_heading(words: &str) -> bool {
    let words = words.split_whitespace().collect::<Vec<&str>>().join(" ");
    Document::ALL.into_iter().any(|document| document.text().section(&words).is_some())
}

#[test]
fn no_words_of_a_document_are_quoted_without_the_marks() {
    for (path, text) in pages() {
        let mut text = prose(&text).replace('`', "");
        let marked: Vec<String> =
            between(&text, '“', '”').iter().map(|it| format!("“{}”", it.0)).collect();
        marked.iter().for_each(|quotation| text = text.replace(quotation, ""));
        for paragraph in text.split("\n\n") {
            for (words, _) in between(paragraph, '"', '"') {
                let long = words.split_whitespace().count() > 2 && !is_a_heading(words);
                assert!(!long || !is_of_a_document(words), "{path}: \"{words}\"");
            }
        }
    }
}

/// The texts that the sources quote, in comments and in messages, occur literally in a
/// document.
#[test]
fn what_the_sources_quote_is_somebodys() {
    let own = ["the nearest that it has is"];
    let folders = ["src", "crates/url/src", "crates/report/src", "crates/book/src"];
    let mut all = folders.map(sources).concat();
    // The texts that the sources include.
    let texts = folders.iter().flat_map(|folder| files_below(folder));
    all.extend(texts.filter(|path| path.ends_with(".txt")).map(|path| (path.clone(), read(&path))));
    for (path, text) in all.iter().filter(|(path, _)| !path.contains("/quotation/")) {
        for (number, line) in text.lines().enumerate() {
            let trimmed = line.trim_start();
            let comment = trimmed.starts_with("//");
            let mark = if path.ends_with(".txt") { "\"" } else { "\\\"" };
            let quoted = if comment { trimmed.to_owned() } else { line.replace(mark, "“") };
            let found = match comment {
                true => between(&quoted, '"', '"'),
                false => between(&quoted, '“', '“'),
            };
            for (words, _) in found {
                let letters = words.chars().filter(|it| it.is_alphabetic()).count();
                let long = words.split_whitespace().count() > 2 && letters > 8;
                let long = long && !words.contains(['{', '\\']);
                let known = !long || own.contains(&words) || is_of_a_document(words);
                assert!(known, "{path}:{}: \"{words}\" is in no document", number + 1);
            }
        }
    }
}

#[test]
fn the_marks_are_in_order_and_name_every_page_once() {
    for document in Document::ALL {
        let text = document.text();
        let mut pages: Vec<u16> = text.lines().iter().filter_map(|line| line.page).collect();
        assert!(pages.is_sorted(), "{document:?}");
        pages.dedup();
        let last = pages.last().copied().unwrap_or(0);
        assert_eq!(pages, (1..=last).collect::<Vec<u16>>(), "{document:?}");
        let lines = text.sections().iter().map(|section| section.line);
        assert!(lines.is_sorted(), "{document:?}");
        for section in text.sections() {
            let line = text.lines()[section.line];
            let name = section.name.trim_start_matches("appendix").trim();
            let heading = line.text.to_lowercase().contains(&name.to_lowercase());
            assert!(heading && !line.furniture, "{document:?}: {section:?} {line:?}");
        }
    }
}

/// Page furniture is the head and the foot of a page, and nothing else.
#[test]
fn page_furniture_is_the_foot_and_the_head() {
    let known = ["[Page ", "Berners-Lee", "RFC ", "Internet Draft", " message:", " reply:"];
    for document in Document::ALL {
        for line in document.text().lines().iter().filter(|line| line.furniture) {
            let words = line.text.trim();
            let fits = words.is_empty()
                || known.iter().any(|known| line.text.contains(known))
                || document == Document::Url06 && line.text.starts_with(" Next in thread:");
            assert!(fits, "{document:?}: {words:?}");
        }
    }
}

/// A second reading of the transcriptions: every printed production of a `.bnf` occurs in its
/// document, on the page that the `.bnf` names.
#[test]
fn every_printed_production_stands_in_its_document() {
    for edition in Edition::ALL {
        let grammar = edition.grammar(Reading::Printed);
        let mut count = 0;
        for id in grammar.ids() {
            for definition in grammar.production(id).definitions() {
                let listing = grammar.listing();
                // A rule of the notation itself is not printed in a document.
                let Some((document, _)) = edition.printed_in(definition) else { continue };
                let text = document.text();
                let Some(lines) = edition.printed_lines(definition) else {
                    let name = grammar.name(id);
                    assert!(
                        ["url", "digit", "punctuation", "DIGIT", "HEXDIG"].contains(&name),
                        "{edition}: {name} is not printed"
                    );
                    continue;
                };
                let page = listing.page(definition.place.start);
                let found = text.lines()[lines.start].page;
                assert_eq!(page, found.map(u32::from), "{edition}: {}", grammar.name(id));
                count += 1;
            }
        }
        assert!(count > 14, "{edition}: {count}");
    }
}

#[test]
fn quotations_compare_by_their_document() {
    let all: Vec<Quotation> = quotation::all().collect();
    assert!(all.is_sorted_by_key(|it| it.document()), "the oldest document first");
}
