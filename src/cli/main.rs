//! x
fn main() {
    use urlbnf::*;
    let a: Vec<String> = std::env::args().collect();
    let e: Edition = a[1].parse().unwrap();
    for r in Reading::ALL {
        let g = Grammar::of(e, r);
        let j = match a.get(3) {
            Some(n) => Judge::by_start(e, r, g.find(n).unwrap()),
            None => Judge::by_scheme(e, r),
        };
        let w = a[2].as_bytes();
        let x = urlbnf::diagnose::examine(&j, w);
        println!("{r} {} {:?}", x.judgement.verdict, x.judgement.matched.map(|m| g.name(m)));
        if let Some(d) = &x.diagnostic {
            println!(
                "  {} at {} {} | {} | {} | {:?} | {} | help {:?} {:?}",
                d.code,
                d.offset,
                d.message(&j, w),
                d.chain_text(g),
                d.expected_text(g),
                d.found_text(&j),
                d.citation(&j),
                d.help(&j, w),
                d.repair.as_ref().map(|r| &r.replacement)
            );
        }
        for n in &x.notes {
            println!("  note {}", n.text(&j));
        }
    }
}
