//! Why a program cannot be asked about suites, worded in one place.

use std::io;

/// Why there are no answers.
#[derive(Debug, thiserror::Error)]
pub enum NotAsked {
    /// No suite is where suites are looked for, or none that was asked for.
    #[error(
        "there is no such suite in {folder}: `urlbnf suite GRAMMAR -o {folder}/GRAMMAR.json` makes one, and --suite names another file or folder"
    )]
    NoSuite { folder: String },
    /// A program claims no grammar of which there is a suite.
    #[error(
        "`{command}` claims no grammar and no start of which a suite is in {folder}: it claims {claimed}; there are {suites}"
    )]
    NothingClaimed { command: String, folder: String, claimed: String, suites: String },
    /// A program that is to be asked cannot be started.
    #[error("`{program}` cannot be run: {error}")]
    NotRun {
        program: String,
        #[source]
        error: io::Error,
    },
    /// A program that is to be asked does not say what it claims.
    #[error("`{words}` should first write a line such as {{\"claims\":[\"rfc3986\"]}}: {why}")]
    NoClaims { words: String, why: String },
    /// A program answers what nobody asked, or nothing that can be read.
    #[error("`{words}` was asked for {id} and answered `{line}`: {why}")]
    NotUnderstood { words: String, line: String, id: String, why: String },
}
