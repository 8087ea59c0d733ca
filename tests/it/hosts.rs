//! Headlines for hosts, ports and addresses, from RFC 2732 on.
//!
//! In these grammars, the production that fails is often far from the fault: a bad port fails
//! as a user without an `@`.

use urlbnf::diagnose::examine;
use urlbnf::{Edition, Judge, Reading};

#[test]
fn the_headline_names_the_intended_part() {
    for (input, wanted) in [
        ("//a:x", "the input stops here: `x` is no `port`, and no `@` follows"),
        ("http://a b/", "a space is not allowed in a host"),
        ("http://::1/", "an IPv6 address without brackets is no host"),
    ] {
        for edition in [Edition::Rfc3986, Edition::Rfc3987, Edition::Rfc6874] {
            let judge = Judge::by_scheme(edition, Reading::Corrected);
            let diagnostic = examine(&judge, input.as_bytes()).diagnostic.expect("it fails");
            assert_eq!(diagnostic.message(&judge, input.as_bytes()), wanted);
            let story = diagnostic.reason.and_then(|it| it.explanation).expect("a story");
            let told = story.production.iter().find_map(|name| judge.grammar().find(name));
            let told = told.expect("a production");
            let names = judge.grammar().production(told).alternatives();
            let names: Vec<&str> = names
                .flat_map(|it| it.references())
                .map(|(id, _)| judge.grammar().name(id))
                .collect();
            assert!(story.remarks.iter().any(|(name, _)| names.contains(name)), "{names:?}");
        }
    }
}
