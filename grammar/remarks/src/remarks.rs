//! All remarks on the grammars: the errata, interpretations, notes and deviations.
//!
//! They are written down here alone. The tables of `grammar/README.md` are made of them; where each applies is marked in the grammar files.

use crate::remark::RemarkKind::{Deviation, Erratum, Interpretation, Note, Shortcut};
use crate::remark::{Remark, RemarkKind, RemarkNumber};
use urlbnf_grammar::Bnf;
use urlbnf_grammar::Bnf::{
    Rfc1630, Rfc1630Generic, Rfc1738, Rfc1808, Rfc2396, Url00, Url01, Url02, Url03, Url06,
};

type Texts = &'static [&'static str];

const fn of_text(
    kind: RemarkKind,
    number: u8,
    editions: &'static [Bnf],
    productions: Texts,
    what: &'static str,
    meant: &'static str,
    why: &'static str,
) -> Remark {
    Remark { number: RemarkNumber { kind, number }, editions, productions, what, meant, why }
}

const fn of_rule(
    kind: RemarkKind,
    number: u8,
    editions: &'static [Bnf],
    what: &'static str,
    why: &'static str,
) -> Remark {
    of_text(kind, number, editions, &[], what, "", why)
}

/// All remarks, kind by kind, in the order of their numbers.
pub const REMARKS: &[Remark] = &[
    of_text(
        Interpretation,
        1,
        &[Url02, Url03],
        &["url"],
        "`ur l`",
        "`url`",
        "`uri` is defined as `url` and as nothing else, and no production has that name (page \
         17); as printed there would be no URI. In draft 03 `prefixedurl` names `url`, and \
         nothing else defines it (page 13)",
    ),
    of_text(
        Interpretation,
        2,
        &[Url02],
        &["digit"],
        "no name, only `0 |1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9`",
        "`digit`",
        "`xalpha`, `hex`, `digits` and `alphanum` name `digit`, and nothing else defines it; \
         drafts 00 and 01 print the name before the same line",
    ),
    of_text(
        Interpretation,
        3,
        &[Url06, Rfc1738],
        &["gopherurl"],
        "`[ / [ gtype`",
        "`[ \"/\" [ gtype`",
        "literals are quoted in this notation, and a bare `/` is no operator of it; section 3.4 \
         has `gopher://<host>:<port>/<gopher-path>`, and RFC Editor erratum 5118 reads it so",
    ),
    of_text(
        Interpretation,
        4,
        &[Url00],
        &["xpalphas"],
        "`xpalphas` twice: `xalpha | +`, then `xpalphas [ xpalphas ]`",
        "what either derives",
        "a BNF gives a name all its alternatives, on however many lines; which name the first was \
         to have, E2 says",
    ),
    of_text(
        Interpretation,
        5,
        &[Url06],
        &["punctuation"],
        "`\"\"\"`",
        "`<\">`",
        "literals stand between quotation marks, and nothing stands between the first two; the \
         prose of section 2.2 speaks of the quote mark beside `\"<\"` and `\">\"`, and RFC 1738 \
         prints `<\">`. No production uses `punctuation`",
    ),
    of_text(
        Erratum,
        1,
        &[Url00],
        &["waisaddress"],
        "`w a i s : index | waisdoc`",
        "`waisindex | waisdoc`",
        "nothing defines `index`, and nothing uses `waisindex`, which is the next production; \
         draft 01 prints it as meant",
    ),
    of_text(
        Erratum,
        2,
        &[Url00],
        &["xpalpha", "xpalphas"],
        "`xpalphas` twice: `xalpha | +`, then `xpalphas [ xpalphas ]`",
        "`xpalpha` is the unit, and `xpalphas` is `xpalpha [ xpalphas ]`",
        "draft 01 prints the first under the name `xpalpha`; `xalpha` and `xalphas` are such a \
         pair two lines above. The language is the same",
    ),
    of_text(
        Erratum,
        3,
        &[Url01, Url02, Rfc1630Generic],
        &["xpalphas"],
        "`xpalpha [ xpalpha ]`",
        "`xpalpha [ xpalphas ]`",
        "as printed a path segment is one or two characters long, and `http://info.cern.ch/pub` \
         no URL; `xalphas`, two lines above, has the plural, as has `xpalphas` in RFC 1630's \
         other BNF (page 26)",
    ),
    of_text(
        Erratum,
        4,
        &[Url02, Url03],
        &["mailtoaddress"],
        "`m a i l t o : : xalphas @ hostname`",
        "`m a i l t o : xalphas @ hostname`",
        "“the mailto: URL” (draft 02, page 15), one colon; so does RFC 1630 print it (RFC 1630, \
         page 24)",
    ),
    of_text(
        Erratum,
        5,
        &[Url03, Rfc1630],
        &["ftpaddress"],
        "`[  ftptype ]`",
        "`[ ; t y p e = ftptype ]`",
        "“`;type = <type-code>`” (RFC 1630, page 16; draft 03, page 6); without it the type would \
         run into the path, and could not be told from it",
    ),
    of_text(
        Erratum,
        6,
        &[Url03, Rfc1630],
        &["addr-spec", "content-identifier"],
        "used, and defined nowhere",
        "`xalphas @ hostname`",
        "a Message-Id without its `<>` has a format that “happens to be the same as addr-spec \
         format for mailboxes” (RFC 1630, page 20), `cid:` “is similar to \"mid:\"” (RFC 1630, \
         page 20), and `mailtoaddress` writes an RFC 822 address as `xalphas @ hostname` (page \
         24)",
    ),
    of_text(
        Note,
        1,
        &[Url03, Rfc1630],
        &["safe"],
        "`-` twice: `$ | - | _ | @ | . | & | + | -`",
        "once",
        "RFC 1630, page 26, prints it so; an alternative that is there already adds no string. \
         The `+` of the same line is new, and makes `xpalpha`, which adds `+` to xalpha, the same \
         as xalpha",
    ),
    of_text(
        Note,
        2,
        &[Url06],
        &["fileurl", "host"],
        "`\"file://\" host [ \"/\" fpath ]`",
        "as printed",
        "the prose has it otherwise: “can be the string \"localhost\" or the empty string” (draft \
         06, section 3.10). RFC 1738 prints `[ host | \"localhost\" ]`",
    ),
    of_text(
        Note,
        3,
        &[Url06],
        &["extra", "reserved"],
        "`=` in both",
        "as printed",
        "so the name of a Prospero field may have the `=` that ends it. In RFC 1738 `extra` has \
         it no more",
    ),
    of_text(
        Note,
        4,
        &[Rfc1808],
        &["URL", "fragment"],
        "`[ \"#\" fragment ]` in `URL`",
        "as printed",
        "“Note that the fragment identifier (and the \"#\" that precedes it) is not considered \
         part of the URL.” (RFC 1808, page 3). The start is what the grammar says",
    ),
    of_text(
        Note,
        5,
        &[Rfc2396],
        &["relativeURI", "rel_path"],
        "a path of one segment at least",
        "as printed",
        "the prose resolves a query alone: “?y = http://a/b/c/?y” (RFC 2396, page 30), and such a \
         reference has no production. RFC 3986 says: “The ABNF has been corrected to allow the \
         path component to be empty.” (RFC 3986, page 55)",
    ),
    of_text(
        Note,
        6,
        &[Rfc2396],
        &["authority", "server", "reg_name"],
        "`server | reg_name`",
        "as printed",
        "whatever is a server and is not empty is a reg_name too, but for nothing; the tree has \
         the server where there can be one",
    ),
    of_rule(
        Deviation,
        3,
        &[Url00, Url01, Url02, Url03, Rfc1630Generic, Rfc1630],
        "a production that ends in itself is a repetition",
        "a rule that calls itself needs more stack at each turn, and a long URL would use it up",
    ),
    of_rule(
        Deviation,
        4,
        &[Url00, Url01, Url02, Url03, Rfc1630Generic, Rfc1630, Url06, Rfc1738, Rfc1808, Rfc2396],
        "alternatives stand in another order; where that is not enough, an alternative counts \
         only if it reaches the end of the URL",
        "the first alternative that fits wins, even if the rest of the URL then does not fit. \
         With `void` before `xpalphas` every path would be empty; with `generic` first every URL \
         would be a generic one; with `waisindex` first no WAIS document would be accepted",
    ),
    of_rule(
        Deviation,
        5,
        &[Url00, Url01, Url02, Url03, Rfc1630],
        "before `@`, `xalphas` ends at the last `@` with which what must follow can begin",
        "`@` is an xalpha: taken greedily, `xalphas` would swallow it and the host. Of several \
         `@` any could be the one; the last is chosen",
    ),
    of_rule(
        Deviation,
        6,
        &[Url00, Url01, Url02, Url03, Rfc1630],
        "in `hostname` and `group`, a label ends before a `.` with a letter after it",
        "`.` is an xalpha: the first label would swallow the others. Of the derivations, the one \
         with the most labels is chosen",
    ),
    of_rule(
        Deviation,
        7,
        &[Url01, Url02],
        "a host name ends before a `:` with digits after it, if those end the name",
        "`:` is an xalpha in these two: the host would swallow the port",
    ),
    of_rule(
        Deviation,
        8,
        &[Url01, Url02],
        "the scheme of `generic` ends at a `:`: at the first; as printed at the last with which a \
         path can begin",
        "`:` is an xalpha in these two: the scheme would swallow it. As printed a segment of the \
         path has two characters at most, so that only the last leaves a path that can be one",
    ),
    of_rule(
        Deviation,
        9,
        &[Url01, Url02, Url03, Rfc1630],
        "before `%00 version`, `hsoname` ends where the version begins",
        "`%00` is an escape, and so a part of a path: the name would swallow the version",
    ),
    of_rule(
        Deviation,
        10,
        &[Url00, Url01, Url02, Url03, Rfc1630],
        "the optional user is an alternative of its own with the host, and where a host could end \
         too early, what follows it must not go on",
        "`@` is an xalpha: what looks like a user can be a part of the host name",
    ),
    of_rule(
        Deviation,
        11,
        &[Rfc1738, Rfc2396],
        "a label is written as letters and digits, and hyphens that one of these follows",
        "the alternative of one character would always win, and the repetition would take the \
         last character",
    ),
    of_rule(
        Deviation,
        12,
        &[Url00, Url03, Rfc1630],
        "a name without a definition is a rule that never matches",
        "pest has no rule without a definition, and a name without one derives nothing",
    ),
    of_rule(
        Deviation,
        13,
        &[Url03, Rfc1630],
        "the words of `search` end before a `+` that another word follows",
        "`+` is safe, and so an xalpha, in this BNF: the first word would swallow the others",
    ),
    of_rule(
        Deviation,
        14,
        &[Url06, Rfc1738],
        "`selector` and the first `search` end before `%09`, if all parts then fit; else the \
         selector is all of the rest",
        "`%09` is an escape, and so a part of either",
    ),
    of_rule(
        Deviation,
        15,
        &[Rfc1738],
        "`ip-schemepart` is tried before `*xchar`, and must fit all that is left",
        "`*xchar` first would always win. It derives all strings that `ip-schemepart` derives, so \
         only the tree would differ",
    ),
    of_rule(
        Deviation,
        16,
        &[Url00],
        "both definitions of `xpalphas` are one repetition",
        "a name that is defined twice derives what either does, and one of them begins with \
         itself, which no PEG can read",
    ),
    of_rule(
        Deviation,
        18,
        &[Url06],
        "in `fieldspec` the name ends before the first `=`",
        "`=` is an extra in this BNF, and so a part of the name: it would swallow the value",
    ),
    of_rule(
        Deviation,
        19,
        &[Rfc2396],
        "in `hostname`, a `.` belongs to a label only if a letter or digit follows it",
        "the name may end with a `.`: the repetition would swallow `toplabel` and it",
    ),
    of_rule(
        Shortcut,
        1,
        &[Url00, Url01, Url02, Url03, Rfc1630Generic, Rfc1630, Url06, Rfc1738, Rfc1808, Rfc2396],
        "a list of letters or digits is a range",
        "it is the same set, and a range is compared once where a list is compared once for each \
         character",
    ),
];
