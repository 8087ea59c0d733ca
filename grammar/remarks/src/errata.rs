//! The remarks on the printed texts: the interpretations, the errata and the notes.

use urlbnf_grammar::Bnf;
use urlbnf_grammar::Bnf::{
    Rfc1630, Rfc1630Generic, Rfc1738, Rfc1808, Rfc2396, Rfc2732, Rfc3986, Rfc3987, Rfc6874, Url00,
    Url01, Url02, Url03, Url06,
};

use crate::remark::RemarkKind::{Erratum, Interpretation, Note};
use crate::remark::{Remark, RemarkKind, RemarkNumber};

type Texts = &'static [&'static str];

const fn of(
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

/// The remarks on texts, by kind and number.
pub(crate) const ERRATA: &[Remark] = &[
    of(
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
    of(
        Interpretation,
        2,
        &[Url02],
        &["digit"],
        "no name, only `0 |1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9`",
        "`digit`",
        "`xalpha`, `hex`, `digits` and `alphanum` name `digit`, and nothing else defines it; \
         drafts 00 and 01 print the name before the same line",
    ),
    of(
        Interpretation,
        3,
        &[Url06, Rfc1738],
        &["gopherurl"],
        "`[ / [ gtype`",
        "`[ \"/\" [ gtype`",
        "literals are quoted in this notation, and a bare `/` is no operator of it; section 3.4 \
         has `gopher://<host>:<port>/<gopher-path>`, and RFC Editor erratum 5118 reads it so",
    ),
    of(
        Interpretation,
        4,
        &[Url00],
        &["xpalphas"],
        "`xpalphas` twice: `xalpha | +`, then `xpalphas [ xpalphas ]`",
        "what either derives",
        "a BNF gives a name all its alternatives, on however many lines; which name the first was \
         to have, E2 says",
    ),
    of(
        Interpretation,
        5,
        &[Url06],
        &["punctuation"],
        "`\"\"\"`",
        "`<\">`",
        "literals are written between quotation marks, and there is nothing between the first two; the \
         prose of section 2.2 speaks of the quote mark beside `\"<\"` and `\">\"`, and RFC 1738 \
         prints `<\">`. No production uses `punctuation`",
    ),
    of(
        Interpretation,
        6,
        &[Rfc2732],
        &["DIGIT", "HEXDIG"],
        "used, and defined nowhere",
        "the rules of ABNF, with letters in either case",
        "RFC 2373 says where they are from: “This appendix defines the text representation of \
         IPv6 addresses and prefixes in Augmented BNF” (RFC 2373, page 22). RFC 2396 calls its \
         own `digit` and `hex`",
    ),
    of(
        Erratum,
        1,
        &[Url00],
        &["waisaddress"],
        "`w a i s : index | waisdoc`",
        "`waisindex | waisdoc`",
        "nothing defines `index`, and nothing uses `waisindex`, which is the next production; \
         draft 01 prints it as meant",
    ),
    of(
        Erratum,
        2,
        &[Url00],
        &["xpalpha", "xpalphas"],
        "`xpalphas` twice: `xalpha | +`, then `xpalphas [ xpalphas ]`",
        "`xpalpha` is the unit, and `xpalphas` is `xpalpha [ xpalphas ]`",
        "draft 01 prints the first under the name `xpalpha`; `xalpha` and `xalphas` are such a \
         pair two lines above. The language is the same",
    ),
    of(
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
    of(
        Erratum,
        4,
        &[Url02, Url03],
        &["mailtoaddress"],
        "`m a i l t o : : xalphas @ hostname`",
        "`m a i l t o : xalphas @ hostname`",
        "“the mailto: URL” (draft 02, page 15), one colon; so does RFC 1630 print it (RFC 1630, \
         page 24)",
    ),
    of(
        Erratum,
        5,
        &[Url03, Rfc1630],
        &["ftpaddress"],
        "`[  ftptype ]`",
        "`[ ; t y p e = ftptype ]`",
        "“`;type = <type-code>`” (RFC 1630, page 16; draft 03, page 6); without it the type would \
         run into the path, and could not be told from it",
    ),
    of(
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
    of(
        Erratum,
        7,
        &[Rfc2732],
        &["host"],
        "`hostname | IPv4address | IPv6reference`",
        "`hostname | IPv4address | ipv6reference`",
        "nothing defines `IPv6reference`, and nothing uses `ipv6reference`, which is the next \
         production; the change is there “to add an IPv6 option” (RFC 2732, page 3), and as \
         printed it adds none. One may object that rule names are case-insensitive in ABNF, so \
         that nothing is misprinted. But RFC 2732 changes the grammar of RFC 2396, and “The \
         grammar is that of [RFC822]” (RFC 2396, page 6); neither says that case does not matter \
         in a name. ABNF is the notation of RFC 2373 (I6). Whoever reads the names without case \
         has the corrected reading",
    ),
    of(
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
    of(
        Note,
        2,
        &[Url06],
        &["fileurl", "host"],
        "`\"file://\" host [ \"/\" fpath ]`",
        "as printed",
        "the prose has it otherwise: “can be the string \"localhost\" or the empty string” (draft \
         06, section 3.10). RFC 1738 prints `[ host | \"localhost\" ]`",
    ),
    of(
        Note,
        3,
        &[Url06],
        &["extra", "reserved"],
        "`=` in both",
        "as printed",
        "so the name of a Prospero field may have the `=` that ends it. In RFC 1738 `extra` has \
         it no more",
    ),
    of(
        Note,
        4,
        &[Rfc1808],
        &["URL", "fragment"],
        "`[ \"#\" fragment ]` in `URL`",
        "as printed",
        "“Note that the fragment identifier (and the \"#\" that precedes it) is not considered \
         part of the URL.” (RFC 1808, page 3). The start is what the grammar says",
    ),
    of(
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
    of(
        Note,
        6,
        &[Rfc2396],
        &["authority", "server", "reg_name"],
        "`server | reg_name`",
        "as printed",
        "every server that is not empty is also a reg_name; the tree shows the server where \
         there can be one",
    ),
    of(
        Note,
        7,
        &[Rfc3986, Rfc3987, Rfc6874],
        &["host", "IPv4address", "reg-name", "ihost", "ireg-name"],
        "`IP-literal / IPv4address / reg-name`",
        "as printed",
        "every IPv4address is a reg-name too: “The syntax rule for host is ambiguous because it \
         does not completely distinguish between an IPv4address and a reg-name.” (RFC 3986, page \
         19). The first that matches is taken, so `1.2.3.256` is a name. In RFC 3987 the same holds for `ihost` and `ireg-name`: \
         “Some productions are ambiguous.” (RFC 3987, page 8)",
    ),
    of(
        Note,
        8,
        &[Rfc3986, Rfc3987, Rfc6874],
        &["path", "path-abempty", "path-absolute", "ipath", "ipath-abempty", "ipath-absolute"],
        "`path`, which no rule uses",
        "as printed",
        "every path-absolute is also a path-abempty; `hier-part` and `relative-part` use \
         path-abempty only after an authority and path-absolute only without one. The tree of a \
         `path` shows path-absolute where there can be one. In RFC 3987 the same holds for \
         `ipath`, which no rule uses",
    ),
    of(
        Note,
        9,
        &[Rfc3986, Rfc3987, Rfc6874],
        &["path-empty", "ipath-empty"],
        "`0<pchar>`",
        "no pchar",
        "in ABNF `< >` hold words, and these are the name of a rule; it is repeated zero times, \
         so that the path has no characters. RFC 3987 prints `0<ipchar>`",
    ),
    of(
        Note,
        10,
        &[Rfc2732],
        &["IPv6address", "hexpart"],
        "`hexpart [ \":\" IPv4address ]`",
        "as printed",
        "behind a `hexpart` that ends in `::` this puts a third colon, so that an example of \
         RFC 2732 is no string of its grammar: “http://[::192.9.5.5]/ipng” (RFC 2732, page 2). \
         And a `hexseq` may have any number of groups",
    ),
    of(
        Note,
        11,
        &[Rfc2732],
        &["unwise"],
        "`unwise`, which no rule uses",
        "as printed",
        "RFC 2396 has it in section 2.4.3 and not in its appendix A. The brackets are taken from \
         it and put into `reserved`, and so into every uric: a query may have them too, and a \
         path may not",
    ),
    of(
        Note,
        12,
        &[Rfc6874],
        &["IP-literal", "IPv6addrz"],
        "`IPv6address / IPv6addrz / IPvFuture`",
        "as printed",
        "the prose of RFC 6874 is not at hand. An IPv6addrz begins with an IPv6address, so that \
         the transcription tries it first",
    ),
    of(
        Note,
        13,
        &[Rfc2732],
        &["IPv6address"],
        "the address “1080:0:0:0:8:800:200C:4171” (RFC 2732, page 2)",
        "as printed",
        "its URL has another last piece: “http://[1080:0:0:0:8:800:200C:417A]/index.html” (RFC \
         2732, page 2). Both are an IPv6address. Nothing there says which of the two was meant",
    ),
    of(
        Note,
        14,
        &[Rfc3987],
        &["iquery", "ifragment"],
        "`iprivate` in `iquery`, and not in `ifragment`",
        "as printed",
        "“with the restriction that private UCS characters can occur only in query parts.” (RFC \
         3987, page 7). A character is judged as a whole, however many bytes it takes: “Terminals \
         in the ABNF are characters, not bytes.” (RFC 3987, page 7)",
    ),
    of(
        Note,
        15,
        &[Rfc1738],
        &["fsegment", "hsegment"],
        "`\"?\"` in `fsegment`, `\";\"` in `hsegment`",
        "as printed",
        "RFC 1808 says of the `?` in the segments of FTP and file URLs: “However, this is not true \
         in practice and is believed to be an error in the RFC.” (RFC 1808, page 5). By its \
         grammar the `?` begins the query. Of the `;` in the segments of HTTP URLs it says: “the \
         correct semantics are as defined by this document” (RFC 1808, page 5), for the parameters. \
         RFC 1738 has no erratum for either",
    ),
    of(
        Note,
        16,
        &[Rfc1738, Rfc1808],
        &["national", "punctuation"],
        "`national` and `punctuation`, which no rule uses",
        "as printed",
        "RFC 1630 says what follows from that: “The \"national\" and \"punctuation\" characters do \
         not appear in any productions and therefore may not appear in URIs.” (RFC 1630, page \
         22). RFC 1738 and RFC 1808 print the two classes without that sentence. So neither \
         grammar accepts a `~`",
    ),
    of(
        Note,
        17,
        &[Url00, Url01, Url02, Url03],
        &["hostname"],
        "in the prose, “RFC1037 format” (draft-ietf-uri-url-02, \"Internet protocol \
         parts\", page 10)",
        "RFC 1034",
        "the references of these drafts list RFC 1034, on domain names, and no RFC 1037. Draft 06: \
         “Section 3.5 of RFC 1034” (draft-ietf-uri-url-06, section 3.1)",
    ),
    of(
        Note,
        18,
        &[Url03],
        &["ftpaddress"],
        "in the prose, “in RFC957 or any successor” (draft-ietf-uri-url-03, \"FTP\", page 4)",
        "RFC 959",
        "RFC 1630 has the same sentence with “in STD 9, RFC 959 or any successor” (RFC 1630, \
         \"FTP\", page 14), and the draft itself refers to “RFC959” (draft-ietf-uri-url-03, \
         \"Data type\", page 6)",
    ),
    of(
        Note,
        19,
        &[Url00, Url01, Url02, Url03, Url06],
        &["hostnumber"],
        "in the prose, “as a set of four decimal digits” (draft-ietf-uri-url-02, \"Internet \
         protocol parts\", page 10)",
        "four decimal numbers",
        "RFC 1738 corrects it: “as a set of four decimal digit groups separated by \".\"” (RFC 1738, \
         section 3.1, page 6)",
    ),
    of(
        Note,
        20,
        &[Rfc1630Generic],
        &["uri"],
        "in the prose, “The \"generic\" production” (RFC 1630, page 22)",
        "`uri`",
        "no production of RFC 1630 is called generic. The sentence is that of draft 02, page 16, \
         whose production is called so",
    ),
    of(
        Note,
        21,
        &[Rfc1630],
        &["httpaddress"],
        "in the prose, “and for the client to deduce anything from” (RFC 1630, \
         \"HTTP\", page 14)",
        "not known",
        "the sentence breaks off: a heading follows it",
    ),
    of(
        Note,
        22,
        &[Url06],
        &["fpath"],
        "in the prose, of a path `/etc/motd` after the slash: “which would \"CWD \" with a \
         null argument and then \"RETR motd\"” (draft-ietf-uri-url-06, section 3.2.2)",
        "with `CWD etc` before `RETR motd`",
        "RFC 1738 corrects it: “argument, then \"CWD etc\", and then \"RETR motd\".” (RFC 1738, \
         section 3.2.2, page 8)",
    ),
    of(
        Note,
        23,
        &[Rfc1738],
        &["fileurl"],
        "as an example, “file://vms.host.edu/disk$user/my/notes/note12345.txt” (RFC 1738, \
         section 3.10, page 15)",
        "`note123456.txt`",
        "the URL stands for “DISK$USER:[MY.NOTES]NOTE123456.TXT” (RFC 1738, section 3.10, page 15)",
    ),
];
