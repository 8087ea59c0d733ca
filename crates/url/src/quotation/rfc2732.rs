//! RFC 2732.

use super::{Citation, Document, Quotation, quotations};

quotations! { Rfc2732;
    ENCLOSED: "2" page 2, "To use a literal IPv6 address in a URL, the literal address should be enclosed in \"[\" and \"]\" characters.";
    EXAMPLE: "2" page 2, "http://[::192.9.5.5]/ipng";
    PURPOSE: "3" page 2, "It defines a syntax for IPv6 addresses and allows the use of \"[\" and \"]\" within a URI explicitly for this reserved purpose.";
    HOST: "3" page 3, "change the 'host' non-terminal to add an IPv6 option:";
    IPV6: "3" page 3, "where IPv6address is defined as in RFC2373 [ARCH].";
    IPV4: "3" page 3, "Replace the definition of 'IPv4address' with that of RFC 2373, as it correctly defines an IPv4address as consisting of at most three decimal digits per segment.";
    BRACKETS: "3" page 3, "Add \"[\" and \"]\" to the set of 'reserved' characters:";
    NOT_UNWISE: "3" page 3, "and remove them from the 'unwise' set:";
}
