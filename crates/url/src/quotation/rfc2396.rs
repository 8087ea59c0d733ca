//! RFC 2396.

use super::{Citation, Document, Quotation, quotations};

quotations! { Rfc2396;
    OCTET: "2" page 7, "Octets are either represented directly by a character (using the US- ASCII character for that octet [ASCII]) or by an escape encoding.";
    RESERVED: "2.2" page 8, "The \"reserved\" syntax class above refers to those characters that are allowed within a URI, but which may not be allowed within a particular component of the generic URI syntax; they are used as delimiters of the components described in Section 3.";
    CHANGES: "2.2" page 9, "In general, a character is reserved if the semantics of the URI changes if the character is replaced with its escaped US-ASCII encoding.";
    UNRESERVED: "2.3" page 9, "Unreserved characters can be escaped without changing the semantics of the URI, but this should not be done unless the URI is being used in a context that does not allow the unescaped character to appear.";
    TILDE: "2.4.2" page 10, "For example, \"%7e\" is sometimes used instead of \"~\" in an http URL";
    GREEDY: "4.3" page 16, "The greedy algorithm is used for disambiguation: the left-most matching rule soaks up as much of the URI reference string as it is capable of matching.";
    NEEDS_BASE: "5.1" page 18, "without it, a relative reference is meaningless.";
    PARSED: "5.2" page 20, "The URI reference is parsed into the potential four components and fragment identifier, as described in Section 4.3.";
    CURRENT: "5.2" page 20, "If the path component is empty and the scheme, authority, and query components are undefined, then it is a reference to the current document and we are done.";
    ABSOLUTE: "5.2" page 20, "If the scheme component is defined, indicating that the reference starts with a scheme name, then the reference is interpreted as an absolute URI and we are done.";
    SCHEME: "5.2" page 20, "Otherwise, the reference URI's scheme is inherited from the base URI's scheme component.";
    LOOPHOLE: "5.2" page 20, "For backwards compatibility, an implementation may work around such references by removing the scheme if it matches that of the base URI and the scheme is known to always use the <hier_part> syntax.";
    NETWORK: "5.2" page 21, "If the authority component is defined, then the reference is a network-path and we skip to step 7.";
    AUTHORITY: "5.2" page 21, "Otherwise, the reference URI's authority is inherited from the base URI's authority component, which will also be undefined if the URI scheme does not use an authority component.";
    ROOT: "5.2" page 21, "If the path component begins with a slash character (\"/\"), then the reference is an absolute-path and we skip to step 7.";
    LAST: "5.2" page 21, "All but the last segment of the base URI's path component is copied to the buffer.";
    APPENDED: "5.2" page 21, "The reference's path component is appended to the buffer string.";
    DOT: "5.2" page 21, "All occurrences of \"./\", where \".\" is a complete path segment, are removed from the buffer string.";
    LAST_DOT: "5.2" page 21, "If the buffer string ends with \".\" as a complete path segment, that \".\" is removed.";
    DOTS: "5.2" page 21, "All occurrences of \"<segment>/../\", where <segment> is a complete path segment not equal to \"..\", are removed from the buffer string.";
    LAST_DOTS: "5.2" page 21, "If the buffer string ends with \"<segment>/..\", where <segment> is a complete path segment not equal to \"..\", that \"<segment>/..\" is removed.";
    RETAINED: "5.2" page 21, "Implementations may handle this error by retaining these components in the resolved path (i.e., treating them as part of the final URI),";
    RECOMBINED: "5.2" page 22, "The resulting URI components, including any inherited from the base URI, are recombined to give the absolute form of the URI reference.";
    DOUBLE_SLASH: "3.2" page 12, "The authority component is preceded by a double slash \"//\" and is terminated by the next slash \"/\", question-mark \"?\", or by the end of the URI.";
    LAST_LABEL: "3.2.2" page 14, "The rightmost domain label of a fully qualified domain name will never start with a digit, thus syntactically distinguishing domain names from IPv4 addresses,";
    SPACE: "2.4.3" page 10, "The space character is excluded because significant spaces may disappear and insignificant spaces may be introduced when URI are transcribed or typeset or subjected to the treatment of word- processing programs.";
    MUST_ESCAPE: "2.4" page 9, "Data must be escaped if it does not have a representation using an unreserved character; this includes data that does not correspond to a printable character of the US-ASCII coded character set, or that corresponds to any US-ASCII character that is disallowed, as explained below.";
    PERCENT: "2.4.2" page 10, "Because the percent \"%\" character always has the reserved purpose of being the escape indicator, it must be escaped as \"%25\" in order to be used as data within a URI.";
    HASH: "2.4.3" page 10, "The character \"#\" is excluded because it is used to delimit a URI from a fragment identifier in URI references (Section 4).";
    EXCLUDED: "2.4.3" page 11, "Data corresponding to excluded characters must be escaped in order to be properly represented within a URI.";
    COLON: "5" page 18, "It is therefore necessary to precede such segments with other segments (e.g., \"./this:that\") in order for them to be referenced as a relative path.";
    NO_IPV6: "3.2.2" page 13, "Literal IPv6 addresses are not supported.";
    OMITTED: "3.2.2" page 13, "The parts \"<userinfo>@\" and \":<port>\" may be omitted.";
    PORT: "3.2.2" page 14, "Another port number may optionally be supplied, in decimal, separated from the host by a colon.";
    ANGLE_BRACKETS: "2.4.3" page 10, "The angle-bracket \"<\" and \">\" and double-quote (\") characters are excluded because they are often used as the delimiters around URI in text documents and protocol fields.";
}
