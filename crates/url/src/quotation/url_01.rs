//! Draft 01.

use super::{Citation, Document, Quotation, quotations};

quotations! { Url01;
    VOID_FRAGMENT: "Fragment-id" page 8, "A void fragment-id with or without the hash sign means that the URL refers to the whole object.";
    SCHEME: "Scheme" page 9, "Within the URL of a object, the first element is the name of the scheme, separated from the rest of the object by a colon.";
    DOUBLE_SLASH: "Internet protocol parts" page 9, "This starts with a double slash \"//\" to indicate its presence, and continues until the following slash \"/\".";
    USER: "Internet protocol parts" page 9, "An optional user name, if this must be quoted to the server, followed by a commercial at sign \"@\".";
    USER_DISCOURAGED: "Internet protocol parts" page 9, "(Use of this field is discouraged.";
    PASSWORD_DISCOURAGED: "Internet protocol parts" page 9, "Provision of encoding a password after the user name, delimited by a colon, could be made but obviously is only useful when the password is public, in which case it should not be necessary, so that is also discouraged.)";
    PORT: "Internet protocol parts" page 9, "The port number, if it is not the default number for the protocol, is given in decimal notation after a colon.";
    SIGNIFICANCE: "Partial form" page 10, "The partial form relies on a property of the URL syntax that certain characters (\"/\") and certain path elements (\"..\", \".\") have a significance reserved for representing a hierarchical space, and must be recognised as such by both clients and servers.";
    LATIN_1: "Encoding prohibited characters" page 11, "Where the local naming scheme uses ASCII characters which are not allowed in the URL, these may be represented in the URL by a percent sign \"%\" followed by two hexadecimal digits (0-9, A-F) giving the ISO Latin 1 code for that character.";
    HTTP_PATH: "HTTP" page 11, "The path is passed by the client to the server with any request, but is not otherwise understood by the client.";
    HTTP_FRAGMENT: "HTTP" page 11, "The fragmentid part is not sent with the request.";
    FTP: "FTP" page 11, "The ftp: prefix indicates a file which is to be picked up from the file system of the given host.";
    FTP_PORT: "FTP" page 11, "The port number if given gives the port of the FTP server if not the FTP default.";
    FTP_LOGIN: "FTP" page 12, "The syntax allows for the inclusion of a user name and even a password for those systems which do not use the anonymous FTP convention.";
    FTP_ANONYMOUS: "FTP" page 12, "The default, however, if no user or password is supplied, will be to use that convention, viz. that the user name is \"anonymous\" and the password the user's mail address.";
    FTP_GUESS: "FTP" page 12, "The data format of a file can only, in the general FTP case, be deduced from the name, normally the suffix of the name.";
    NEWS: "News" page 12, "The news locators refer to either news group names or article message identifiers which must conform to the rules of RFC 850.";
    WAIS_TYPE: "WAIS" page 12, "The current WAIS implementation public domain requires that a client know the \"type\" and length of a object prior to retrieval.";
    PROSPERO: "Prospero" page 13, "The Prospero (Neuman, 1991) directory srvice is used to resolve the URL yielding an access method for the object (which can then itself be represented as a URL if translated).";
    PROSPERO_SEPARATED: "Prospero" page 13, "If these latter feilds are present thy are separated from the host specific object name and from each other by the characters \"%00\" (percent, zero, zero), this being and escaped string terminator (null).";
    PROSPERO_EMPTY: "Prospero" page 13, "If the optional list of attributes is provided, the version number must be present, but may be the empty string (i.e. the first attribute would be seperaed from the host specific name by \"%00%00\").";
    GOPHER_TYPE: "Gopher" page 13, "The first character of the URL path part (after the initial single slash) is a single-character \"type\" field which is that used by the Gopher protocol.";
    GOPHER_SELECTOR: "Gopher" page 13, "The rest of the path is the \"selector string\", with disallowed characters encoded.";
    GOPHER_DEFAULT: "Gopher" page 13, "If the type character and selector are omitted, the type defaults to \"1\".";
    SESSION: "Telnet, rlogin, tn3270" page 13, "The use of URLs to represent interactive sessions is a convenient extension to their uses for objects.";
    X500: "x500" page 14, "This is a subject for study.";
    WHOIS: "WHOIS" page 14, "This is a subject for further study.";
    EXPERIMENTAL: "Registration of naming schemes" page 14, "Experimental scheme identifiers may be used by mutual agreement between parties, and must start with the characters \"x-\".";
    URN: "Registration of naming schemes" page 14, "The scheme name \"urn:\" is reserved for the work in progress on a scheme for more persistent names.";
    NEW_SCHEME: "Registration of naming schemes" page 14, "Any submission of a new URL scheme must include a definition of an algorithm for the retrieval of any object within that scheme.";
    AFS: "BNF syntax" page 15, "afsaddress a f s : / / cellname / path";
    SPACES: "Choices" page 8, "The use of white space characters has been avoided in URLs: spaces are not legal characters.";
    HOST_NAME: "Internet protocol parts" page 9, "The internet domain name of the host in RFC1037 format";
    ALWAYS: "Encoding prohibited characters" page 11, "As a % sign always indicates an encoded character, a URL may be made safer simply by encoding any characters considered unsafe, while leaving already encoded characters still encoded.";
    ADDRESS: "Internet protocol parts" page 9, "(or, optionally and less advisably, the IP address as a set of four decimal digits)";
    SESSION_WHOLE: "Telnet, rlogin, tn3270" page 13, "As information within the service cannot be addressed individually or, in general, automatically retrieved, this is a less desirable, though currently common, solution.";
}
