//! Compares two languages: is every even number of `a` also divisible by three?
//!
//! `cargo run -p urlbnf-language --example compare`

use urlbnf_language::{Census, CharacterSet, Exceeded, Limits, Nfa, Work};

/// The strings of `a` whose length is a multiple of `length`.
fn multiples_of(length: usize) -> Nfa {
    let a = CharacterSet::from_byte(b'a');
    Nfa {
        steps: (0..length).map(|state| vec![(a, (state + 1) % length)]).collect(),
        accepting: (0..length).map(|state| state == 0).collect(),
        starts: vec![0],
    }
}

fn main() -> Result<(), Exceeded> {
    let work = &mut Work::new(&Limits::default());
    let even = multiples_of(2).determinise(work)?;
    let by_three = multiples_of(3).determinise(work)?;

    let relation = even.relation(&by_three, work)?;
    let show = |string: Option<&[u8]>| String::from_utf8_lossy(string.unwrap_or(b"-")).into_owned();
    println!("from the one to the other: {}", relation.name());
    println!("lost, at the shortest: {}", show(relation.lost()));
    println!("gained, at the shortest: {}", show(relation.gained()));

    let both = even.intersection(&by_three, work)?.minimise();
    println!("in both: {} states", both.len());
    println!("of length 12: {}", Census::within(&both, 12, work)?.count(12));
    Ok(())
}
