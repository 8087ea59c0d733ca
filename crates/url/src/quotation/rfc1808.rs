//! RFC 1808.

use super::{Citation, Document, Quotation, quotations};

quotations! { Rfc1808;
    COMPONENTS: "2.1" page 3, "<scheme>://<net_loc>/<path>;<params>?<query>#<fragment>";
    FRAGMENT: "2.1" page 3, "Note that the fragment identifier (and the \"#\" that precedes it) is not considered part of the URL.";
    RESERVED: "2.2" page 3, "all schemes are required to use a single set of reserved characters and use them consistently within the major URL components.";
    NEVER_RELATIVE: "2.3" page 5, "The following schemes are never used with relative URLs:";
    PARSE_SCHEME: "2.4.2" page 6, "If the parse string contains a colon \":\" after the first character and before any characters not allowed as part of a scheme name (i.e., any not an alphanumeric, plus \"+\", period \".\", or hyphen \"-\"), the <scheme> of the URL is the substring of characters up to but not including the first colon.";
    PARSE_NET_LOC: "2.4.3" page 6, "If the parse string begins with a double-slash \"//\", then the substring of characters after the double-slash and up to, but not including, the next slash \"/\" character is the network location/login (<net_loc>) of the URL.";
    PARSE_QUERY: "2.4.4" page 7, "If the parse string contains a question mark \"?\" character, then the substring after the first (left-most) question mark \"?\" and up to the end of the parse string is the <query> information.";
    PARSE_PARAMS: "2.4.5" page 7, "If the parse string contains a semicolon \";\" character, then the substring after the first (left-most) semicolon \";\" and up to the end of the parse string is the parameters (<params>).";
    BASE_UNKNOWN: "4" page 10, "If the base URL is the empty string (unknown), the embedded URL is interpreted as an absolute URL and we are done.";
    EMPTY: "4" page 10, "If the embedded URL is entirely empty, it inherits the entire base URL (i.e., is set equal to the base URL) and we are done.";
    ABSOLUTE: "4" page 10, "If the embedded URL starts with a scheme name, it is interpreted as an absolute URL and we are done.";
    SCHEME: "4" page 10, "Otherwise, the embedded URL inherits the scheme of the base URL.";
    NET_LOC: "4" page 10, "If the embedded URL's <net_loc> is non-empty, we skip to Step 7. Otherwise, the embedded URL inherits the <net_loc> (if any) of the base URL.";
    ROOT: "4" page 10, "If the embedded URL path is preceded by a slash \"/\", the path is not relative and we skip to Step 7.";
    NO_PATH: "4" page 11, "If the embedded URL path is empty (and not preceded by a slash), then the embedded URL inherits the base URL path,";
    PARAMS: "4" page 11, "if the embedded URL's <params> is non-empty, we skip to step 7; otherwise, it inherits the <params> of the base URL (if any)";
    QUERY: "4" page 11, "if the embedded URL's <query> is non-empty, we skip to step 7; otherwise, it inherits the <query> of the base URL (if any) and we skip to step 7.";
    LAST: "4" page 11, "The last segment of the base URL's path (anything following the rightmost slash \"/\", or the entire path if no slash is present) is removed and the embedded URL's path is appended in its place.";
    DOT: "4" page 11, "All occurrences of \"./\", where \".\" is a complete path segment, are removed.";
    LAST_DOT: "4" page 11, "If the path ends with \".\" as a complete path segment, that \".\" is removed.";
    DOTS: "4" page 11, "All occurrences of \"<segment>/../\", where <segment> is a complete path segment not equal to \"..\", are removed.";
    LAST_DOTS: "4" page 11, "If the path ends with \"<segment>/..\", where <segment> is a complete path segment not equal to \"..\", that \"<segment>/..\" is removed.";
    RECOMBINED: "4" page 11, "The resulting URL components, including any inherited from the base URL, are recombined to give the absolute form of the embedded URL.";
    NEEDS_BASE: "3" page 7, "without it, a relative reference is meaningless.";
    FTP_QUESTION: "2.3" page 5, "Section 5 of RFC 1738 specifies that the question-mark character (\"?\") is allowed in an ftp or file path segment. However, this is not true in practice and is believed to be an error in the RFC.";
    HTTP_SEMICOLON: "2.3" page 5, "Similarly, RFC 1738 allows the reserved character semicolon (\";\") within an http path segment, but does not define its semantics; the correct semantics are as defined by this document for <params>.";
}
