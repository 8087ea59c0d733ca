//! The contradictions: the words of the prose, the production, and a string.

use super::{Case, Contradiction, Shows};
use crate::edition::{Edition, Reading};
use crate::quotation::{
    rfc1630, rfc1738, rfc1808, rfc2396, rfc2732, rfc3986, rfc3987, url_00, url_01, url_02, url_03,
    url_06,
};

/// A name, a heading, what differs; and of each edition: what the prose says, the
/// production that says otherwise, the string, and what that shows.
macro_rules! contradictions {
    ($($name:literal, $title:literal, $what:literal, [
        $($edition:ident $reading:ident, $words:ident::$prose:ident, $production:literal,
          $string:literal $(from $start:literal)?, $shows:expr;)+
    ];)+) => {
        /// All of them; those of one thing stand together.
        pub const CONTRADICTIONS: &[Contradiction] = &[$(Contradiction {
            name: $name,
            title: $title,
            what: $what,
            cases: &[$(Case {
                edition: Edition::$edition,
                reading: Reading::$reading,
                prose: $words::$prose,
                production: $production,
                string: $string,
                start: contradictions!(@start $($start)?),
                shows: $shows,
            }),+],
        }),+];
    };
    (@start) => { None };
    (@start $start:literal) => { Some($start) };
}

const fn read_as(part: &'static str, production: &'static str) -> Shows {
    Shows::ReadAs { part, production }
}

