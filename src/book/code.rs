//! The codes of the diagnostics, each with an example that is judged here.

use maud::{Markup, html};

use super::address::{self, Base};
use super::judgement::Judged;
use super::{Book, words};
use crate::diagnose::{Code, examine};
use crate::edition::{Edition, Reading};

/// The text of their page.
pub fn text(book: &Book, base: Base) -> Markup {
    html! {
        h1 { "Codes" }
        p {
            "Of every failure the first code that applies is given, in this order. "
            "Codes are stable: none is ever used for something else."
        }
        ul {
            @for code in Code::ALL { li { a href=(base.to(&address::code(code.name()))) { (code) } } }
        }
        @for code in Code::ALL {
            @let (edition, reading, input) = example(code);
            @let judge = book.judge(edition, reading);
            @let examination = examine(judge, input);
            @let judged = Judged { input, judge, examination: &examination };
            section {
                h2 id=(code) { (code) }
                (words::paragraphs(code.explanation()))
                h3 { "An example, in " (edition) ", " (reading) }
                (judged.whole(book, base, &|it| judged.claim(book, base, it)))
            }
        }
    }
}

/// A small input to which the code applies.
fn example(code: Code) -> (Edition, Reading, &'static [u8]) {
    let (edition, input): (_, &[u8]) = match code {
        Code::EmptyProduction => (Edition::Rfc1630, b"mid:9212@info.cern.ch"),
        Code::Wrapper => (Edition::Rfc1738, b"<URL:http://info.cern.ch/>"),
        Code::SchemeUpperCase => (Edition::Rfc1738, b"HTTP://info.cern.ch/"),
        Code::UnknownScheme => (Edition::Rfc1630, b"whois://info.cern.ch/"),
        Code::NotAscii => (Edition::Rfc1738, "http://info.cern.ch/caf\u{E9}".as_bytes()),
        Code::BadEscape => (Edition::Rfc1738, b"http://info.cern.ch/100%"),
        Code::FragmentNotAllowed => (Edition::Rfc1738, b"http://info.cern.ch/#top"),
        Code::CharNotAllowed => (Edition::Rfc1738, b"http://info.cern.ch/~timbl/"),
        Code::EndsTooEarly => (Edition::Rfc1738, b"http://"),
    };
    let printed = code == Code::EmptyProduction;
    (edition, if printed { Reading::Printed } else { Reading::Corrected }, input)
}
