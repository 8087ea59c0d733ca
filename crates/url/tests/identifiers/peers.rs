//! Two other libraries of the same documents, on the strings of their own published tests.
//!
//! The tests of a package are in the registry's copy of it. Their strings are taken from there,
//! and each is given to both libraries and to this one.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

use urlbnf_url::rfc3986::{Uri, UriReference};
use urlbnf_url::rfc3987::{Iri, IriReference};

use crate::parts::found;
use crate::strings::strings;

/// The folder of a package that this one is tested with.
fn folder(package: &str) -> PathBuf {
    // Packages of other systems are not downloaded.
    let version = Command::new(env!("CARGO")).arg("-vV").output().unwrap();
    let version = String::from_utf8(version.stdout).unwrap();
    let host = version.lines().find_map(|line| line.strip_prefix("host: ")).unwrap();
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--offline", "--filter-platform", host])
        .arg("--manifest-path")
        .arg(concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml"))
        .output()
        .unwrap();
    let metadata: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let packages = metadata["packages"].as_array().unwrap();
    let package = packages.iter().find(|it| it["name"] == package).unwrap();
    Path::new(package["manifest_path"].as_str().unwrap()).parent().unwrap().to_owned()
}

/// The Rust files below a folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten();
    let paths = entries.map(|entry| entry.unwrap().path());
    let below = paths.flat_map(|path| match path.is_dir() {
        true => files(&path),
        false => vec![path],
    });
    below.filter(|path| path.extension().is_some_and(|it| it == "rs")).collect()
}

/// The string literals of a line of Rust, unescaped.
fn literals(line: &str) -> Vec<String> {
    let (mut found, mut chars) = (Vec::new(), line.chars());
    while chars.by_ref().any(|it| it == '"') {
        let mut text = String::new();
        loop {
            match chars.next() {
                None => return found,
                Some('"') => break,
                Some('\\') => match chars.next() {
                    Some('n') => text.push('\n'),
                    Some('t') => text.push('\t'),
                    Some('u') => {
                        let digits: String =
                            chars.by_ref().skip(1).take_while(|&it| it != '}').collect();
                        let code = u32::from_str_radix(&digits, 16).ok();
                        text.extend(code.and_then(char::from_u32));
                    }
                    Some(other) => text.push(other),
                    None => return found,
                },
                Some(other) => text.push(other),
            }
        }
        found.push(text);
    }
    found
}

/// The strings of the tests of a package.
fn suite(package: &str) -> BTreeSet<String> {
    let files = files(&folder(package).join("tests"));
    let texts = files.iter().map(|path| std::fs::read_to_string(path).unwrap());
    texts.flat_map(|text| text.lines().flat_map(literals).collect::<Vec<_>>()).collect()
}

/// Scheme, authority, userinfo, host, port, path, query, fragment.
type OwnedPartTexts = [Option<String>; 8];

/// The parts of a text by this library, by fluent-uri and by iri-string, of one kind.
macro_rules! of_kind {
    ($text:expr, $own:ident, $fluent:ident, $iri_string:ident) => {
        [
            $own::parse($text).ok().map(|it| {
                found(&it, Option::<&str>::from(it.scheme())).map(|it| it.map(str::to_owned))
            }),
            fluent_uri::$fluent::parse($text).ok().map(|it| {
                let authority = it.authority();
                let parts: [Option<&str>; 8] = [
                    Option::from(it.scheme()).map(fluent_uri::component::Scheme::as_str),
                    authority.as_ref().map(|it| it.as_str()),
                    authority.as_ref().and_then(|it| it.userinfo()).map(|it| it.as_str()),
                    authority.as_ref().map(|it| it.host()),
                    authority.as_ref().and_then(|it| it.port()).map(|it| it.as_str()),
                    Some(it.path().as_str()),
                    it.query().map(|it| it.as_str()),
                    it.fragment().map(|it| it.as_str()),
                ];
                parts.map(|it| it.map(str::to_owned))
            }),
            iri_string::types::$iri_string::new($text).ok().map(|it| {
                let authority = it.authority_components();
                let parts: [Option<&str>; 8] = [
                    Option::from(it.scheme_str()),
                    it.authority_str(),
                    authority.as_ref().and_then(|it| it.userinfo()),
                    authority.as_ref().map(|it| it.host()),
                    authority.as_ref().and_then(|it| it.port()),
                    Some(it.path_str()),
                    it.query_str(),
                    it.fragment().map(|it| it.as_str()),
                ];
                parts.map(|it| it.map(str::to_owned))
            }),
        ]
    };
}

/// By kind: the parts by this library, by fluent-uri and by iri-string; `None` if there are none.
fn by_all(text: &str) -> [[Option<OwnedPartTexts>; 3]; 4] {
    [
        of_kind!(text, Uri, Uri, UriStr),
        of_kind!(text, UriReference, UriRef, UriReferenceStr),
        of_kind!(text, Iri, Iri, IriStr),
        of_kind!(text, IriReference, IriRef, IriReferenceStr),
    ]
}

