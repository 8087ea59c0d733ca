//! The live page and the book in a real browser: light and dark, wide and narrow.
//!
//! `UPDATE_PICTURES=1 cargo test live` also retakes the screenshots of the README.

use serde_json::Value;

use crate::book_files::address;
use crate::browser::{ARROW_LEFT, ARROW_RIGHT, Browser, END, HOME};
use crate::repository::root;

const NARROW: (u32, u32) = (360, 740);
const WIDE: (u32, u32) = (1200, 900);

/// Asserts that nothing is wider than the screen, and that the browser's log is empty.
#[track_caller]
fn is_sound(browser: &Browser, what: &str) {
    let sizes = browser.evaluate(
        "return [document.documentElement.scrollWidth, innerWidth, document.title.length]",
    );
    let size = |at: usize| sizes[at].as_u64().unwrap();
    assert!(size(2) > 0, "{what}: there is no page");
    assert!(size(0) <= size(1), "{what}: {} wide, and the screen {}", size(0), size(1));
    assert_eq!(browser.complaints(), [""; 0], "{what}");
}

fn verdict_of(edition: &str) -> String {
    format!(
        "[...document.querySelectorAll('tr[data-edition=\"{edition}\"] .verdict')].pop().textContent.trim()"
    )
}

fn picture(browser: &Browser, name: &str) {
    if std::env::var_os("UPDATE_PICTURES").is_some() {
        let folder = root().join("docs/pictures");
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join(name), browser.screenshot()).unwrap();
    }
}

#[test]
#[ignore = "needs a browser"]
fn one_types_a_url_and_sees_the_verdicts() {
    let browser = Browser::open("live");
    let live = address("live.html");
    browser.go(&live);
    browser.wait("return self.urlbnf !== undefined");
    is_sound(&browser, "the live page");

    browser.type_into("#url", "http://info.cern.ch/~timbl/");
    let says =
        |edition: &str, verdict: &str| format!("return {} === '{verdict}'", verdict_of(edition));
    browser.wait(&format!(
        "return document.querySelector('.finding') !== null && {} === '✗ rejected'",
        verdict_of("rfc1738")
    ));
    browser.wait("return document.querySelector('.input mark').textContent === '~'");
    browser.wait(
        "return [...document.querySelectorAll('.bnf mark')].some(it => it.textContent === 'uchar')",
    );
    browser.size(1000, 1620);
    picture(&browser, "live.png");
    is_sound(&browser, "a failure");

    browser.click(".finding a.button");
    browser.wait(&says("rfc1738", "✓ conforms"));
    let value = browser.evaluate("return document.getElementById('url').value");
    assert_eq!(value, Value::from("http://info.cern.ch/%7Etimbl/"));
    browser.wait("return document.querySelector('.finding svg.urlbnf-tree') !== null");

    // The address holds the whole state: a reload shows the same.
    browser.wait("return location.hash.includes('%257Etimbl')");
    let shown = browser.evaluate("return document.getElementById('result').textContent");
    browser.reload();
    browser.wait("return self.urlbnf !== undefined");
    assert_eq!(browser.evaluate("return document.getElementById('result').textContent"), shown);
    assert_eq!(browser.evaluate("return document.getElementById('url').value"), value);

    // The address keeps bytes that the field cannot hold.
    browser.go(&format!("{live}#url=http:%FFx&edition=rfc1738"));
    browser.evaluate(
        "const it = document.getElementById('reading'); it.value = 'printed';
         it.dispatchEvent(new Event('change'))",
    );
    browser.wait("return location.hash.includes('url=http:%FFx&') && location.hash.includes('reading=printed')");
    browser.wait("return document.querySelector('.input').textContent === 'http:\\\\xFFx'");
    browser.go(&format!("{live}#url=http://info.cern.ch/%257Etimbl/"));

    // Another edition, by its link, and back.
    browser.click("tr[data-edition=rfc1630-generic] a");
    browser
        .wait("return document.getElementById('chosen').textContent.startsWith('rfc1630-generic')");
    browser.wait("return document.getElementById('edition').value === 'rfc1630-generic'");
    browser.evaluate("history.back()");
    browser.wait("return document.getElementById('chosen') !== null && document.getElementById('chosen').textContent.startsWith('rfc1738')");
    is_sound(&browser, "after all of it");
}

