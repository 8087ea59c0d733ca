//! The table of the commands: in groups, each with its examples, and when its exit status
//! is 1.

use super::{Group, Help};

const NOT_CONFORMING: Option<&str> = Some("a URL does not conform");

/// All commands.
pub const GROUPS: &[Group] = &[
    Group {
        title: "Check URLs",
        commands: &[
            Help {
                command: "check",
                examples: &[
                    ("Judge one URL", "urlbnf check http://info.cern.ch/~timbl/"),
                    ("Judge a file with one URL per line", "urlbnf check --file urls.txt"),
                    ("Compare all editions", "urlbnf check -e all 'http://a.b/#c'"),
                    (
                        "The same for many URLs, a row for each",
                        "urlbnf check -e all --format matrix -f urls.txt",
                    ),
                    (
                        "Only count, in both readings",
                        "urlbnf check --reading both --format tally -f urls.txt.gz",
                    ),
                    (
                        "Fail a CI step only for rejected URLs",
                        "urlbnf check --fail-on rejected --format github -f urls.txt",
                    ),
                ],
                objection: Some("a URL is as bad as --fail-on says, or worse"),
            },
            Help {
                command: "tally",
                examples: &[(
                    "Add the counts of two parts up to those of the whole",
                    "urlbnf tally merge one.json two.json",
                )],
                objection: None,
            },
            Help {
                command: "tree",
                examples: &[
                    ("Show a derivation as an outline", "urlbnf tree ftp://info.cern.ch/pub"),
                    ("Draw it", "urlbnf tree ftp://info.cern.ch/pub --format svg -o tree.svg"),
                ],
                objection: NOT_CONFORMING,
            },
            Help {
                command: "derive",
                examples: &[
                    (
                        "Go from the start to a URL step by step",
                        "urlbnf derive --brief http://a.b/",
                    ),
                    ("Start from another production", "urlbnf derive -e rfc1630 --start port 80"),
                ],
                objection: NOT_CONFORMING,
            },
            Help {
                command: "parse",
                examples: &[
                    ("Take a URL apart", "urlbnf parse 'ftp://user@host.dom:21/a/b;type=i'"),
                    ("The same for a program", "urlbnf parse --format json 'http://a.b:80/c?d'"),
                ],
                objection: NOT_CONFORMING,
            },
            Help {
                command: "extract",
                examples: &[
                    ("Find the URLs in a mail", "urlbnf extract mail.txt"),
                    ("Find and judge them", "urlbnf extract --check mail.txt"),
                ],
                objection: Some("a URL was judged and no edition accepts it"),
            },
        ],
    },
    Group {
        title: "Follow the documents' prose",
        commands: &[
            Help {
                command: "resolve",
                examples: &[
                    ("Resolve a partial form", "urlbnf resolve --base http://a.b/c/d ../e"),
                    ("Say why", "urlbnf resolve --base http://a.b/c/d --explain ../e"),
                    (
                        "The shortest form of a URI",
                        "urlbnf resolve --base http://a.b/c/d --shorten http://a.b/c/e",
                    ),
                ],
                objection: None,
            },
            Help {
                command: "encode",
                examples: &[
                    ("Encode text for a path segment", "urlbnf encode --in hsegment 'a b/c'"),
                    ("Make a whole URL safer", "urlbnf encode --whole-url 'http://a.b/~c'"),
                ],
                objection: None,
            },
            Help {
                command: "decode",
                examples: &[
                    ("Decode a part of a URL", "urlbnf decode a%20b%2Fc"),
                    (
                        "Make a whole URL more readable",
                        "urlbnf decode --whole-url http://a.b/%41%2F",
                    ),
                ],
                objection: None,
            },
            Help {
                command: "canonical",
                examples: &[(
                    "Write a URL in canonical form",
                    "urlbnf canonical http://a.b/%7e%41",
                )],
                objection: None,
            },
            Help {
                command: "compare",
                examples: &[("Compare two URLs", "urlbnf compare http://a.b/%41 http://a.b/A")],
                objection: Some("the URLs are not the same"),
            },
            Help {
                command: "access",
                examples: &[("What would a client do?", "urlbnf access telnet://guest@a.b:23/")],
                objection: NOT_CONFORMING,
            },
            Help {
                command: "schemes",
                examples: &[
                    ("All schemes", "urlbnf schemes"),
                    ("One scheme, document by document", "urlbnf schemes gopher"),
                ],
                objection: Some("none of the documents speaks of the scheme"),
            },
            Help {
                command: "contradictions",
                examples: &[
                    ("Where prose and grammar part", "urlbnf contradictions"),
                    ("One of them", "urlbnf contradictions nntp-host"),
                    ("URLs that their own grammars reject", "urlbnf contradictions --urls"),
                ],
                objection: None,
            },
        ],
    },
    Group {
        title: "Read the grammars",
        commands: &[
            Help {
                command: "editions",
                examples: &[("List the editions", "urlbnf editions")],
                objection: None,
            },
            Help {
                command: "productions",
                examples: &[(
                    "List the productions of an edition",
                    "urlbnf productions -e rfc1630:printed",
                )],
                objection: None,
            },
            Help {
                command: "characters",
                examples: &[
                    ("What may a tilde do?", "urlbnf characters '~'"),
                    ("All characters in a table", "urlbnf characters"),
                    ("As a picture", "urlbnf characters --format svg -o characters.svg"),
                ],
                objection: None,
            },
            Help {
                command: "explain",
                examples: &[
                    ("Explain a production", "urlbnf explain hostname"),
                    ("Explain a code that a report shows", "urlbnf explain char-not-allowed"),
                    ("Explain an edition and an erratum", "urlbnf explain url-02 E3"),
                ],
                objection: None,
            },
            Help {
                command: "history",
                examples: &[
                    ("When could a URL contain the tilde?", "urlbnf history '~'"),
                    ("Follow a production through the documents", "urlbnf history hostname"),
                    ("And a scheme", "urlbnf history gopher"),
                ],
                objection: Some("no document of the line has it"),
            },
            Help {
                command: "generate",
                examples: &[
                    ("Ten URLs", "urlbnf generate"),
                    (
                        "Five host names, always the same",
                        "urlbnf generate --start hostname --count 5 --seed 7",
                    ),
                    ("Near misses of an ftp URL", "urlbnf generate --start ftpurl --near-miss"),
                ],
                objection: None,
            },
            Help {
                command: "railroad",
                examples: &[("Draw a production", "urlbnf railroad hostname -o hostname.svg")],
                objection: None,
            },
        ],
    },
    Group {
        title: "Compare and prove grammars",
        commands: &[
            Help {
                command: "lint",
                examples: &[
                    ("What is wrong with a grammar of your own?", "urlbnf lint mine.bnf"),
                    (
                        "Fail a CI step only for errors",
                        "urlbnf lint --fail-on error --format github mine.bnf",
                    ),
                ],
                objection: Some("there is something that --fail-on names"),
            },
            Help {
                command: "extract-grammar",
                examples: &[
                    (
                        "Write the grammar of a draft into a file",
                        "urlbnf extract-grammar draft.txt -o draft.abnf",
                    ),
                    (
                        "Its rules as data, with section, page and line",
                        "urlbnf extract-grammar --format jsonl draft.txt",
                    ),
                ],
                objection: Some("a rule that is given twice does not say the same both times"),
            },
            Help {
                command: "diff",
                examples: &[
                    ("What changed between two drafts", "urlbnf diff url-01 url-02"),
                    ("Follow one production", "urlbnf diff rfc1630 rfc1738 httpurl"),
                    (
                        "Review a grammar of your own",
                        "urlbnf diff rfc1738 mine.bnf --format markdown",
                    ),
                    (
                        "Review a grammar against another, finding by finding",
                        "urlbnf diff --against rfc1738 mine.bnf --fail-on narrower,undefined",
                    ),
                    (
                        "Draw a change; exit with 0 although there is one",
                        "urlbnf diff rfc1630 rfc1738 httpurl --fail-on never --format svg -o diff.svg",
                    ),
                ],
                objection: Some("the languages differ as --fail-on says"),
            },
            Help {
                command: "ambiguity",
                examples: &[
                    ("Which productions are ambiguous?", "urlbnf ambiguity"),
                    ("Show both derivations", "urlbnf ambiguity -e url-01 hostport"),
                ],
                objection: None,
            },
            Help {
                command: "combinations",
                examples: &[
                    ("To which editions can a string conform?", "urlbnf combinations"),
                    ("Of these three", "urlbnf combinations url-02 rfc1630 rfc1738"),
                ],
                objection: None,
            },
            Help {
                command: "prove",
                examples: &[
                    ("Prove one edition", "urlbnf prove rfc1738"),
                    ("Prove all, briefly", "urlbnf prove --summary"),
                ],
                objection: Some("a transcription is not equal to its BNF"),
            },
            Help {
                command: "transcribe",
                examples: &[
                    ("Write a pest grammar", "urlbnf transcribe rfc1808"),
                    (
                        "And prove it once more",
                        "urlbnf transcribe rfc1808 | urlbnf prove rfc1808 -",
                    ),
                ],
                objection: Some("a production has no rule that is proved equal"),
            },
            Help {
                command: "suite",
                examples: &[
                    (
                        "Show which strings test a parser of one production",
                        "urlbnf suite rfc3986 --start IPv4address",
                    ),
                    (
                        "Write the suite for a whole grammar into a folder",
                        "urlbnf suite rfc1808 -o suite-of-rfc1808",
                    ),
                    (
                        "Ask a parser about its strings, which exits with 0 or 1",
                        "urlbnf suite run --suite suite-of-rfc1808 --protocol one-shot --command 'sh my-parser'",
                    ),
                ],
                objection: Some(
                    "`run` has a claimed case that is answered wrongly and not accepted",
                ),
            },
        ],
    },
    Group {
        title: "Pages",
        commands: &[Help {
            command: "book",
            examples: &[
                ("Write the book into a folder", "urlbnf book -o book"),
                ("With exercises of your own", "urlbnf book -o book --exercises exercises.toml"),
            ],
            objection: None,
        }],
    },
    Group {
        title: "The program itself",
        commands: &[
            Help {
                command: "completions",
                examples: &[("Complete in bash", "urlbnf completions bash")],
                objection: None,
            },
            Help {
                command: "man",
                examples: &[("The man page of a command", "urlbnf man check")],
                objection: None,
            },
            Help {
                command: "licences",
                examples: &[("What is bundled, and under which licence", "urlbnf licences")],
                objection: None,
            },
        ],
    },
];