/// Compares all three on strings; returns how many are identifiers of each kind.
#[track_caller]
fn compare<'s>(strings: impl IntoIterator<Item = &'s String>) -> [usize; 4] {
    let mut counts = [0; 4];
    for text in strings {
        for (count, [own, fluent, iri]) in counts.iter_mut().zip(by_all(text)) {
            assert_eq!(own, fluent, "{text:?} by fluent-uri");
            assert_eq!(own, iri, "{text:?} by iri-string");
            *count += usize::from(own.is_some());
        }
    }
    counts
}

#[test]
fn the_suites_of_the_others() {
    for (package, least) in [("fluent-uri", 80), ("iri-string", 100)] {
        let suite = suite(package);
        let counts = compare(&suite);
        println!("{} strings of {package}, of which {counts:?} are identifiers", suite.len());
        assert!(counts[0] > least, "{counts:?}");
    }
}

#[test]
fn the_strings_of_this_repository() {
    let counts = compare(&strings());
    assert!(counts.iter().all(|&count| count > 1_000), "{counts:?}");
}

/// Why another library resolves a reference to something else.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum ResolutionDifference {
    /// The algorithm gives a path that is read as an authority. fluent-uri refuses it, or writes
    /// `/.` before it.
    ReadAgain,
    /// fluent-uri removes segments that are dots when they are decoded. Those of the algorithm
    /// (RFC 3986, section 5.2.4) are `.` and `..` as written.
    EncodedDots,
    /// fluent-uri does not remove dot segments from a path that begins with a segment, such as that
    /// of `x:a/..`, and does not take such an identifier as a base. The algorithm does both.
    Rootless,
    /// fluent-uri removes the dot segments of the base where the reference has no path. The
    /// algorithm takes that path as it is (RFC 3986, section 5.2.2).
    BasePath,
}

impl ResolutionDifference {
    fn classify(
        base: &Uri<&str>,
        reference: &UriReference<&str>,
        own: Option<&str>,
    ) -> Option<Self> {
        let has_authority = reference.authority().is_some()
            || reference.scheme().is_none() && base.authority().is_some();
        let gains = |own| Uri::parse(own).unwrap().authority().is_some();
        if !has_authority && own.is_none_or(gains) {
            return Some(ResolutionDifference::ReadAgain);
        }
        let is_encoded = |segment: urlbnf_url::ast::UrlPart<'_>| {
            let decoded = segment.decoded();
            [&b"."[..], b".."].contains(&&*decoded) && *decoded != *segment.raw().as_bytes()
        };
        let is_rootless = match reference.scheme() {
            Some(_) => reference.authority().is_none() && !reference.path().raw().starts_with('/'),
            None => base.authority().is_none() && !base.path().raw().starts_with('/'),
        };
        if is_rootless {
            return Some(ResolutionDifference::Rootless);
        }
        let is_alone = reference.scheme().is_none() && reference.authority().is_none();
        let is_dots = |it: urlbnf_url::ast::UrlPart<'_>| [".", ".."].contains(&it.raw());
        if is_alone && reference.path().is_empty() && base.segments().any(is_dots) {
            return Some(ResolutionDifference::BasePath);
        }
        let mut segments = base.segments().chain(reference.segments());
        segments.any(is_encoded).then_some(ResolutionDifference::EncodedDots)
    }
}

/// The bases and references of both suites. Where they are resolved to something else, one of the
/// known reasons is there.
#[test]
fn what_the_suites_resolve() {
    let all: BTreeSet<String> =
        suite("fluent-uri").into_iter().chain(suite("iri-string")).collect();
    let bases: Vec<Uri<&str>> = all.iter().filter_map(|it| Uri::parse(it).ok()).collect();
    let references: Vec<UriReference<&str>> =
        all.iter().filter_map(|it| UriReference::parse(it).ok()).collect();
    let (mut compared, mut otherwise) = (0, BTreeMap::new());
    for base in bases.iter().step_by(5) {
        for reference in &references {
            let own = base.resolve(reference).ok().map(|it| it.into_inner());
            // Its base has no fragment.
            let whole = fluent_uri::Uri::parse(base.as_str()).unwrap();
            let fluent = fluent_uri::UriRef::parse(reference.as_str()).unwrap();
            let fluent = fluent.resolve_against(&whole.strip_fragment());
            let fluent = fluent.ok().map(|it| it.as_str().to_owned());
            compared += 1;
            if own != fluent {
                let why = ResolutionDifference::classify(base, reference, own.as_deref());
                let why = why
                    .unwrap_or_else(|| panic!("{reference:?} in {base:?}: {own:?} and {fluent:?}"));
                *otherwise.entry(why).or_insert(0) += 1;
            }
        }
    }
    println!("{compared} resolved, {otherwise:?}");
    assert!(compared > 1_000 && otherwise.len() == 4);
}
