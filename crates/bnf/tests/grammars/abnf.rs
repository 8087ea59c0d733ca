//! Writes the random grammars in ABNF, with the many ways in which ABNF can write one thing.

use super::draw::{GrammarRng, RandomExpr, RandomGrammar};

/// The grammar as a `.abnf` text.
pub fn written(drawn: &RandomGrammar, numbers: &mut GrammarRng) -> String {
    let mut writing = AbnfWriter { numbers };
    let mut text = String::from("; a grammar that was drawn\n; urlbnf: start P0\n\n");
    let indent = [" ", "", "", "   "][writing.numbers.below(4)];
    let mut defined = Vec::new();
    for (name, body) in &drawn.definitions {
        let sign = if defined.contains(name) { "=/" } else { "=" };
        defined.push(*name);
        let body = body.as_ref().map_or("\"\"".to_owned(), |body| writing.part(body, false));
        let (name, sign) = (writing.name(*name), writing.spaced(sign));
        text += &format!("{indent}{name}{sign}{body}{}", writing.end());
    }
    match writing.numbers.below(3) {
        // The last line may lack its line end.
        0 => text.trim_end().to_owned(),
        1 => text.replace('\n', "\r\n"),
        _ => text,
    }
}

struct AbnfWriter<'n> {
    numbers: &'n mut GrammarRng,
}

impl AbnfWriter<'_> {
    fn one_of<'t>(&mut self, all: &[&'t str]) -> &'t str {
        all[self.numbers.below(all.len())]
    }

    /// The end of a rule, and what may occur between two rules.
    fn end(&mut self) -> &'static str {
        self.one_of(&[
            "\n",
            "\n",
            " ; \"\n",
            "\n\n; p0 = \"x\"\n",
            "\nA    B    [Page 7]\n\u{C}\nRFC 1  A\n",
        ])
    }

    /// White space, which may continue on another line.
    fn gap(&mut self) -> &'static str {
        self.one_of(&[" ", " ", " ", "  ", "\t", " ; = \"\n      ", "\n\n        "])
    }

    fn spaced(&mut self, sign: &str) -> String {
        format!("{}{sign}{}", self.one_of(&["", " "]), self.gap())
    }

    fn name(&mut self, name: usize) -> String {
        format!("{}{name}", self.one_of(&["p", "P"]))
    }

    /// `tight`: whether the part has neighbours, so that alternatives need parentheses.
    fn part(&mut self, part: &RandomExpr, tight: bool) -> String {
        match part {
            RandomExpr::Literal(text) => self.literal(text),
            RandomExpr::Name(name) if self.numbers.below(8) == 0 => {
                format!("<{}>", self.name(*name))
            }
            RandomExpr::Name(name) => self.name(*name),
            RandomExpr::Sequence(parts) => self.sequence(parts),
            RandomExpr::Choice(parts) => {
                let text = match range(parts) {
                    Some(range) => range,
                    None => {
                        let all: Vec<String> =
                            parts.iter().map(|it| self.part(it, false)).collect();
                        let or = self.one_of(&["/", "/", "/", "|"]);
                        let gaps = (self.gap(), self.gap());
                        all.join(&format!("{}{or}{}", gaps.0, gaps.1))
                    }
                };
                if tight { format!("({text})") } else { text }
            }
            RandomExpr::Optional(body) if !has_name(body) && self.numbers.below(3) == 0 => {
                format!("*1({})", self.part(body, false))
            }
            RandomExpr::Optional(body) => {
                format!("[{}{}]", self.gap(), self.part(body, false))
            }
            RandomExpr::Repetition(least, body) => {
                let count = match least {
                    0 => self.one_of(&["", "0"]).to_owned(),
                    least => least.to_string(),
                };
                match **body {
                    RandomExpr::Literal(_) | RandomExpr::Name(_) => {
                        format!("{count}*{}", self.part(body, true))
                    }
                    _ => format!("{count}*({})", self.part(body, false)),
                }
            }
        }
    }

    /// Writes a sequence. Equal neighbours may be written as a repetition.
    fn sequence(&mut self, parts: &[RandomExpr]) -> String {
        let mut all = Vec::new();
        let mut at = 0;
        while at < parts.len() {
            let same = parts[at..].iter().take_while(|it| **it == parts[at]).count();
            let more = RandomExpr::Optional(Box::new(parts[at].clone()));
            if parts.get(at + same) == Some(&more) && !has_name(&parts[at]) {
                // One repetition more is allowed.
                let most = same + 1;
                all.push(format!("{same}*{most}({})", self.part(&parts[at], false)));
                at += same + 1;
            } else if same > 1 && !has_name(&parts[at]) && self.numbers.below(2) == 0 {
                let count = self.one_of(&["", "*"]);
                let most = if count.is_empty() { String::new() } else { same.to_string() };
                all.push(format!("{same}{count}{most}({})", self.part(&parts[at], false)));
                at += same;
            } else {
                all.push(self.part(&parts[at], true));
                at += 1;
            }
        }
        let gap = self.gap();
        all.join(gap)
    }

    fn literal(&mut self, text: &str) -> String {
        let values = |base: &str, one: &dyn Fn(u8) -> String| {
            format!("%{base}{}", text.bytes().map(one).collect::<Vec<_>>().join("."))
        };
        match self.numbers.below(5) {
            0 => values("x", &|it| format!("{it:x}")),
            1 => values("D", &|it| it.to_string()),
            2 => values("b", &|it| format!("{it:b}")),
            _ if text == "%" => self.one_of(&["\"%\"", "%i\"%\"", "%I\"%\""]).to_owned(),
            _ => format!("{}\"{text}\"", self.one_of(&["%s", "%S"])),
        }
    }
}

/// Alternatives of consecutive characters as a range.
fn range(parts: &[RandomExpr]) -> Option<String> {
    let byte = |part: &RandomExpr| match part {
        RandomExpr::Literal(text) => <[u8; 1]>::try_from(text.as_bytes()).ok().map(|[byte]| byte),
        _ => None,
    };
    let bytes: Vec<u8> = parts.iter().map(byte).collect::<Option<_>>()?;
    let (first, last) = (bytes.first()?, bytes.last()?);
    let rises = bytes.windows(2).all(|two| two[0] + 1 == two[1]);
    (bytes.len() > 1 && rises).then(|| match first % 3 {
        0 => format!("%d{first}-{last}"),
        1 => format!("%x{first:X}-{last:X}"),
        _ => format!("%b{first:b}-{last:b}"),
    })
}

fn has_name(part: &RandomExpr) -> bool {
    match part {
        RandomExpr::Literal(_) => false,
        RandomExpr::Name(_) => true,
        RandomExpr::Sequence(parts) | RandomExpr::Choice(parts) => parts.iter().any(has_name),
        RandomExpr::Optional(body) | RandomExpr::Repetition(_, body) => has_name(body),
    }
}
