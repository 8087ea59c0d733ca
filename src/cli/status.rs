//! Exit statuses.

use std::process::ExitCode;

/// How a command ended. The status of two results is the greater one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Status {
    /// 0: there is nothing to object to.
    Fine,
    /// 1: there is something to object to.
    Objection,
    /// 2: the command line is wrong, or something cannot be read or written completely.
    Trouble,
    /// 129: SIGHUP ended the command.
    HungUp,
    /// 130: Ctrl-C ended the command. As in shells, this is 128 plus the number of the signal.
    Interrupted,
    /// 143: SIGTERM ended the command.
    Terminated,
}

impl Status {
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
