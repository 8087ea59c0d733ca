//! x
fn main() {
    use urlbnf::*;
    let a: Vec<String> = std::env::args().collect();
    let e: Edition = a[1].parse().unwrap();
    for r in Reading::ALL {
        let g = Grammar::of(e, r);
        let s = a.get(3).map_or(g.start(), |n| g.find(n).unwrap());
        match parse(e, r, s, a[2].as_bytes()) { Ok(t) => println!("{t}"), Err(_) => println!("{r} rejected") }
    }
}
