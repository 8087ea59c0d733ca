//! The steps of a derivation on the live page: each step is a state, and the buttons lead
//! through all of them.

use urlbnf::book::LivePage;

use crate::html::{HtmlElement, HtmlPage};
use crate::live_page::{editions, own_live, packed, shown};

fn state(link: &HtmlElement) -> String {
    link.get("href").unwrap().split_once('#').unwrap().1.to_owned()
}

fn button<'p>(page: &'p HtmlPage, go: &str) -> Option<&'p HtmlElement> {
    page.elements.iter().find(|it| it.get("data-go") == Some(go))
}

/// The current step, and the number of steps.
#[track_caller]
fn place(page: &HtmlPage) -> (usize, usize) {
    let number = |name: &str| page.values(name).next().unwrap().parse().unwrap();
    (number("data-step"), number("data-steps"))
}

/// The sentential forms, each by its parts: the class or the tag name of an element, and its
/// text.
fn forms(page: &HtmlPage) -> Vec<Vec<(String, String)>> {
    let forms = page.elements.iter().filter(|it| it.is("form") && it.name == "p");
    let part = |it: &HtmlElement| (it.get("class").unwrap_or(&it.name).to_owned(), it.text.clone());
    forms.map(|form| page.children(form).map(part).collect()).collect()
}

/// Goes from the first step to the last and back. Returns the last page.
#[track_caller]
fn walked(live: &LivePage, begin: &str) -> HtmlPage {
    let mut page = shown(live, begin);
    let start = button(&page, "begin").unwrap_or_else(|| panic!("{begin}: nothing begins"));
    page = shown(live, &state(start));
    let (mut step, all) = place(&page);
    assert_eq!(step, 0, "{begin}");
    assert!(button(&page, "back").is_none() && button(&page, "first").is_none(), "{begin}");
    while let Some(forward) = button(&page, "forward") {
        let forms = forms(&page);
        assert!(!forms.is_empty(), "{begin}");
        assert!(forms[0].iter().filter(|it| it.0 == "mark").count() <= 1, "{begin}: {forms:?}");
        let to = state(forward);
        page = shown(live, &to);
        step += 1;
        assert_eq!(place(&page), (step, all), "{to}");
        let back = shown(live, &state(button(&page, "back").unwrap()));
        assert_eq!(place(&back), (step - 1, all), "{to}");
        let of_railroads = page.elements.iter().filter(|it| it.is("urlbnf-railroad")).count();
        assert_eq!(of_railroads, forms.len(), "{to}: a track for each derivation");
    }
    assert_eq!(step, all, "{begin}");
    assert!(forms(&page).iter().flatten().all(|it| it.0 != "mark" && it.0 != "name"), "{begin}");
    // A step beyond the end shows the end.
    let beyond = shown(live, &format!("{begin}&step=100000"));
    assert_eq!((place(&beyond), forms(&beyond)), ((all, all), forms(&page)), "{begin}");
    page
}

#[test]
fn steps_lead_from_the_start_to_the_string() {
    let live = editions();
    for (url, more, derivations) in [
        ("http://info.cern.ch/a%20b?q", "edition=rfc1738", 1),
        ("http://info.cern.ch/a%20b?q", "edition=rfc1738&order=rightmost", 1),
        ("http://info.cern.ch/a%20b?q", "edition=url-00&full=1&both=0", 1),
        ("http://[::1]:80/", "edition=rfc3986", 1),
        ("http://[::1]:80/", "edition=rfc3986&order=rightmost", 1),
        ("mailto:a@b@c", "edition=rfc1630", 2),
        ("mailto:a@b@c", "edition=rfc1630&both=0", 1),
        ("http://a.b/", "edition=rfc1738&both=1", 2),
    ] {
        let begin = format!("url={}&{more}", url.replace('%', "%25"));
        let page = walked(&live, &begin);
        let forms = forms(&page);
        assert_eq!(forms.len(), derivations, "{begin}");
        for form in forms {
            assert_eq!(form, [("literal".to_owned(), url.to_owned())], "{begin}");
        }
    }
}

#[test]
fn a_string_that_fails_is_derived_as_far_as_it_goes() {
    let live = editions();
    for (url, edition, beginning, waits) in [
        ("http://info.cern.ch/~timbl/", "rfc1738", "http://info.cern.ch/", "hsegment waits for"),
        ("http://-a.com/", "rfc1738", "http://", "domainlabel waits for"),
        ("ftp://", "url-02", "ftp://", "waits for"),
        ("http://a.b/%4", "rfc3986", "http://a.b/%4", "waits for"),
    ] {
        let page = walked(&live, &format!("url={}&edition={edition}", url.replace('%', "%25")));
        let stops = page.elements.iter().find(|it| it.is("stops")).unwrap();
        assert!(stops.text.contains(waits), "{url}, {edition}: {}", stops.text);
        let form = &forms(&page)[0];
        let text: Vec<&str> = form.iter().filter(|it| it.0 == "literal").map(|it| &*it.1).collect();
        assert_eq!(text.concat(), beginning, "{url}, {edition}");
        assert!(page.elements.iter().any(|it| it.is("reached")), "{url}, {edition}: no point");
        let waiting = page.values("data-way").filter(|it| it.contains("waits")).count();
        assert!(waiting > 0, "{url}, {edition}: nothing waits");
    }
}

/// The page says why a string has no steps, and shows no button for them.
#[test]
fn a_string_without_steps_is_told_so() {
    let live = editions();
    let section = |length: usize| {
        let url = format!("http://a.b/{}", "x".repeat(length - 11));
        let page = shown(&live, &format!("url={url}"));
        let section = page.elements.iter().find(|it| it.is("steps")).unwrap();
        (button(&page, "begin").is_some(), section.text.clone())
    };
    assert!(section(400).0);
    let (begins, said) = section(401);
    assert!(!begins);
    let why = "A string of more than 400 bytes has no steps on this page, and this one has 401.";
    assert!(said.contains(why), "{said}");

    let failing = shown(&live, "url=http://-a.com/&step=0");
    let orders = failing.elements.iter().find(|it| it.is("orders")).unwrap();
    assert!(orders.text.contains("There is no rightmost derivation to show"), "{}", orders.text);
}

#[test]
fn a_grammar_of_ones_own_is_derived_too() {
    let text = "time = hour \":\" minute\nhour = 2DIGIT\nminute = 2DIGIT\n";
    let live = own_live(packed("time.abnf", text));
    let page = walked(&live, "input=12:30");
    assert_eq!(forms(&page), [[("literal".to_owned(), "12:30".to_owned())]]);
    let page = walked(&live, "input=12:3x&full=1");
    let stops = page.elements.iter().find(|it| it.is("stops")).unwrap();
    assert!(stops.text.contains("minute waits for DIGIT"), "{}", stops.text);
}