/// Keys move through the steps. The history goes back to another string, and not to a step.
#[test]
#[ignore = "needs a browser"]
fn a_derivation_is_gone_through_by_keys() {
    let browser = Browser::open("steps");
    browser.go(&address("live.html#url=http://a.b/c"));
    browser.wait("return self.urlbnf !== undefined");
    browser.click("tr[data-edition=rfc3986] a");
    let before = browser.evaluate("return history.length");
    browser.click("[data-go=begin]");
    let stands = |step: &str| {
        browser.wait(&format!(
            "const {{ step, steps }} = document.querySelector('.controls').dataset;
             const at = {step};
             return Number(step) === at && location.hash.includes(`step=${{at}}`)
               && document.querySelector('#steps .count').textContent === `step ${{at}} of ${{steps}}`"
        ));
    };
    stands("0");
    for (key, step) in [
        (ARROW_RIGHT, "1"),
        (ARROW_RIGHT, "2"),
        (ARROW_LEFT, "1"),
        (END, "Number(steps)"),
        (ARROW_RIGHT, "Number(steps)"),
        (HOME, "0"),
        (ARROW_LEFT, "0"),
    ] {
        browser.press(key);
        stands(step);
    }
    // It plays automatically, and a key stops it.
    browser.press(" ");
    let playing = "return document.querySelector('[data-play]').getAttribute('aria-pressed')";
    assert_eq!(browser.evaluate(playing), "true");
    stands("1");
    browser.press(" ");
    assert_eq!(browser.evaluate(playing), "false");
    assert_eq!(browser.evaluate("return history.length"), before);

    // A focused button that selects a derivation still receives the keys.
    for go in ["rightmost", "leftmost", "class-by-class", "at-once"] {
        browser.click(&format!("[data-go={go}]"));
        browser.wait(&format!("return document.activeElement.dataset.go === '{go}'"));
        browser.press(HOME);
        stands("0");
        browser.press(ARROW_RIGHT);
        stands("1");
    }

    // Back shows the previous grammar, and then the previous string.
    let shown = |edition: &str, url: &str| {
        browser.wait(&format!(
            "return document.getElementById('edition').value === '{edition}'
               && document.getElementById('url').value === '{url}'"
        ));
    };
    shown("rfc3986", "http://a.b/c");
    browser.type_into("#url", "mailto:a");
    browser.wait("return location.hash.includes('mailto')");
    browser.evaluate("history.back()");
    shown("rfc3986", "http://a.b/c");
    browser.evaluate("history.back()");
    shown("rfc1738", "http://a.b/c");
    is_sound(&browser, "the steps");
}

