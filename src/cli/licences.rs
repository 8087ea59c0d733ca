//! `urlbnf licences`: what the program bundles, and under which licences.

use clap::Args;

use crate::{CliError, Status, Streams, after};

/// The third-party packages that are linked into the program, one a line: name, version and
/// licence, separated by tabs. A test compares them with Cargo.lock.
const PACKAGES: &str = include_str!("licences.tsv");

/// List what is bundled in this program, with licences
///
/// One package on a line: its name, its version, its licence as an SPDX expression. A
/// program that was built for another system, or with fewer features, may lack some.
#[derive(Debug, Args)]
#[command(after_long_help = after(&[
    ("What is bundled, and under which licence", "urlbnf licences"),
], None))]
pub struct LicencesArguments {}

pub fn run(_: &LicencesArguments, streams: &mut Streams) -> Result<Status, CliError> {
    let own = format!("urlbnf {}: {}\n", env!("CARGO_PKG_VERSION"), env!("CARGO_PKG_LICENSE"));
    let mut text = own;
    for package in PACKAGES.lines() {
        if let [name, version, licence] = package.split('\t').collect::<Vec<_>>()[..] {
            text += &format!("{name} {version}: {licence}\n");
        }
    }
    // The licences that no package declares.
    text += "zstd, the C library in zstd-sys: BSD-3-Clause\n";
    text += "the standard library of Rust: MIT OR Apache-2.0\n";
    streams.write(text.as_bytes())?;
    Ok(Status::Fine)
}
