//! The headline of a report is true, and about the character at the reported place.

use urlbnf::diagnose::examine;
use urlbnf::{Edition, Judge, Reading};

/// A headline names what is at the reported place.
#[test]
fn headlines_name_what_stands_at_the_place() {
    use Edition::*;
    let rows: &[(Edition, &str, usize, &str)] = &[
        (Rfc1738, "http://user:pw@h/", 12, "a user name is not allowed in `hostport`"),
        (
            Rfc3986,
            "http://h:a/",
            10,
            "`/` is not allowed here: `a` is no `port`, and no `@` follows",
        ),
        (
            Rfc3986,
            "http://h:80a",
            12,
            "the input stops here: `80a` is no `port`, and no `@` follows",
        ),
        (Rfc3986, "http://h:<", 9, "`<` is not allowed in `port`, and no `@` follows"),
        (
            Rfc3987,
            "http://h:\u{E000}/",
            9,
            "`\\u{e000}` (U+E000) is not allowed in `port`, and no `@` follows",
        ),
        (Rfc3986, "http://a b/", 8, "a space is not allowed in a host"),
    ];
    for &(edition, input, offset, headline) in rows {
        let judge = Judge::by_scheme(edition, Reading::Corrected);
        let diagnostic = examine(&judge, input.as_bytes()).diagnostic.expect("it fails");
        let told = (diagnostic.offset, diagnostic.message(&judge, input.as_bytes()));
        assert_eq!(told, (offset, headline.to_owned()), "{input}");
    }
}

/// A reason about brackets names what is wrong with them.
#[test]
fn reasons_about_brackets_are_the_ones_that_hold() {
    let rows = [
        ("http://[v.a]/", "no-address"),
        ("http://[1:2:3:4:5:6:7:1.2.3.4]/", "last-pieces"),
        ("http://[::1.2.3.256]/", "four-numbers"),
        ("http://[a@b", "bracket-missing"),
        ("http://a@b@c/", "second-at"),
        ("//[1:2:3:4::5:6:7:8]", "eight-pieces"),
    ];
    for (input, reason) in rows {
        let judge = Judge::by_scheme(Edition::Rfc3986, Reading::Corrected);
        let diagnostic = examine(&judge, input.as_bytes()).diagnostic.expect("it fails");
        assert_eq!(diagnostic.reason.map_or("", |it| it.name), reason, "{input}");
    }
}
