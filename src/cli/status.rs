//! Exit statuses.

use std::process::ExitCode;

/// How a command ended. Of two, the greater is the status of both.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Status {
    /// 0: there is nothing to object to.
    Fine,
    /// 1: there is.
    Objection,
    /// 2: the command line is wrong, or an input cannot be read, or not all of it.
    Trouble,
    /// 129: SIGHUP ended it.
    HungUp,
    /// 130: Ctrl-C ended it, as shells say it: 128 and the number of the signal.
    Interrupted,
    /// 143: SIGTERM did.
    Terminated,
}

impl Status {
    /// Its number.
    pub fn code(self) -> u8 {
        match self {
            Status::Fine => 0,
            Status::Objection => 1,
            Status::Trouble => 2,
            Status::HungUp => 129,
            Status::Interrupted => 130,
            Status::Terminated => 143,
        }
    }
}

impl From<Status> for ExitCode {
    fn from(status: Status) -> ExitCode {
        ExitCode::from(status.code())
    }
}
