//! Exit statuses.

use std::process::ExitCode;

/// How a command ended. Of two, the greater is the status of both.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Status {
    /// 0: there is nothing to object to.
    Fine,
    /// 1: there is.
    Objection,
    /// 2: the command line is wrong, or an input cannot be read.
    Trouble,
    /// 130: Ctrl-C ended it, as shells say it: 128 and the number of the signal.
    Interrupted,
}

impl From<Status> for ExitCode {
    fn from(status: Status) -> ExitCode {
        ExitCode::from(match status {
            Status::Fine => 0,
            Status::Objection => 1,
            Status::Trouble => 2,
            Status::Interrupted => 130,
        })
    }
}