contradictions! {
    "space", "The space",
    "Spaces are not legal, says the prose of draft 01. In its grammar the space is one of the extra characters, and a part of any word.", [
        Url01 Corrected, url_01::SPACES, "extra", "http://a.b/c d", read_as("c d", "path");
    ];
    "generic", "What the generic production parses",
    "The generic production is said to parse the same strings as the productions of the schemes. Its path cannot begin with a slash, and most schemes have `//`.", [
        Url02 Corrected, url_02::GENERIC, "generic", "http://a.b/c" from "generic", Shows::NotTaken;
        Rfc1630Generic Corrected, rfc1630::GENERIC, "uri", "http://a.b/c", Shows::NotTaken;
    ];
    "absent", "What may be absent",
    "Every part may be absent but the scheme, says RFC 2396 of a URI. In its grammar something must follow the scheme.", [
        Rfc2396 Corrected, rfc2396::ABSENT, "absoluteURI", "http:", Shows::NotTaken;
    ];
    "undefined-names", "Names that are not defined",
    "All words are described somewhere, says the prose. As printed, the grammar uses names that it does not define, and the alternatives with them derive nothing (errata E1 and E6). An example of draft 00 needs one of them. The schemes mid and cid of draft 03 and RFC 1630 need two others.", [
        Url00 Printed, url_00::WORDS, "waisaddress", "wais://a.b/c", Shows::NotTaken;
        Url00 Printed, url_00::WAIS_REFERENCE, "waisaddress", "wais://quake.think.com/wais-discussion-archives?lynch", Shows::NotTaken;
        Url03 Printed, url_03::WORDS, "midaddress", "mid:a@b.c", Shows::NotTaken;
        Url03 Printed, url_03::WORDS, "cidaddress", "cid:a@b.c", Shows::NotTaken;
        Rfc1630 Printed, rfc1630::WORDS, "midaddress", "mid:a@b.c", Shows::NotTaken;
        Rfc1630 Printed, rfc1630::WORDS, "cidaddress", "cid:a@b.c", Shows::NotTaken;
    ];
    "segment-length", "A segment of three characters",
    "An example has a segment of three characters. As printed, a segment has at most two (erratum E3).", [
        Url02 Printed, url_02::FTP_EXAMPLE, "xpalphas", "ftp://info.cern.ch/pub", Shows::NotTaken;
    ];
    "host-name", "The characters of a host name",
    "The prose has the name of a host be a domain name of the Internet. The grammar takes any word for one. RFC 1808 refers to the host names of RFC 1738, and takes nearly every character in them.", [
        Url00 Corrected, url_00::HOST_NAME, "hostname", "http://a!b/", read_as("a!b", "hostname");
        Url01 Corrected, url_01::HOST_NAME, "hostname", "http://a!b/", read_as("a!b", "hostname");
        Url02 Corrected, url_02::HOST_NAME, "hostname", "http://a!b/", read_as("a!b", "hostname");
        Url03 Corrected, url_03::HOST_NAME, "hostname", "http://a!b/", read_as("a!b", "hostname");
        Url06 Corrected, url_06::HOST_NAME, "hostname", "http://a!b/", read_as("a!b", "hostname");
        Rfc1808 Corrected, rfc1808::LOGIN, "net_loc", "http://a!b/", read_as("a!b", "net_loc");
    ];
    "message-or-group", "A message identifier or a group",
    "An `@` tells a message identifier from a news group in the prose. In the grammar the name of a group may have an `@` in it.", [
        Url00 Corrected, url_00::NEWS_AT, "group", "a@b" from "group", Shows::Taken;
        Url01 Corrected, url_01::NEWS_AT, "group", "a@b" from "group", Shows::Taken;
        Url02 Corrected, url_02::NEWS_AT, "group", "a@b" from "group", Shows::Taken;
        Url03 Corrected, url_03::NEWS_AT, "group", "a@b" from "group", Shows::Taken;
        Rfc1630 Corrected, rfc1630::NEWS_AT, "group", "a@b" from "group", Shows::Taken;
    ];
    "mail-address", "Mail addresses",
    "The prose has an addr-spec of RFC 822, whose domain may be an address in square brackets. No URL has a bracket in it, so they are encoded. The grammar has the name of a host there.", [
        Url02 Corrected, url_02::MAILTO, "mailtoaddress", "mailto:a@%5B1.2.3.4%5D", Shows::NotTaken;
        Url03 Corrected, url_03::MAILTO, "mailtoaddress", "mailto:a@%5B1.2.3.4%5D", Shows::NotTaken;
        Rfc1630 Corrected, rfc1630::MAILTO, "mailtoaddress", "mailto:a@%5B1.2.3.4%5D", Shows::NotTaken;
    ];
    "addr-spec", "An address without a domain",
    "The prose has an addr-spec of RFC 822, which is a name, an `@` and a domain. The grammar takes any word for one.", [
        Url06 Corrected, url_06::ADDR_SPEC, "encoded822addr", "mailto:a", Shows::Taken;
        Rfc1738 Corrected, rfc1738::ADDR_SPEC, "encoded822addr", "mailto:a", Shows::Taken;
    ];
    "password-encoded", "A password with an encoding",
    "What is not allowed may be encoded, says the prose, or must be. In the grammar a password has no encodings.", [
        Url03 Corrected, url_03::OCTET, "password", "ftp://u:p%40v@a.b/c", Shows::NotTaken;
        Rfc1630 Corrected, rfc1630::LATIN_1, "password", "ftp://u:p%40v@a.b/c", Shows::NotTaken;
    ];
    "ftp-type-form", "The form of an FTP type",
    "The prose takes the type codes of RFC 959, without the space: `A` alone is one of them. In the grammar a letter of form must follow `A`.", [
        Url03 Corrected, url_03::FTP_SPACE, "ftptype", "ftp://a.b/c;type=A", Shows::NotTaken;
        Rfc1630 Corrected, rfc1630::FTP_SPACE, "ftptype", "ftp://a.b/c;type=A", Shows::NotTaken;
    ];
    "ftp-port", "The port of FTP",
    "The prose gives an FTP server a port. The grammar gives it a host alone; in draft 01, where a host may have a colon in it, the port becomes a part of the name.", [
        Url00 Corrected, url_00::FTP_PORT, "fileaddress", "ftp://a.b:21/c", Shows::NotTaken;
        Url01 Corrected, url_01::FTP_PORT, "fileaddress", "ftp://a.b:21/c", read_as("a.b:21", "host");
    ];
    "ftp-login", "The user and the password of FTP",
    "The prose lets an FTP URL have a user name and a password. The grammar has a user for telnet alone; in draft 01 both become a part of the name of the host.", [
        Url00 Corrected, url_00::FTP_LOGIN, "fileaddress", "ftp://u:p@a.b/c", Shows::NotTaken;
        Url01 Corrected, url_01::FTP_LOGIN, "fileaddress", "ftp://u:p@a.b/c", read_as("u:p@a.b", "host");
    ];
    "user", "The user of every other scheme",
    "The schemes of Internet protocols, in draft 03 most of them, may have a user name in the prose. In the grammar the `@` is one more character of the name of the host.", [
        Url00 Corrected, url_00::USER, "hostport", "http://u@a.b/c", read_as("u@a.b", "host");
        Url01 Corrected, url_01::USER, "hostport", "http://u@a.b/c", read_as("u@a.b", "host");
        Url02 Corrected, url_02::USER, "hostport", "http://u@a.b/c", read_as("u@a.b", "host");
        Url03 Corrected, url_03::LOGIN, "hostport", "http://u@a.b/c", read_as("u@a.b", "host");
    ];
    "port-digits", "A port that is no number",
    "A port is decimal in the prose. In drafts 01 and 02 a colon is a character like another, so what follows it belongs to the host where it is no number. In RFC 2396 it belongs to the name of a registry.", [
        Url01 Corrected, url_01::PORT, "hostport", "http://a.b:c/d", read_as("a.b:c", "host");
        Url02 Corrected, url_02::PORT, "hostport", "http://a.b:c/d", read_as("a.b:c", "host");
        Rfc2396 Corrected, rfc2396::PORT, "reg_name", "http://a.b:c/d", read_as("a.b:c", "reg_name");
    ];
    "scheme-colon", "A colon in a scheme",
    "The scheme ends at a colon in the prose. In drafts 01 and 02 a scheme may have colons in it.", [
        Url01 Corrected, url_01::SCHEME, "scheme", "a:b" from "scheme", Shows::Taken;
        Url02 Corrected, url_02::SCHEME, "scheme", "a:b" from "scheme", Shows::Taken;
    ];
    "double-slash", "The double slash of other schemes",
    "The prose has all schemes of Internet protocols begin with `//`, and names `rlogin`. The generic production has a path that cannot begin with a slash, so that no scheme can have `//` but those that are listed.", [
        Url00 Corrected, url_00::DOUBLE_SLASH, "path", "rlogin://a.b", Shows::NotTaken;
        Url01 Corrected, url_01::DOUBLE_SLASH, "path", "rlogin://a.b", Shows::NotTaken;
        Url02 Corrected, url_02::DOUBLE_SLASH, "path", "rlogin://a.b", Shows::NotTaken;
    ];
    "sessions", "rlogin and tn3270",
    "A section describes the three schemes of interactive sessions together. The grammar has a production for telnet.", [
        Url00 Corrected, url_00::SESSION, "telnetaddress", "tn3270://a.b", Shows::NotTaken;
        Url01 Corrected, url_01::SESSION, "telnetaddress", "tn3270://a.b", Shows::NotTaken;
        Url02 Corrected, url_02::SESSION, "telnetaddress", "tn3270://a.b", Shows::NotTaken;
        Url03 Corrected, url_03::LIST_SESSION, "telnetaddress", "tn3270://a.b", Shows::NotTaken;
        Rfc1630 Corrected, rfc1630::LIST_SESSION, "telnetaddress", "tn3270://a.b", Shows::NotTaken;
    ];
    "percent", "A percent sign alone",
    "`%` stands before two digits in the prose of draft 00. Its grammar is coarser: it has no encodings, and `%` is one character among others. No sentence of this draft forbids a `%` alone; drafts 01 and 02 say that it always begins an encoding.", [
        Url00 Corrected, url_00::ESCAPE, "xalpha", "http://a.b/%", Shows::Taken;
    ];
    "hexadecimal", "Small hexadecimal digits",
    "The prose gives the digits of an encoding as 0-9 and A-F, and the grammar has a-f too. The prose does not forbid the small letters, and RFC 1738 allows them in a sentence of its own.", [
        Url01 Corrected, url_01::LATIN_1, "hex", "http://a.b/%aa", Shows::Taken;
        Url02 Corrected, url_02::LATIN_1, "hex", "http://a.b/%aa", Shows::Taken;
        Url03 Corrected, url_03::OCTET, "hex", "http://a.b/%aa", Shows::Taken;
        Rfc1630Generic Corrected, rfc1630::LATIN_1, "hex", "a:%aa", Shows::Taken;
        Rfc1630 Corrected, rfc1630::LATIN_1, "hex", "http://a.b/%aa", Shows::Taken;
        Url06 Corrected, url_06::TRIPLET, "hex", "http://a.b/%aa", Shows::Taken;
    ];
    "void-fragment", "A fragment of nothing",
    "The prose lets the fragment be void behind its hash sign. The grammar wants one character or more.", [
        Url00 Corrected, url_00::VOID_ANCHOR, "anchorid", "http://a.b/c#", Shows::NotTaken;
        Url01 Corrected, url_01::VOID_FRAGMENT, "fragmentid", "http://a.b/c#", Shows::NotTaken;
        Url02 Corrected, url_02::VOID_FRAGMENT, "fragmentid", "http://a.b/c#", Shows::NotTaken;
        Rfc1630Generic Corrected, rfc1630::VOID_FRAGMENT, "fragmentid", "a:b#", Shows::NotTaken;
    ];
    "fragment", "The fragment of an HTTP URL",
    "An example has a fragment, and the grammar has no URL with one. RFC 1630 itself sets them apart: “Fragment identifiers and relative URIs are not involved in the basic URL definition.” (RFC 1630, page 6)", [
        Rfc1630 Corrected, rfc1630::HTTP_FRAGMENT_EXAMPLE, "url", "http://www.myu.edu/org/admin/people#andy", Shows::NotTaken;
    ];
    "fragment-of-url", "Whether a fragment is part of a URL",
    "The fragment is not part of the URL, says the prose of RFC 1808. Its grammar has the fragment in the production of that name.", [
        Rfc1808 Corrected, rfc1808::FRAGMENT, "URL", "http://a.b/c#d" from "URL", Shows::Taken;
    ];
    "second-hash", "A second hash sign",
    "A fragment goes from the first hash sign to the end, says the rule for parsing, which in RFC 2396 is a regular expression. In the grammar a fragment has no hash sign in it.", [
        Rfc1808 Corrected, rfc1808::PARSE_FRAGMENT, "fragment", "a#b#c", Shows::NotTaken;
        Rfc2396 Corrected, rfc2396::BREAKING_DOWN, "fragment", "http://a/b#c#d", Shows::NotTaken;
    ];
    "gopher-slash", "A slash behind the type of gopher",
    "The first character of a gopher path is its type, and the rest is the selector, in the prose of draft 00. Its grammar puts a slash between the two.", [
        Url00 Corrected, url_00::GOPHER_TYPE, "gopheraddress", "gopher://a.b/0c", Shows::NotTaken;
    ];
    "gopher-selector", "A selector that begins with a slash",
    "The selector is the rest of the path in the prose of drafts 01 and 02; in that of draft 03 it may have every character but tab, return and linefeed, and RFC 1630 says that they stand there unencoded. The grammar has a path there, which cannot begin with a slash.", [
        Url01 Corrected, url_01::GOPHER_SELECTOR, "selector", "gopher://a.b/0/c", Shows::NotTaken;
        Url02 Corrected, url_02::GOPHER_SELECTOR, "selector", "gopher://a.b/0/c", Shows::NotTaken;
        Url03 Corrected, url_03::GOPHER_CHARACTERS, "gcommand", "gopher://a.b/0/c", Shows::NotTaken;
        Rfc1630 Corrected, rfc1630::GOPHER_DATA_SLASH, "gcommand", "gopher://a.b/0/c", Shows::NotTaken;
    ];
    "gopher-tab", "A tab in a selector",
    "A selector has no tab and no line end in it, says the prose: `%09` ends it. The grammar has the selector take any `%09`, `%0A` and `%0D`, and what follows.", [
        Url06 Corrected, url_06::GOPHER_OCTETS, "selector", "gopher://a.b/7c%09d/e", read_as("c%09d/e", "selector");
        Url06 Corrected, url_06::GOPHER_OCTETS, "selector", "gopher://a.b/0a%0Ab", read_as("a%0Ab", "selector");
        Rfc1738 Corrected, rfc1738::GOPHER_OCTETS, "selector", "gopher://a.b/7c%09d/e", read_as("c%09d/e", "selector");
        Rfc1738 Corrected, rfc1738::GOPHER_OCTETS, "selector", "gopher://a.b/0a%0Ab", read_as("a%0Ab", "selector");
    ];
    "gopher-default", "A gopher type that is left out",
    "The type may be left out in the prose, and is then 1. In the grammar a type follows every slash behind the host.", [
        Url01 Corrected, url_01::GOPHER_DEFAULT, "gopheraddress", "gopher://a.b/", Shows::NotTaken;
        Url02 Corrected, url_02::GOPHER_DEFAULT, "gopheraddress", "gopher://a.b/", Shows::NotTaken;
        Rfc1630 Corrected, rfc1630::GOPHER_DEFAULT, "gopheraddress", "gopher://a.b/", Shows::NotTaken;
    ];
    "prospero-host", "The host of Prospero",
    "Host and port are used in the prose of draft 00. Its grammar has a path behind `//`, and a port has no place in it.", [
        Url00 Corrected, url_00::PROSPERO_HOST, "prosperoaddress", "prospero://a.b:1525/c", Shows::NotTaken;
    ];
    "prospero-fields", "The fields of Prospero in draft 00",
    "The prose separates the version from the name by `%23`. The grammar is coarser: it has no fields, and takes all of it for a path.", [
        Url00 Corrected, url_00::PROSPERO_FIELDS, "prosperoaddress", "prospero://a.b/c%23d", read_as("a.b/c%23d", "path");
    ];
    "prospero-version", "An empty version",
    "A version may be empty in the prose, so that `%00%00` comes before the attributes. In the grammar it is one digit or more, and a string with an empty one is read as a name.", [
        Url01 Corrected, url_01::PROSPERO_EMPTY, "version", "prospero://a.b/c%00%00d", read_as("c%00%00d", "hsoname");
        Url02 Corrected, url_02::PROSPERO_EMPTY, "version", "prospero://a.b/c%00%00d", read_as("c%00%00d", "hsoname");
    ];
    "prospero-attributes", "What separates the attributes",
    "The prose separates attributes from the version and from each other by `%00`. In the grammar nothing stands between them, and a string with `%00` there is read as a name.", [
        Url01 Corrected, url_01::PROSPERO_SEPARATED, "attributes", "prospero://a.b/c%001%00d", read_as("c%001%00d", "hsoname");
        Url02 Corrected, url_02::PROSPERO_SEPARATED, "attributes", "prospero://a.b/c%001%00d", read_as("c%001%00d", "hsoname");
    ];
    "prospero-more", "Attributes without a word",
    "The prose of draft 03 and RFC 1630 has a name and a version. The grammar still has attributes.", [
        Url03 Corrected, url_03::PROSPERO_NAME, "prosperolink", "prospero://a.b/c%0012ab", read_as("ab", "attributes");
        Rfc1630 Corrected, rfc1630::PROSPERO_NAME, "prosperolink", "prospero://a.b/c%0012ab", read_as("ab", "attributes");
    ];
    "wais-length", "The length of a WAIS object",
    "The length is kept for historical reasons in the prose of draft 02. Its grammar has dropped it, so that a URL without one is taken.", [
        Url02 Corrected, url_02::WAIS_LENGTH, "waisdoc", "wais://a.b/c/TEXT/d", Shows::Taken;
    ];
    "numbers-for-names", "A number where a name is meant",
    "The prose wants the full domain name in a message identifier of news, and the fully qualified one in a file URL; the host of other URLs is a name or a number (section 3.1). The grammar has the same `host` everywhere, which may be a number.", [
        Url06 Corrected, url_06::NEWS_BRACKETS, "host", "news:a@1.2.3.4", read_as("1.2.3.4", "hostnumber");
        Url06 Corrected, url_06::FILE_HOST, "host", "file://1.2.3.4/a", read_as("1.2.3.4", "hostnumber");
        Rfc1738 Corrected, rfc1738::NEWS_BRACKETS, "host", "news:a@1.2.3.4", read_as("1.2.3.4", "hostnumber");
        Rfc1738 Corrected, rfc1738::FILE_HOST, "host", "file://1.2.3.4/a", read_as("1.2.3.4", "hostnumber");
    ];
    "nntp-host", "The server of NNTP",
    "The prose has the name of the news server in the URL. The grammar has no place for it.", [
        Url02 Corrected, url_02::NNTP_SERVER, "nntpaddress", "nntp://a.b/c.d/12", Shows::NotTaken;
        Url03 Corrected, url_03::NNTP_SERVER, "nntpaddress", "nntp://a.b/c.d/12", Shows::NotTaken;
        Rfc1630 Corrected, rfc1630::NNTP_SERVER, "nntpaddress", "nntp://a.b/c.d/12", Shows::NotTaken;
    ];
    "nntp-number", "An article without a number",
    "The form of an nntp URL has the number of an article. The grammar makes it optional.", [
        Url06 Corrected, url_06::NNTP_FORM, "nntpurl", "nntp://a.b/c.d", Shows::Taken;
        Rfc1738 Corrected, rfc1738::NNTP_FORM, "nntpurl", "nntp://a.b/c.d", Shows::Taken;
    ];
    "mailto", "Two colons",
    "A scheme is followed by a colon in the prose. The grammars of drafts 02 and 03 print two behind `mailto` (erratum E4).", [
        Url02 Printed, url_02::SCHEME, "mailtoaddress", "mailto:a@b.c", Shows::NotTaken;
        Url03 Printed, url_03::SCHEME, "mailtoaddress", "mailto:a@b.c", Shows::NotTaken;
    ];
    "ftp-type", "The type of an FTP URL",
    "The prose writes a type as `;type=` and a code. The grammar prints the code alone behind the path (erratum E5).", [
        Url03 Printed, url_03::FTP_SUFFIXES, "ftpaddress", "ftp://a.b/c;type=I", Shows::NotTaken;
        Rfc1630 Printed, rfc1630::FTP_SUFFIXES, "ftpaddress", "ftp://a.b/c;type=I", Shows::NotTaken;
    ];
    "type-case", "A type in capitals",
    "A type code is one of three small letters in the prose, and may be a capital in the grammar.", [
        Url06 Corrected, url_06::FTP_TYPECODE, "ftptype", "ftp://a.b/c;type=A", Shows::Taken;
        Rfc1738 Corrected, rfc1738::FTP_TYPECODE, "ftptype", "ftp://a.b/c;type=A", Shows::Taken;
    ];
    "prefix", "The prefix",
    "The whole string must start with `URL:`, says the prose of draft 03. Its grammar prints the prefix in small letters.", [
        Url03 Corrected, url_03::PREFIX, "prefixedurl", "URL:http://a.b/" from "prefixedurl", Shows::NotTaken;
    ];
    "file", "file in RFC 1630",
    "A section describes `file`, a host and all. The grammar has no production for it.", [
        Rfc1630 Corrected, rfc1630::FILE_SYNTAX, "url", "file://a.b/c", Shows::NotTaken;
    ];
    "file-host", "An empty host",
    "The host of a file may be empty in the prose of draft 06. In the production of that scheme it may not. Of the whole grammar only `otherurl` takes the string, which takes nearly everything behind any scheme.", [
        Url06 Corrected, url_06::FILE_EMPTY, "fileurl", "file:///a", Shows::NotTaken;
    ];
    "file-path", "A file without a path",
    "The form of a file URL has a path. The grammar of draft 06 makes it optional.", [
        Url06 Corrected, url_06::FILE_FORM, "fileurl", "file://a.b", Shows::Taken;
    ];
    "experimental", "Experimental schemes",
    "The prose lets parties agree upon schemes whose names begin with `x-`. The grammar of the specific schemes lists its schemes, and takes no other.", [
        Url03 Corrected, url_03::EXPERIMENTAL, "url", "x-a:b", Shows::NotTaken;
        Rfc1630 Corrected, rfc1630::EXPERIMENTAL, "url", "x-a:b", Shows::NotTaken;
    ];
    "plus", "A plus sign that is no space",
    "Real plus signs must be encoded in a query, says the prose, since a plus stands for a space. In the grammar of the specific schemes `+` is safe, and a part of any word.", [
        Rfc1630 Corrected, rfc1630::QUERY_PLUS_ENCODED, "safe", "http://a.b/c?d+", read_as("d+", "xalphas");
    ];
    "reserved-class", "What is reserved",
    "The prose of RFC 1630 reserves `*` and `!`, and elsewhere `%` and `+`. Its grammars have a class called reserved, with none of them in it: `*` and `!` are extra, and a part of any word. That class has `=`, `;`, `:` and the space, which no sentence reserves.", [
        Rfc1630Generic Corrected, rfc1630::OTHER_RESERVED, "reserved", "*" from "reserved", Shows::NotTaken;
        Rfc1630 Corrected, rfc1630::OTHER_RESERVED, "reserved", "*" from "reserved", Shows::NotTaken;
    ];
    "slash-first", "A path that begins with a slash",
    "RFC 1630 explains partial forms in the context of a URI. The generic grammar of the same document takes none with `//` behind the scheme: its path cannot begin with a slash.", [
        Rfc1630Generic Corrected, rfc1630::MAGIC, "path", "magic://a/b/c//d/e/f", Shows::NotTaken;
    ];
    "urn", "The example of a URN",
    "The same slash.", [
        Rfc1630Generic Corrected, rfc1630::URN_EXAMPLE, "path", "urn:/iana/dns/ch/cern/cn/techdoc/94/1642-3", Shows::NotTaken;
    ];
    "consecutive-slashes", "Consecutive slashes",
    "The rule for partial forms counts consecutive slashes. In the grammar only the last element of a path may be empty.", [
        Rfc1630Generic Corrected, rfc1630::SLASHES, "path", "a:b//c", Shows::NotTaken;
        Rfc1630 Corrected, rfc1630::SLASHES, "path", "http://a.b/c//d", Shows::NotTaken;
    ];
    "colon-first", "A colon in the first segment",
    "A relative path cannot begin with a segment that has a colon in it, says the recommended practice: it looks like a scheme. In the grammar the first segment may have colons.", [
        Rfc1808 Corrected, rfc1808::COLON_FIRST, "fsegment", "this:that" from "relativeURL", Shows::Taken;
    ];
    "always-parsed", "Two slashes in FTP",
    "The schemes that can always be parsed by the generic syntax are listed, and FTP is one of them. An FTP URL may have an empty segment behind the host, and RFC 1738 prints this one (page 8). In the grammar the first segment of a path has one character or more.", [
        Rfc1808 Corrected, rfc1808::ALWAYS_PARSED, "fsegment", "ftp://myname@host.dom//etc/motd" from "generic-RL", Shows::NotTaken;
    ];
    "base-fragment", "The fragment of a base URL",
    "The header `Base` holds an absolute URL, says section 3.1, and names this production. The example of such a header has a fragment, and the production has none.", [
        Rfc1808 Corrected, rfc1808::BASE_EXAMPLE, "absoluteURL", "http://a/b/c/d;p?q#f" from "absoluteURL", Shows::NotTaken;
    ];
    "server-absent", "A server that is left out",
    "The user and the port may be omitted from the server, says the prose; of the host it says no such thing. In the grammar the whole server may be left out.", [
        Rfc2396 Corrected, rfc2396::OMITTED, "server", "http:///c", Shows::Taken;
    ];
    "host-empty", "A host of no characters",
    "HTTP considers an empty host invalid, says RFC 3986 of an example. Its grammar is for all schemes, and a registered name may be empty.", [
        Rfc3986 Corrected, rfc3986::LOCALHOST, "reg-name", "http:///c", Shows::Taken;
    ];
    "bidi-formatting", "Characters that only say which way others are written",
    "An IRI must not contain the seven formatting characters, says section 4.1. In the grammar `ucschar` has every character from U+00A0 to U+D7FF, and these are among them.", [
        Rfc3987 Corrected, rfc3987::BIDI_FORMATTING, "ucschar", "http://a.b/\u{200E}c", Shows::Taken;
    ];
    "address-example", "The example of an IPv4 address within an IPv6 address",
    "RFC 2732 prints this URL as an example. In the grammar that it takes from RFC 2373 a colon stands between what ends in `::` and the IPv4 address, and so three in a row.", [
        Rfc2732 Corrected, rfc2732::EXAMPLE, "IPv6address", "http://[::192.9.5.5]/ipng", Shows::NotTaken;
    ];
    "brackets", "Brackets elsewhere",
    "Brackets are allowed for IPv6 addresses, and for nothing else. In the grammar they become reserved characters, and these may stand in any query and any fragment.", [
        Rfc2732 Corrected, rfc2732::PURPOSE, "reserved", "http://a.b/?[", Shows::Taken;
    ];
    "query-alone", "A query alone",
    "An example of a relative reference is a query alone. In the grammar a path stands before it.", [
        Rfc2396 Corrected, rfc2396::EXAMPLE_QUERY, "relativeURI", "?y", Shows::NotTaken;
    ];
    "double-percent", "Two percent signs",
    "An example of RFC 1630 has `%%` in it. Its grammar, and its prose elsewhere, have every `%` begin an encoding.", [
        Rfc1630 Corrected, rfc1630::HTTP_DATABASE, "escape", "http://info.cern.ch/RDB/EMP?*%20where%20name%%3Ddobbins", Shows::NotTaken;
    ];
    "scheme-case", "A scheme in capitals",
    "Programs should treat capitals in the name of a scheme as small letters. The grammar spells every scheme in small letters; a comment in that of RFC 1738 repeats the advice. In RFC 2396 it is the other way round: the prose has a scheme in small letters, and the grammar takes capitals.", [
        Url06 Corrected, url_06::UPPER_CASE, "scheme", "HTTP://a.b/", Shows::NotTaken;
        Rfc1738 Corrected, rfc1738::UPPER_CASE, "scheme", "HTTP://a.b/", Shows::NotTaken;
        Rfc2396 Corrected, rfc2396::SCHEME_LOWER, "scheme", "HTTP://a.b/", Shows::Taken;
    ];
    "reserved-purposes", "Reserved characters without a purpose",
    "Reserved characters may stand unencoded only for their reserved purposes, says section 2.2; HTTP reserves three of them, says section 3.3, and a gopher path none, or no additional ones, says section 3.4.1. The grammar takes others too.", [
        Url06 Corrected, url_06::HTTP_RESERVED, "hsegment", "http://a.b/c&d", read_as("c&d", "hsegment");
        Url06 Corrected, url_06::SAFE, "selector", "gopher://a.b/1;", read_as(";", "selector");
        Rfc1738 Corrected, rfc1738::HTTP_RESERVED, "hsegment", "http://a.b/c&d", read_as("c&d", "hsegment");
        Rfc1738 Corrected, rfc1738::UNENCODED, "selector", "gopher://a.b/1;", read_as(";", "selector");
    ];
    "safe-characters", "What is safe",
    "Some characters are safe in the prose of draft 06, and may stand unencoded. In its grammar the classes extra and national are unreserved too, so that braces and brackets stand nearly everywhere.", [
        Url06 Corrected, url_06::SAFE, "unreserved", "http://a.b/{c}", read_as("{c}", "hpath");
    ];
    "equals", "An equals sign",
    "`=` may be reserved in the prose of draft 06, and separates the name of a Prospero field from its value. Its grammar has `=` among the reserved characters and among the extra ones, so that a name may have it in it.", [
        Url06 Corrected, url_06::PROSPERO_EQUALS, "extra", "a=b" from "fieldname", Shows::Taken;
    ];
}