/// An address with a step shows it. A pasted string is judged whole, exactly as pasted, or not
/// at all.
#[test]
#[ignore = "needs a browser"]
fn what_is_sent_or_pasted_is_what_is_judged() {
    let browser = Browser::open("sent");
    let live = address("live.html");
    browser.go(&format!("{live}#url=http://a.b/c&edition=rfc1738&step=3"));
    browser.wait("return self.urlbnf !== undefined");
    browser.wait(
        "const { top } = document.getElementById('steps').getBoundingClientRect();
         return top >= 0 && top < innerHeight / 2",
    );
    browser.go(&format!("{live}#"));
    browser.reload();
    browser.wait("return self.urlbnf !== undefined");
    browser.wait("return document.querySelector('.examples') !== null");
    let paste = |text: &str| {
        browser.evaluate(&format!(
            "const field = document.getElementById('url');
             field.select();
             const clipboardData = new DataTransfer();
             clipboardData.setData('text', {});
             field.dispatchEvent(new ClipboardEvent('paste', {{ clipboardData, cancelable: true }}))",
            Value::from(text)
        ))
    };
    paste("http://a.b/c\n");
    browser.wait("return location.hash.startsWith('#url=http%3A%2F%2Fa.b%2Fc&')");
    browser.wait("return document.querySelector('.finding.good') !== null");
    paste("http://a.b/\nc");
    browser.wait("return location.hash.startsWith('#url=http%3A%2F%2Fa.b%2F%0Ac&')");
    browser.wait("return document.querySelector('.finding').dataset.offset === '11'");
    let asked = "const field = document.getElementById('url');
        field.value = ''; field.dispatchEvent(new Event('input'));";
    browser.evaluate(asked);
    browser.wait("return document.querySelector('.examples') !== null");
    browser.click("#ask button");
    browser.wait("return document.querySelector('.finding') !== null");
    browser.evaluate(
        "const field = document.getElementById('url');
         field.value = 'http://a.b/' + 'c'.repeat(8182); field.dispatchEvent(new Event('input'))",
    );
    browser.wait(
        "return document.getElementById('result').textContent.startsWith('This has 8193 bytes')",
    );
    browser.go(&format!("{live}#url=a&edition=nope"));
    browser.reload();
    browser
        .wait("return document.querySelector('#result [role=note] code')?.textContent === 'nope'");
    is_sound(&browser, "what was sent");
}

#[test]
#[ignore = "needs a browser"]
fn a_long_url_and_any_byte_fit_the_screen() {
    let browser = Browser::open("long");
    let long = format!("http://info.cern.ch/{}~", "hypertext/DataSources/".repeat(13));
    assert!(long.len() > 300);
    for (width, height) in [WIDE, NARROW] {
        browser.size(width, height);
        for scheme in ["light", "dark"] {
            browser.scheme(scheme);
            for url in [&*long, "%FF%00%0A%3Cb%3E", "", "wais://quake.think.com/a?b"] {
                for edition in ["rfc1738", "url-01"] {
                    browser.go(&address(&format!("live.html#url={url}&edition={edition}")));
                    browser.wait("return self.urlbnf !== undefined");
                    is_sound(&browser, &format!("{url} in {edition}, {width} wide, {scheme}"));
                }
            }
        }
    }
}

#[test]
#[ignore = "needs a browser"]
fn the_pages_fit_every_screen() {
    let browser = Browser::open("pages");
    for scheme in ["light", "dark"] {
        browser.scheme(scheme);
        for (width, height) in [WIDE, NARROW] {
            browser.size(width, height);
            for path in [
                "index.html",
                "rfc1738/index.html",
                "rfc1738/gopherurl.html",
                "rfc1630/xalpha.html",
                "url-01/path.html",
                "urls/index.html",
                "urls/006.html",
                "history.html",
                "changes/rfc1630_rfc1738.html",
                "remarks.html",
                "codes.html",
                "docs/index.html",
                "docs/guide.html",
                "docs/prose.html",
                "docs/contradictions.html",
                "documents/rfc1738.html",
                "rfc2396/uric.html",
                "grammar/index.html",
            ] {
                browser.go(&address(path));
                is_sound(&browser, &format!("{path}, {width} wide, {scheme}"));
            }
        }
    }
    browser.scheme("light");
    browser.size(WIDE.0, WIDE.1);
    browser.size(1000, 1130);
    browser.go(&address("rfc1738/hostname.html"));
    picture(&browser, "book.png");
    browser.type_into("#search input", "gopher+");
    browser.wait("return document.querySelectorAll('#search li a').length > 0");
    browser.click("#search li a");
    browser.wait("return document.title.startsWith('gopher+_string')");
    is_sound(&browser, "what was searched");
}
