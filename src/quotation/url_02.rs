//! Draft 02.

use super::{Citation, Document, Quotation, quotations};

quotations! { Url02;
    VOID_FRAGMENT: "Fragment-id" page 9, "A void fragment-id with or without the hash sign means that the URL refers to the whole object.";
    USER_DISCOURAGED: "Internet protocol parts" page 10, "(Use of this field is discouraged.";
    PASSWORD_DISCOURAGED: "Internet protocol parts" page 10, "Provision of encoding a password after the user name, delimited by a colon, could be made but obviously is only useful when the password is public, in which case it should not be necessary, so that is also discouraged.)";
    PORT: "Internet protocol parts" page 10, "The port number, if it is not the default number for the protocol, is given in decimal notation after a colon.";
    SIGNIFICANCE: "PARTIAL FORM" page 11, "The partial form relies on a property of the URL syntax that certain characters (\"/\") and certain path elements (\"..\", \".\") have a significance reserved for representing a hierarchical space, and must be recognised as such by both clients and servers.";
    ABSOLUTE: "PARTIAL FORM" page 11, "A partial form can be distinguished from a full form in that a full form must have a colon and that colon must occur before any slash characters.";
    HOST: "PARTIAL FORM" page 11, "If the host and/or port parts are the different, the host, port name and all the rest of the locator must be given.";
    ROOT: "PARTIAL FORM" page 11, "If a leading slash is present, the path is absolute.";
    LAST: "PARTIAL FORM" page 11, "The last part of the path of the context locator (anything following the rightmost slash) is removed, and the given partial URL appended in its place.";
    DOTS: "PARTIAL FORM" page 11, "Within the result, all occurrences of \"/xxx/..\" or \"/.\" are recursively removed, where xxx, \"..\" and \".\" are complete path elements.";
    LATIN_1: "ENCODING PROHIBITED CHARACTERS" page 12, "Where the local naming scheme uses ASCII characters which are not allowed in the URL, these may be represented in the URL by a percent sign \"%\" followed by two hexadecimal digits (0-9, A-F) giving the ISO Latin 1 code for that character.";
    HTTP_PATH: "HTTP" page 12, "The path is passed by the client to the server with any request, but is not otherwise understood by the client.";
    HTTP_FRAGMENT: "HTTP" page 12, "The fragmentid part is not sent with the request.";
    HTTP_SPACES: "HTTP" page 12, "Spaces in URLs should be escaped for transmission in HTTP.";
    FTP: "FTP" page 12, "The ftp: prefix indicates a file which is to be picked up from the file system of the given host.";
    FTP_PORT: "FTP" page 12, "The port number if given gives the port of the FTP server if not the FTP default.";
    FTP_LOGIN: "FTP" page 13, "The syntax allows for the inclusion of a user name and even a password for those systems which do not use the anonymous FTP convention.";
    FTP_ANONYMOUS: "FTP" page 13, "The default, however, if no user or password is supplied, will be to use that convention, viz. that the user name is \"anonymous\" and the password the user's mail address.";
    FTP_GUESS: "FTP" page 13, "The data format of a file can only, in the general FTP case, be deduced from the name, normally the suffix of the name.";
    NEWS: "NEWS" page 13, "The news locators refer to either news group names or article message identifiers which must conform to the rules of RFC 850.";
    NEWS_NNTP: "NEWS" page 13, "A news URL may be dereferenced using NNTP or using any other protocol for the conveyance of usenet news articles.";
    NEWS_LOCAL: "NEWS" page 13, "When a news: URL is quoted, the assumption is that the reader will fetch the article or group from his or her local news host. News host names are NOT part of news URLs.";
    NNTP: "NNTP" page 14, "This is an alternative form of reference for news articles, specifically to be used with NNTP servers, and particularly those incomplete server implementations which do not allow retrieval by message identifier.";
    NNTP_SERVER: "NNTP" page 14, "The news server name, newsgroup name, and index number of an article within the newsgroup on that particular server are given.";
    WAIS_TYPE: "WAIS" page 14, "The current WAIS implementation public domain requires that a client know the \"type\" and length of a object prior to retrieval.";
    WAIS_LENGTH: "WAIS" page 14, "The length not now being strictly necessary is kept for historical reasons.";
    PROSPERO: "PROSPERO" page 14, "The Prospero (Neuman, 1991) directory service is used to resolve the URL yielding an access method for the object (which can then itself be represented as a URL if translated).";
    PROSPERO_SEPARATED: "PROSPERO" page 14, "If these latter fields are present thy are separated from the host specific object name and from each other by the characters \"%00\" (percent, zero, zero), this being and escaped string terminator (null).";
    PROSPERO_EMPTY: "PROSPERO" page 14, "If the optional list of attributes is provided, the version number must be present, but may be the empty string (i.e. the first attribute would be separated from the host specific name by \"%00%00\").";
    GOPHER_TYPE: "GOPHER" page 15, "The first character of the URL path part (after the initial single slash) is a single-character \"type\" field which is that used by the Gopher protocol.";
    GOPHER_SELECTOR: "GOPHER" page 15, "The rest of the path is the \"selector string\", with disallowed characters encoded.";
    GOPHER_DEFAULT: "GOPHER" page 15, "If the type character and selector are omitted, the type defaults to \"1\".";
    MAILTO: "MAILTO" page 15, "This allows a URL to specify an RFC822 addr-spec mail address.";
    MAILTO_OBJECT: "MAILTO" page 15, "This semantics may be considered to be that the object referred to by the mailto: URL is the set of messages sent to or from that address.";
    SESSION: "TELNET, RLOGIN, TN3270" page 15, "The use of URLs to represent interactive sessions is a convenient extension to their uses for objects.";
    X500: "X500" page 15, "This is a subject for study.";
    WHOIS: "WHOIS" page 16, "This is a subject for further study.";
    EXPERIMENTAL: "REGISTRATION OF NAMING SCHEMES" page 16, "Experimental scheme identifiers may be used by mutual agreement between parties, and must start with the characters \"x-\".";
    URN: "REGISTRATION OF NAMING SCHEMES" page 16, "The scheme name \"urn:\" is reserved for the work in progress on a scheme for more persistent names.";
    NEW_SCHEME: "REGISTRATION OF NAMING SCHEMES" page 16, "Any submission of a new URI scheme must include a definition of an algorithm for the retrieval of any object within that scheme.";
    AFS: "BNF syntax" page 17, "The \"afsaddress\" is left in as historical note, but is not a url production";
    WRAPPER: "Wrappers for URIs in plain text" page 19, "The recommendation is that the angle brackets (less than and greater than signs) of the ASCII set be used for this purpose.";
    WARN_PASSWORD: "Security considerations" page 20, "The use of URLs containing passwords is clearly unwise.";
}
