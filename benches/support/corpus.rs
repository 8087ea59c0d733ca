//! A corpus of URLs from the first years of the web; a seed determines it.
//!
//! Lines come in pairs: one is shorter than the average and the other longer by the same
//! length, so that the average is exact.

use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::{Rng as _, SeedableRng as _};

/// The seed of the measured corpus.
pub const SEED: u64 = 1738;
/// The average length of a line in bytes, without its end.
pub const AVERAGE: usize = 56;
/// The maximum difference of a line from the average length.
const SPREAD: usize = 16;

/// The form of the URLs of a scheme.
pub struct SchemeTemplate {
    /// The number of lines in a thousand.
    pub share: usize,
    /// The prefix of the URLs; `HOST` is replaced by a host.
    pub head: &'static str,
    /// The byte between the words of the rest.
    separator: u8,
}

const fn scheme(share: usize, head: &'static str, separator: u8) -> SchemeTemplate {
    SchemeTemplate { share, head, separator }
}

/// The schemes. The shares add up to a thousand.
pub const SCHEMES: &[SchemeTemplate] = &[
    scheme(640, "http://HOST/", b'/'),
    scheme(60, "http://HOST/cgi-bin/query?", b'+'),
    scheme(100, "ftp://HOST/", b'/'),
    scheme(60, "gopher://HOST/11", b'/'),
    scheme(50, "news:", b'.'),
    scheme(40, "mailto:", b'.'),
    scheme(15, "wais://HOST/", b'-'),
    scheme(10, "telnet://", b'.'),
    scheme(10, "file://HOST/", b'/'),
    scheme(15, "x-local:", b'/'),
];

/// The faults: in so many lines of a thousand, these bytes replace bytes near the end. The line
/// may still conform, for example if they are in a query.
pub const FAULTS: &[(usize, &[u8])] =
    &[(50, b"~"), (20, b"#"), (15, b" "), (10, b"%zz"), (5, b"\xE9")];

const WORDS: &[&str] = &[
    "hypertext", "WWW", "TheProject", "pub", "doc", "rfc", "index.html", "papers", "tools", "news",
    "comp", "infosystems", "archive", "home", "people", "users", "data", "images", "logo.gif",
    "software", "unix", "README", "1993", "1994", "info", "physics", "library", "staff", "misc",
];
const DOMAINS: &[&str] = &[".edu", ".com", ".ch", ".ac.uk", ".se", ".org", ".gov"];

/// The lines, each with its end.
pub struct Corpus {
    text: Vec<u8>,
}

impl Corpus {
    /// A corpus of `count` lines.
    pub fn new(seed: u64, count: usize) -> Corpus {
        let mut numbers = CorpusRng(Pcg64Mcg::seed_from_u64(seed));
        let mut text = Vec::with_capacity(count * (AVERAGE + 1));
        let mut spread = 0;
        for line in 0..count {
            let longer = line % 2 == 1;
            if !longer {
                spread = numbers.below(SPREAD + 1);
            }
            // The last line of an odd number has no partner.
            let last = line + 1 == count && !longer;
            let length = match longer {
                _ if last => AVERAGE,
                true => AVERAGE + spread,
                false => AVERAGE - spread,
            };
            numbers.url(length, &mut text);
            text.push(b'\n');
        }
        Corpus { text }
    }

    /// All bytes.
    pub fn text(&self) -> &[u8] {
        &self.text
    }

    /// The lines, without their ends.
    pub fn lines(&self) -> impl Iterator<Item = &[u8]> {
        self.text.split(|&byte| byte == b'\n').filter(|line| !line.is_empty())
    }
}

struct CorpusRng(Pcg64Mcg);

impl CorpusRng {
    fn below(&mut self, bound: usize) -> usize {
        // The bias is negligible here.
        (self.0.next_u64() >> 32) as usize % bound
    }

    fn one_of<'a>(&mut self, words: &[&'a str]) -> &'a str {
        words[self.below(words.len())]
    }

    /// A random item by its share of a thousand; `None` for the rest of the thousand.
    fn share<'a, T>(&mut self, items: &'a [T], share: impl Fn(&T) -> usize) -> Option<&'a T> {
        let mut number = self.below(1000);
        items.iter().find(|item| {
            let found = number < share(item);
            number = number.saturating_sub(share(item));
            found
        })
    }

    /// Appends a URL of a given length.
    fn url(&mut self, length: usize, text: &mut Vec<u8>) {
        let Some(scheme) = self.share(SCHEMES, |scheme| scheme.share) else { return };
        let begin = text.len();
        let host = format!("{}{}", self.one_of(WORDS).replace(".", "-"), self.one_of(DOMAINS));
        text.extend_from_slice(scheme.head.replace("HOST", &host).as_bytes());
        if scheme.head == "mailto:" {
            text.extend_from_slice(b"someone@");
        }
        let mut first = true;
        while text.len() < begin + length {
            if !std::mem::take(&mut first) {
                text.push(scheme.separator);
            }
            // A word in a host must not contain further dots.
            let word = self.one_of(WORDS).replace('.', "");
            text.extend_from_slice(word.as_bytes());
        }
        text.truncate(begin + length);
        if let Some(last) = text.last_mut().filter(|last| !last.is_ascii_alphabetic()) {
            *last = b'x';
        }
        if let Some((_, fault)) = self.share(FAULTS, |(share, _)| *share) {
            let at = text.len() - fault.len() - 2 - self.below(6);
            text[at..at + fault.len()].copy_from_slice(fault);
        }
    }
}
