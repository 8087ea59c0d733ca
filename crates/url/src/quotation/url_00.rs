//! Draft 00, which has no pages.

use super::{Citation, Document, Quotation, quotations};

quotations! { Url00;
    VOID_ANCHOR: "Anchor-id", "A void anchor-id with or without the hash sign means that the URL refers to the whole object.";
    SCHEME: "Scheme", "Within the URL of a object, the first element is the name of the scheme, separated from the rest of the object by a colon.";
    DOUBLE_SLASH: "Internet protocol parts", "This starts with a double slash \"/\" to indicate its presence, and continues until the following slash \"/\".";
    USER: "Internet protocol parts", "An optional user name, if this must be quoted to the server, followed by a commercial at sign \"@\".";
    USER_DISCOURAGED: "Internet protocol parts", "(Use of this field is discouraged.";
    PASSWORD_DISCOURAGED: "Internet protocol parts", "Provision of encoding a password after the user name, delimited by a colon, could be made but obviously is only useful when the password is public, in which case it should not be necessary, so that is also discouraged.)";
    PORT: "Internet protocol parts", "The port number, if it is not the default number for the protocol, is given in decimal notation after a colon.";
    SIGNIFICANCE: "Partial form", "The partial form relies on a property of the URL syntax that certain characters (\"/\") and certain path elements (\"..\", \".\") have a significance reserved for representing a hierarchical space, and must be recognised as such by both clients and servers.";
    ESCAPE: "Mapping Local Names", "Where the local naming scheme uses ASCII characters which are not allowed in the URL, these may be represented in the URL by a percent sign \"%\" followed by two hexadecimal digits (0-9, A-F) giving the ASCII value for that character.";
    ESCAPE_OTHERS: "Mapping Local Names", "If non-ASCII characters are used, then a similar escaping system should be used.";
    HTTP_PATH: "HTTP", "The path is passed by the client to the server with any request, but is not otherwise understood by the client.";
    HTTP_ANCHOR: "HTTP", "The anchorid part is not sent with the request.";
    FTP: "FTP", "The ftp: prefix indicates a file which is to be picked up from the file system of the given host.";
    FTP_PORT: "FTP", "The port number if given gives the port of the FTP server if not the FTP default.";
    FTP_LOGIN: "FTP", "The syntax allows for the inclusion of a user name and even a password for those systems which do not use the anonymous FTP convention.";
    FTP_ANONYMOUS: "FTP", "The default, however, if no user or password is supplied, will be to use that convention, viz. that the user name is \"anonymous\" and the password the user's mail address.";
    FTP_GUESS: "FTP", "The data format of a file can only, in the general FTP case, be deduced from the name, normally the suffix of the name.";
    AFS: "Andrew File System", "The afs: prefix indicates a following afs cellname and path.";
    NEWS: "News", "The news locators refer to either news group names or article message identifiers which must conform to the rules of RFC 850.";
    WAIS_TYPE: "WAIS", "The current WAIS implementation public domain requires that a client know the \"type\" and length of a object prior to retrieval.";
    PROSPERO: "Prospero", "The Prospero (Neuman, 1991) UDP-based virtual file system protocol is used.";
    PROSPERO_HOST: "Prospero", "The host and port parts are used, and optional.";
    PROSPERO_DIRECTORY: "Prospero", "If the path ends with a final slash \"/\" that indicates to the client that the object is a directory to be listed..";
    PROSPERO_FIELDS: "Prospero", "These are appended to the HSOName and separated by the characters \"%23\" (percent, two, three), this being the escaped form of the Prospero hash sign delimiter.";
    GOPHER_TYPE: "Gopher", "The first character of the URL path part (after the initial single slash) is a single-character \"type\" field which is that used by the Gopher protocol.";
    GOPHER_SELECTOR: "Gopher", "The rest of the path is the \"selector string\", with unprintable characters and spaces encoded.";
    SESSION: "Telnet, rlogin, tn3270", "The use of URLs to represent interactive sessions is a convenient extension to their uses for objects.";
    X500: "x500", "This is a subject for study.";
    WHOIS: "WHOIS", "This is a subject for further study.";
    EXPERIMENTAL: "Registration of naming schemes", "Experimental scheme identifiers may be used by mutual agreement between parties, and must start with the characters \"x-\".";
    NEW_SCHEME: "Registration of naming schemes", "Any submission of a new scheme must include a definition of an algorithm for the retrieval of any object within that scheme.";
    REFERENCE: "References", "URL=file://quake.think.com/pub/wais/doc/protspec.txt";
    SPACES: "Choices", "The use of white space characters has been avoided in URLs: spaces are not legal characters.";
    WORDS: "BNF syntax", "All words of more than one letter below are entities described somewhere in this description.";
    HOST_NAME: "Internet protocol parts", "The internet domain name of the host in RFC1037 format";
    ADDRESS: "Internet protocol parts", "(or, optionally and less advisably, the IP address as a set of four decimal digits)";
    SESSION_WHOLE: "Telnet, rlogin, tn3270", "As information within the service cannot be addressed individually or, in general, automatically retrieved, this is a less desirable, though currently common, solution.";
}
