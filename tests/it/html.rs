//! HTML pages for the tests: elements, their attributes and their texts.

use urlbnf::book::Book;

/// A parsed page. The elements are in the order of their start tags.
pub struct HtmlPage {
    pub elements: Vec<HtmlElement>,
}

/// An element.
pub struct HtmlElement {
    pub name: String,
    pub attributes: Vec<(String, String)>,
    /// All text within the element.
    pub text: String,
    pub parent: Option<usize>,
}

impl HtmlElement {
    /// The value of an attribute; `None` if the element does not have it.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(of, _)| of == name).map(|(_, value)| value.as_str())
    }

    /// Whether the element has a class.
    pub fn is(&self, class: &str) -> bool {
        self.get("class").is_some_and(|all| all.split(' ').any(|one| one == class))
    }
}

/// The elements without an end tag.
const VOID: [&str; 6] = ["br", "hr", "img", "input", "link", "meta"];

/// The elements whose end tag may be missing, each with the elements whose beginning ends it.
const ENDED_BY: [(&str, &str); 10] = [
    ("head", "body"),
    ("li", "li"),
    ("dt", "dt dd"),
    ("dd", "dt dd"),
    ("td", "td th tr"),
    ("th", "td th tr tbody"),
    ("tr", "tr tbody"),
    ("thead", "tbody"),
    ("option", "option"),
    ("p", "li dt dd td th tr p ul ol dl div section table h1 h2 h3 figure details"),
];

impl HtmlPage {
    /// The page of a book at a path.
    #[track_caller]
    pub fn from_book(book: &Book, path: &str) -> HtmlPage {
        let page = book.page(path).unwrap_or_else(|| panic!("there is no {path}"));
        HtmlPage::read(path, &String::from_utf8(page).unwrap())
    }

    /// Parses a page, and asserts that it is well-formed: each element ends where it must.
    #[track_caller]
    pub fn read(path: &str, text: &str) -> HtmlPage {
        let mut elements: Vec<HtmlElement> = Vec::new();
        let mut open: Vec<usize> = Vec::new();
        let mut rest = text;
        while let Some((before, after)) = rest.split_once('<') {
            let words = unescaped(before);
            open.iter().for_each(|&at| elements[at].text.push_str(&words));
            let (tag, after) = split_tag(after).unwrap_or_else(|| panic!("{path}: a tag is open"));
            rest = after;
            if tag.starts_with('!') {
                continue;
            }
            if let Some(name) = tag.strip_prefix('/') {
                let may_end = |at: &mut usize| {
                    let of = &elements[*at].name;
                    of != name && (of == "tbody" || ENDED_BY.iter().any(|(it, _)| it == of))
                };
                while open.pop_if(may_end).is_some() {}
                let at = open.pop().unwrap_or_else(|| panic!("{path}: </{name}> ends nothing"));
                assert_eq!(elements[at].name, name, "{path}: another element is open");
                continue;
            }
            let inner = tag.trim_end_matches('/').trim_end();
            let (name, attributes) = inner.split_once([' ', '\n']).unwrap_or((inner, ""));
            let is_ended = |at: &mut usize| {
                let of = &elements[*at].name;
                ENDED_BY.iter().any(|(it, by)| it == of && by.split(' ').any(|it| it == name))
            };
            while open.pop_if(is_ended).is_some() {}
            let parent = open.last().copied();
            elements.push(HtmlElement {
                name: name.to_owned(),
                attributes: read_attributes(attributes),
                text: String::new(),
                parent,
            });
            if !tag.ends_with('/') && !VOID.contains(&name) {
                open.push(elements.len() - 1);
            }
        }
        assert!(open.is_empty(), "{path}: {} is left open", elements[open[0]].name);
        HtmlPage { elements }
    }

    /// The elements with a tag name.
    pub fn named<'p>(&'p self, name: &'p str) -> impl Iterator<Item = &'p HtmlElement> {
        self.elements.iter().filter(move |element| element.name == name)
    }

    /// All values of an attribute.
    pub fn values<'p>(&'p self, attribute: &'p str) -> impl Iterator<Item = &'p str> {
        self.elements.iter().filter_map(move |element| element.get(attribute))
    }

    /// The ancestors of an element, innermost first.
    pub fn above<'p>(&'p self, element: &HtmlElement) -> impl Iterator<Item = &'p HtmlElement> {
        let next = |of: &&'p HtmlElement| of.parent.map(|at| &self.elements[at]);
        std::iter::successors(element.parent.map(|at| &self.elements[at]), next)
    }

    /// Whether an element has an ancestor with a tag name.
    pub fn is_within(&self, element: &HtmlElement, name: &str) -> bool {
        self.above(element).any(|it| it.name == name)
    }

    /// Whether `outer` is an ancestor of an element.
    pub fn has(&self, outer: &HtmlElement, element: &HtmlElement) -> bool {
        self.above(element).any(|it| std::ptr::eq(it, outer))
    }

    /// The child elements.
    pub fn children<'p>(&'p self, of: &'p HtmlElement) -> impl Iterator<Item = &'p HtmlElement> {
        let is_of = move |it: &&HtmlElement| {
            it.parent.is_some_and(|parent| std::ptr::eq(&self.elements[parent], of))
        };
        self.elements.iter().filter(is_of)
    }
}

/// Splits after the `>` that ends a tag. A `>` may also occur in a quoted value.
fn split_tag(text: &str) -> Option<(&str, &str)> {
    let mut quoted = false;
    let end = text.char_indices().find(|&(_, character)| {
        quoted ^= character == '"';
        character == '>' && !quoted
    });
    end.map(|(at, _)| (&text[..at], &text[at + 1..]))
}

fn read_attributes(text: &str) -> Vec<(String, String)> {
    let mut attributes = Vec::new();
    let mut rest = text.trim_start();
    while !rest.is_empty() {
        let end = rest.find(|it: char| it == '=' || it.is_whitespace()).unwrap_or(rest.len());
        let (name, after) = rest.split_at(end);
        let (value, after) = match (after.strip_prefix("=\""), after.strip_prefix('=')) {
            (Some(after), _) => after.split_once('"').expect("a value ends"),
            (None, Some(after)) => {
                after.split_at(after.find(char::is_whitespace).unwrap_or(after.len()))
            }
            (None, None) => ("", after),
        };
        attributes.push((name.to_owned(), unescaped(value)));
        rest = after.trim_start();
    }
    attributes
}

fn unescaped(text: &str) -> String {
    let text = text.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"");
    text.replace("&#39;", "'").replace("&amp;", "&")
}
