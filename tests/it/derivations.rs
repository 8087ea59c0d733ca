//! Derivation trees as the parser returns them, and completed.

use urlbnf::derivation::{complete, verify};
use urlbnf::{Edition, Reading, parse};

use crate::support::production;

#[track_caller]
fn completed(edition: Edition, start: &str, input: &str, outline: &str) {
    let start = production(edition, Reading::Printed, start);
    let tree = parse(edition, Reading::Printed, start, input.as_bytes()).unwrap();
    assert_eq!(verify(&tree), Ok(()));
    let complete = complete(&tree).unwrap();
    assert_eq!(verify(&complete), Ok(()));
    assert_eq!(complete.outline().trim_end(), outline);
}

#[test]
fn right_recursion_is_folded_again() {
    completed(
        Edition::Rfc1630,
        "digits",
        "12",
        "digits \"12\"\n  digit \"1\"\n  digits \"2\"\n    digit \"2\"",
    );
}

#[test]
fn a_closure_is_folded_to_the_right() {
    completed(
        Edition::Url00,
        "xpalphas",
        "-+",
        "xpalphas \"-+\"\n  xpalphas \"-\"\n    xalpha \"-\"\n  xpalphas \"+\"",
    );
}

#[test]
fn an_escape_is_derived_to_its_digits() {
    completed(
        Edition::Rfc1738,
        "fsegment",
        "?%4F",
        "fsegment \"?%4F\"\n  uchar \"%4F\"\n    escape \"%4F\"\n      hex \"4\"\n        digit \"4\"\n      hex \"F\"",
    );
}
