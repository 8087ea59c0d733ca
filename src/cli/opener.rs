//! Opens a page in the user's browser.

use std::ffi::OsStr;
use std::process::{Command, Stdio};

use crate::streams::Streams;

/// The programs that open a file, for each kind of system.
const OPENERS: &[&[&str]] = match () {
    () if cfg!(windows) => &[&["cmd", "/C", "start", ""]],
    () if cfg!(target_os = "macos") => &[&["open"]],
    () => &[&["xdg-open"], &["wslview"]],
};

/// Opens a file, or reports that this is not possible.
pub fn open(what: &OsStr, streams: &mut Streams) {
    let opened = OPENERS.iter().any(|opener| {
        let [program, before @ ..] = opener else { return false };
        let mut command = Command::new(program);
        command.args(before).arg(what);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        command.spawn().is_ok()
    });
    if !opened {
        let tried: Vec<&str> =
            OPENERS.iter().filter_map(|opener| opener.first().copied()).collect();
        streams.remark(&format!("no browser could be opened: there is no {}", tried.join(", no ")));
    }
}
