//! The operations that the documents describe in prose: parts, encodings, partial forms,
//! wrappers, access, warnings.

use urlbnf::ast::UrlWithFragment;
use urlbnf::bnf::{CharacterSet, ProductionId};
use urlbnf::escape::{
    EncodingTarget, UrlComparison, canonical, compare, decode, encode, readable, safer,
};
use urlbnf::octets;
use urlbnf::resolve::{ResolutionRule, is_absolute, resolve, shorten};
use urlbnf::warning::warnings;
use urlbnf::wrapper::{WrappedUrlStream, find};
use urlbnf::{Edition, Reading, access};

use crate::mutation::CaseRng;
use crate::{Discrepancy, expect};

/// Runs all operations on one URL.
pub fn alone(url: &[u8], chance: &mut CaseRng) -> Result<(), Discrepancy> {
    let _ = (octets::triplet(url), octets::decoded(url));
    for edition in Edition::ALL {
        if let Some(address) = UrlWithFragment::parse(edition, url) {
            let _ = access::access(edition, &address).to_string();
            for warning in warnings(edition, &address) {
                let _ = (warning.to_string(), warning.code());
            }
            let _ = (address.url.server(), address.url.login(), address.to_string());
        }
        rewritten(edition, url, chance)?;
    }
    encoded(url, chance)
}

/// Checks that rewriting a URL yields an equivalent URL.
fn rewritten(edition: Edition, url: &[u8], chance: &mut CaseRng) -> Result<(), Discrepancy> {
    let some: CharacterSet = (0..chance.below(6)).map(|_| chance.below(128) as u8).collect();
    let none = CharacterSet::default();
    let _ = decode(edition, url);
    let Ok(canon) = canonical(edition, url) else {
        return expect(safer(edition, url, none).is_err(), || format!("{edition}: bad triplets"));
    };
    let shown = canon.escape_ascii().to_string();
    expect(canonical(edition, &canon).as_ref() == Ok(&canon), || {
        format!("{edition}: canonical is not canonical: {shown}")
    })?;
    let others = [
        ("canonical", Ok(canon)),
        ("safer", safer(edition, url, some)),
        ("readable", readable(edition, url, some)),
    ];
    for (what, other) in others {
        let other = other.map_err(|error| format!("{edition}, {what}: {error}"))?;
        // A string that is not a URI is equivalent to none, but has the same encoded characters.
        let agrees =
            |it: UrlComparison| it.is_same() || matches!(it, UrlComparison::OnNoRung { .. });
        let same = compare(edition, url, &other).map(agrees);
        expect(same == Ok(true), || {
            format!("{edition}, {what} with {some:?} is another URL: {}", other.escape_ascii())
        })?;
    }
    Ok(())
}

/// Checks that encoded octets are decoded to the same octets.
fn encoded(octets: &[u8], chance: &mut CaseRng) -> Result<(), Discrepancy> {
    let Some(&edition) = chance.one_of(&Edition::ALL) else { return Ok(()) };
    let grammar = edition.grammar(Reading::Corrected);
    let ids: Vec<ProductionId> = grammar.ids().collect();
    let Some(&id) = chance.one_of(&ids) else { return Ok(()) };
    let Ok(component) = EncodingTarget::for_production(edition, Reading::Corrected, id, None)
    else {
        return Ok(());
    };
    let Ok(text) = encode(&component, octets) else { return Ok(()) };
    let back = decode(edition, text.as_bytes());
    expect(back.as_deref() == Ok(octets), || {
        format!("{edition}, {}: {text} is decoded to {back:?}", component.name)
    })
}

/// Runs all operations on two URLs.
pub fn pair(one: &[u8], other: &[u8], chance: &mut CaseRng) -> Result<(), Discrepancy> {
    for edition in Edition::ALL {
        let there = compare(edition, one, other).map(|it| it.is_same());
        let back = compare(edition, other, one).map(|it| it.is_same());
        // If both are bad, the error names the first.
        expect(there.is_err() == back.is_err() && (there.is_err() || there == back), || {
            format!("{edition}: {there:?} one way, {back:?} the other")
        })?;
        let same = compare(edition, one, one).map(|it| it.is_same());
        expect(same != Ok(false), || format!("{edition}: not the same as itself"))?;
    }
    // A URL that shares a prefix with its base.
    let alike = [&one[..chance.below(one.len() + 1)], other].concat();
    for rule in ResolutionRule::ALL {
        for reference in [other, &alike] {
            if let Ok(resolution) = resolve(rule, one, reference) {
                let last = resolution.steps.last().map(|step| &step.uri);
                expect(last == Some(&resolution.uri), || format!("{rule}: the last step"))?;
            }
            let Ok(short) = shorten(rule, one, reference) else { continue };
            // RFC 3986 removes dot segments from an absolute form too.
            let itself = resolve(rule, one, reference).is_ok_and(|it| it.uri == *reference);
            if !is_absolute(rule, reference) || !itself {
                continue;
            }
            let again = resolve(rule, one, &short).map(|it| it.uri);
            expect(again.as_deref() == Ok(reference), || {
                format!("{rule}: shortened to {}, resolved to {again:?}", short.escape_ascii())
            })?;
        }
    }
    Ok(())
}

/// Finds URLs in a text, which must give the same result in pieces as in the whole.
pub fn wrapped(text: &[u8], chance: &mut CaseRng) -> Result<(), Discrepancy> {
    let all = find(text);
    let (mut stream, mut pieces, mut rest) = (WrappedUrlStream::default(), Vec::new(), text);
    while !rest.is_empty() {
        let (piece, behind) = rest.split_at((chance.below(60) + 1).min(rest.len()));
        pieces.extend(stream.push(piece));
        rest = behind;
    }
    pieces.extend(stream.finish());
    expect(pieces == all, || format!("whole: {all:?}\nin pieces: {pieces:?}"))?;
    let mut end = 0;
    for found in all {
        let wrapped = text.get(found.span.clone()).unwrap_or_default();
        expect(wrapped.starts_with(b"<") && wrapped.ends_with(b">"), || {
            format!("no wrapper: {}", wrapped.escape_ascii())
        })?;
        expect(found.span.start >= end, || format!("out of order: {:?}", found.span))?;
        end = found.span.end;
        let before = &text[..found.span.start];
        let line = before.iter().filter(|byte| **byte == b'\n').count() + 1;
        let column = before.iter().rev().take_while(|byte| **byte != b'\n').count() + 1;
        expect((found.line, found.column) == (line, column), || {
            format!("at {}:{}, not {line}:{column}", found.line, found.column)
        })?;
        for doubt in &found.doubts {
            let _ = (doubt.to_string(), doubt.other());
        }
    }
    Ok(())
}
