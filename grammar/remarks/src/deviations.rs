//! The remarks on the transcriptions: the deviations and the shortcuts.

use urlbnf_grammar::Bnf;
use urlbnf_grammar::Bnf::{
    Rfc1630, Rfc1630Generic, Rfc1738, Rfc2396, Rfc2732, Rfc3986, Rfc3987, Rfc6874, Url00, Url01,
    Url02, Url03, Url06,
};

use crate::remark::RemarkKind::{Deviation, Shortcut};
use crate::remark::{Remark, RemarkKind, RemarkNumber};

const fn of(
    kind: RemarkKind,
    number: u8,
    editions: &'static [Bnf],
    what: &'static str,
    why: &'static str,
) -> Remark {
    let number = RemarkNumber { kind, number };
    Remark { number, editions, productions: &[], what, meant: "", why }
}

/// The remarks on rules, by kind and number.
pub(crate) const DEVIATIONS: &[Remark] = &[
    of(
        Deviation,
        3,
        &[Url00, Url01, Url02, Url03, Rfc1630Generic, Rfc1630],
        "a production that ends in itself is a repetition",
        "a rule that calls itself needs more stack at each turn, and a long URL would use it up",
    ),
    of(
        Deviation,
        4,
        Bnf::ALL,
        "the alternatives are in another order; where that is not enough, an alternative counts \
         only if it reaches the end of the URL",
        "the first alternative that fits wins, even if the rest of the URL then does not fit. \
         With `void` before `xpalphas` every path would be empty; with `generic` first every URL \
         would be a generic one; with `waisindex` first no WAIS document would be accepted",
    ),
    of(
        Deviation,
        5,
        &[Url00, Url01, Url02, Url03, Rfc1630],
        "before `@`, `xalphas` ends at the last `@` with which what must follow can begin",
        "`@` is an xalpha: taken greedily, `xalphas` would swallow it and the host. Of several \
         `@` any could be the one; the last is chosen",
    ),
    of(
        Deviation,
        6,
        &[Url00, Url01, Url02, Url03, Rfc1630],
        "in `hostname` and `group`, a label ends before a `.` with a letter after it",
        "`.` is an xalpha: the first label would swallow the others. Of the derivations, the one \
         with the most labels is chosen",
    ),
    of(
        Deviation,
        7,
        &[Url01, Url02],
        "a host name ends before a `:` with digits after it, if those end the name",
        "`:` is an xalpha in these two: the host would swallow the port",
    ),
    of(
        Deviation,
        8,
        &[Url01, Url02],
        "the scheme of `generic` ends at a `:`: at the first; as printed at the last with which a \
         path can begin",
        "`:` is an xalpha in these two: the scheme would swallow it. As printed a segment of the \
         path has two characters at most, so that only the last leaves a path that can be one",
    ),
    of(
        Deviation,
        9,
        &[Url01, Url02, Url03, Rfc1630],
        "before `%00 version`, `hsoname` ends where the version begins",
        "`%00` is an escape, and so a part of a path: the name would swallow the version",
    ),
    of(
        Deviation,
        10,
        &[Url00, Url01, Url02, Url03, Rfc1630],
        "the optional user is an alternative of its own with the host, and where a host could end \
         too early, what follows it must not go on",
        "`@` is an xalpha: what looks like a user can be a part of the host name",
    ),
    of(
        Deviation,
        11,
        &[Rfc1738, Rfc2396, Rfc2732],
        "a label is written as letters and digits, and hyphens that one of these follows",
        "the alternative of one character would always win, and the repetition would take the \
         last character",
    ),
    of(
        Deviation,
        12,
        &[Url00, Url03, Rfc1630, Rfc2732],
        "a name without a definition is a rule that never matches",
        "pest has no rule without a definition, and a name without one derives nothing",
    ),
    of(
        Deviation,
        13,
        &[Url03, Rfc1630],
        "the words of `search` end before a `+` that another word follows",
        "`+` is safe, and so an xalpha, in this BNF: the first word would swallow the others",
    ),
    of(
        Deviation,
        14,
        &[Url06, Rfc1738],
        "`selector` and the first `search` end before `%09`, if all parts then fit; else the \
         selector is all of the rest",
        "`%09` is an escape, and so a part of either",
    ),
    of(
        Deviation,
        15,
        &[Rfc1738],
        "`ip-schemepart` is tried before `*xchar`, and must fit all that is left",
        "`*xchar` first would always win. It derives all strings that `ip-schemepart` derives, so \
         only the tree would differ",
    ),
    of(
        Deviation,
        16,
        &[Url00],
        "both definitions of `xpalphas` are one repetition",
        "a name that is defined twice derives what either does, and one of them begins with \
         itself, which no PEG can read",
    ),
    of(
        Deviation,
        18,
        &[Url06],
        "in `fieldspec` the name ends before the first `=`",
        "`=` is an extra in this BNF, and so a part of the name: it would swallow the value",
    ),
    of(
        Deviation,
        19,
        &[Rfc2396, Rfc2732],
        "in `hostname`, a `.` belongs to a label only if a letter or digit follows it",
        "the name may end with a `.`: the repetition would swallow `toplabel` and it",
    ),
    of(
        Deviation,
        20,
        &[Rfc3986, Rfc3987, Rfc6874],
        "in the beginnings of `IPv6address`, a `h16 \":\"` counts only if no second `:` follows",
        "that colon is the first of the two of `::`: the repetition would swallow it, and with \
         it the last `h16` before them",
    ),
    of(
        Deviation,
        21,
        &[Rfc2732],
        "in `hexseq`, a group counts only if no `.` follows it",
        "it is then the first number of the IPv4address after it: the repetition would swallow it",
    ),
    of(
        Shortcut,
        1,
        Bnf::ALL,
        "a list of letters or digits is a range",
        "it is the same set, and a range is compared once where a list is compared once for each \
         character",
    ),
];
