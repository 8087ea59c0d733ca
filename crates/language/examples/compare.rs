//! Compares two languages: is every even number of `a` also divisible by three?
//!
//! `cargo run -p urlbnf-language --example compare`

use urlbnf_language::{Census, CharacterSet, Exceeded, Limits, Nfa};

/// The strings of `a` whose length is a multiple of `length`.
fn multiples_of(length: usize) -> Nfa {
    let a = CharacterSet::from_byte(b'a');
    Nfa {
        steps: (0..length).map(|state| vec![(a, (state + 1) % length)]).collect(),
        accepting: (0..length).map(|state| state == 0).collect(),
        starts: vec![0],
    }
}

#[expect(clippy::disallowed_methods, reason = "the example has no user")]
fn main() -> Result<(), Exceeded> {
    let limits = Limits::without_budget();
    let even = multiples_of(2).determinise(&limits)?;
    let by_three = multiples_of(3).determinise(&limits)?;

    let relation = even.relation_within(&by_three, &limits)?;
    let show = |string: Option<&[u8]>| String::from_utf8_lossy(string.unwrap_or(b"-")).into_owned();
    println!("from the one to the other: {}", relation.name());
    println!("lost, at the shortest: {}", show(relation.lost()));
    println!("gained, at the shortest: {}", show(relation.gained()));

    let both = even.intersection_within(&by_three, &limits)?.minimise();
    println!("in both: {} states", both.len());
    println!("of length 12: {}", Census::within(&both, 12, &limits)?.count(12));
    Ok(())
}
