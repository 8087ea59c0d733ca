//! Questions of a historian of the URI, and the answers that the program and the pages must
//! give. Each answer was looked up in the documents.

use crate::program::run;
use crate::repository::read;

/// A question.
struct Question {
    asked: &'static str,
    /// The arguments of the program, or `page` and a file.
    of: &'static [&'static str],
    /// What the answer must contain, and what it must not, with single spaces between words.
    has: &'static [&'static str],
    lacks: &'static [&'static str],
}

macro_rules! questions {
    ($($asked:literal: [$($of:literal),+] has [$($has:literal),+] $(lacks [$($lacks:literal),+])?;)+) => {
        const QUESTIONS: &[Question] = &[$(Question {
            asked: $asked,
            of: &[$($of),+],
            has: &[$($has),+],
            lacks: &[$($($lacks),+)?],
        }),+];
    };
}

questions! {
    "Does RFC 1808 print a rule called path?": ["history", "path"]
        has ["rfc1808 June 1995 in path", "rfc2396 August 1998 in path", "rfc3986 January 2005 in path"];
    "Does explain agree that RFC 1808 and RFC 3986 print path?": ["explain", "path", "-e", "rfc2396"]
        has ["rfc1808 path", "rfc3986 path", "counterpart of the one before: path_segments"];
    "Which documents print segment?": ["history", "segment"]
        has ["rfc1808 June 1995 in segment", "rfc2396 August 1998 in segment", "rfc3986 January 2005 in segment"];
    "Is RFC 1808's fsegment that of RFC 1738?": ["history", "fsegment"]
        has ["rfc1738 December 1994 in fsegment", "in RFC 1738 a segment of an FTP path"];
    "What became of RFC 1738's fsegment in RFC 2396?": ["diff", "rfc1738", "rfc2396"]
        has ["- fsegment"] lacks ["fsegment → rel_segment"];
    "What became of RFC 1808's fsegment in RFC 2396?": ["diff", "rfc1808", "rfc2396"]
        has ["fsegment → rel_segment"];
    "Which document reserved urn?": ["history", "urn"]
        has ["reserved: RFC 1630, \"URN\", page 18", "url-00 March 1993 in generic, as any scheme"];
    "Does schemes say the same of urn?": ["schemes", "urn"]
        has ["RFC 1630, \"URN\", page 18"];
    "Who reserved the name nfs?": ["history", "nfs"]
        has ["reserved: RFC 1738, section 4, page 17"];
    "Was x500 defined?": ["history", "x500"]
        has ["for study: RFC 1630"] lacks ["defined:"];
    "Was rlogin ever more than described?": ["history", "rlogin"]
        has ["described: RFC 1630"] lacks ["defined:"];
    "Which grammar of RFC 1630 has a fragment?": ["history", "fragment"]
        has ["└ rfc1630-generic June 1994 as fragmentid", "rfc1630 June 1994 as fragmentid (not used by the start)"];
    "May a # stand in a URI of RFC 1630?": ["history", "#"]
        has ["└ rfc1630-generic June 1994 in fragmentaddress", "rfc1630 June 1994 out reserved"];
    "Does its generic grammar accept one?": ["check", "-e", "rfc1630-generic", "--format", "short", "a:b#c"]
        has ["conforms"];
    "Why did RFC 2396 let the tilde in?": ["history", "~"]
        has ["since it is extensively used on the Internet", "RFC 2396, appendix G.2, page 38"];
    "What did RFC 1738 say of the tilde?": ["characters", "~"]
        has ["Other characters are unsafe because gateways", "section 2.2, page 3"];
    "Did draft 06 mean to accept the tilde?": ["characters", "~"]
        has ["\"$\", \"-\", \"_\", \".\", and \"+\" are safe and may be transmitted unencoded."];
    "Is the tilde's story that of the documents?": ["page", "docs/history.md"]
        has ["it is extensively used on the Internet", "That is probably a slip"] lacks ["No document tells this story"];
    "Is the tilde's story the same in the history?": ["page", "docs/history.md"]
        has ["It is probably a slip.", "it is extensively used on the Internet"];
    "Are http://www.XEROX.com and http://www.xerox.com equivalent by RFC 2396?":
        ["compare", "-e", "rfc2396", "http://www.XEROX.com", "http://www.xerox.com"]
        has ["the same: in their canonical form both are http://www.xerox.com", "RFC 2396, section 6, page 23"];
    "Does an explicit default port make a difference by RFC 2396?":
        ["compare", "-e", "rfc2396", "http://a/", "http://a:80/"]
        has ["the same", "is equivalent to one where the port is elided", "RFC 1738, section 3.3, page 9"];
    "And by RFC 2732?": ["compare", "-e", "rfc2732", "http://a/", "http://a:80/"]
        has ["the same", "RFC 2732 is silent; RFC 2396, section 6, page 23"];
    "Is another port another URL?": ["compare", "-e", "rfc2396", "http://a/", "http://a:81/"]
        has ["not the same"];
    "Is a registry-based name a hostname?": ["compare", "-e", "rfc2396", "http://A_b/", "http://a_b/"]
        has ["not the same"];
    "What is the canonical form by RFC 2396?": ["canonical", "-e", "rfc2396", "HTTP://A:80/"]
        has ["http://a/"];
    "What became of host in RFC 3987?": ["history", "host"]
        has ["rfc3987 January 2005 as ihost", "“an 'i' has been prefixed” (RFC 3987, page 7)"];
    "What changed from RFC 3986 to RFC 3987?": ["diff", "rfc3986", "rfc3987"]
        has ["query → iquery", "URI → IRI", "+ iunreserved", "+ ucschar", "+ iprivate"] lacks ["removed"];
    "What stands in place of hostname since RFC 3986?": ["history", "hostname"]
        has ["rfc3986 January 2005 as reg-name “hostname | reg-name” (RFC 3986, page 54)"];
    "And of server?": ["history", "server"]
        has ["as authority “server | authority” (RFC 3986, page 54)"];
    "And of hostport?": ["history", "hostport"]
        has ["as host, port “hostport | host [ \":\" port ]” (RFC 3986, page 54)"];
    "And of hex?": ["history", "hex"]
        has ["HEXDIG", "“hex | HEXDIG” (RFC 3986, page 54)"];
    "And of mark?": ["history", "mark"]
        has ["rfc3986 January 2005 out - “mark |"];
    "Does diff say so too?": ["diff", "rfc2396", "rfc3986"]
        has ["hostname → reg-name (“hostname | reg-name” (RFC 3986, page 54))", "mark → nothing"];
    "Which rule replaced relativeURI?": ["history", "relativeURI"]
        has ["as relative-ref “The relativeURI rule has been replaced with relative-ref” (RFC 3986, page 55)"];
    "Where does userinfo come from?": ["history", "userinfo"]
        has ["rfc1738 December 1994 as user, password", "was changed to a \"userinfo\" token” (RFC 2396, page 38)"];
    "Is the ? in RFC 1738's fsegment an error?": ["explain", "fsegment"]
        has ["N15", "is believed to be an error in the RFC.” (RFC 1808, page 5)"];
    "Does the history of fsegment say so?": ["history", "fsegment"]
        has ["N15", "is believed to be an error in the RFC."];
    "What does ftp://a.b/c?d mean?": ["parse", "ftp://a.b/c?d"]
        has ["path \"c?d\"", "`?d` is a part of the path by RFC 1738, and the query by RFC 1808"];
    "And by RFC 1808?": ["parse", "-e", "rfc1808", "ftp://a.b/c?d"]
        has ["query \"d\"", "`?d` is a part of the path by RFC 1738, and the query by RFC 1808"];
    "What does http://a.b/c;d mean?": ["parse", "http://a.b/c;d"]
        has ["path \"c;d\"", "the params by RFC 1808", "the correct semantics are as defined by this document"];
    "Does anything use national in RFC 1738?": ["explain", "national"]
        has ["not used by the start", "N16", "(RFC 1630, page 22)"];
    "Is IPv6reference a misprint, if names have no case?": ["explain", "E7"]
        has ["rule names are case-insensitive in ABNF", "“The grammar is that of [RFC822]” (RFC 2396, page 6)"];
    "Does N7 hold for RFC 3987?": ["explain", "ihost", "-e", "rfc3987"]
        has ["N7", "“Some productions are ambiguous.” (RFC 3987, page 8)"];
    "At how many places may :: stand?": ["page", "docs/history.md"]
        has ["all eight places at which `::` may stand"] lacks ["nine places"];
    "Are schemes in lower case before RFC 1808?": ["check", "-e", "url-00,url-06", "--format", "short", "HTTP:x"]
        has ["conforms url-00", "rejected url-06"];
    "Did RFC 2396 say that the port may be empty?": ["page", "crates/book/texts/what-changed.md"]
        has ["The URL port is now *digit instead of 1*digit", "`hostport` takes `a:`: rfc1738 no, rfc2396 yes"];
    "Did RFC 2396 say that ?y is no reference any more?": ["page", "crates/book/texts/what-changed.md"]
        has ["| RFC 2396 | A query is no reference | `?y`: rfc1808 yes, rfc2396 no |"];
}

fn answer(of: &[&str]) -> String {
    let text = match of {
        ["page", path] => read(path),
        _ => {
            let output = run(of, b"");
            [output.stdout, output.stderr].map(|it| String::from_utf8(it).unwrap()).concat()
        }
    };
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn a_historian_is_answered_as_the_documents_say() {
    const { assert!(QUESTIONS.len() >= 40) };
    let ask = |question: &Question| {
        let Question { asked, of, has, lacks } = question;
        let answer = answer(of);
        for wanted in *has {
            assert!(answer.contains(wanted), "{asked}\n{of:?} lacks `{wanted}`:\n{answer}");
        }
        for unwanted in *lacks {
            assert!(!answer.contains(unwanted), "{asked}\n{of:?} has `{unwanted}`:\n{answer}");
        }
    };
    std::thread::scope(|scope| {
        for half in QUESTIONS.chunks(QUESTIONS.len().div_ceil(2)) {
            scope.spawn(move || half.iter().for_each(ask));
        }
    });
}
