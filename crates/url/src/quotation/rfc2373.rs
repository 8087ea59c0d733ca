//! RFC 2373.

use super::{Citation, Document, Quotation, quotations};

quotations! { Rfc2373;
    ONE_ELISION: "2.2" page 4, "The \"::\" can only appear once in an address.";
    FOUR_DIGITS: "appendix B" page 22, "hex4 = 1*4HEXDIG";
}
