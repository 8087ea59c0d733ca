//! A program that is run for each string: it exits with 0 or with 1.

use std::collections::HashMap;
use std::io::Write as _;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use urlbnf::report::conformity::{ConformitySuite, ProgramAnswer};

use super::SuiteRunError;
use crate::error::CliError;

/// The time between two checks whether a program has ended.
const PAUSE: Duration = Duration::from_millis(2);

/// Returns the answers to the cases of a suite. A string of several cases is asked once.
pub fn answers(
    words: &[String],
    tested: &ConformitySuite,
    wait: Duration,
) -> Result<Vec<ProgramAnswer>, CliError> {
    let mut known: HashMap<&[u8], ProgramAnswer> = HashMap::new();
    let mut answers = Vec::with_capacity(tested.cases.len());
    for case in &tested.cases {
        let answer = match known.get(case.input.as_slice()) {
            Some(answer) => answer.clone(),
            None => answer(words, &case.input, wait)?,
        };
        known.insert(&case.input, answer.clone());
        answers.push(answer);
    }
    Ok(answers)
}

fn answer(words: &[String], input: &[u8], wait: Duration) -> Result<ProgramAnswer, CliError> {
    let mut child = start(words, Stdio::null())?;
    let stdin = child.stdin.take();
    let input = input.to_vec();
    // The thread is not joined: the pipe may be full, and a process that does not read it may
    // hold it open.
    thread::spawn(move || stdin.map(|mut stdin| stdin.write_all(&input)));
    Ok(match ended(&mut child, wait)? {
        None => ProgramAnswer::Failed(no_answer(wait)),
        Some(status) => match status.code() {
            Some(0) => ProgramAnswer::Answered(true),
            Some(1) => ProgramAnswer::Answered(false),
            _ => ProgramAnswer::Failed(format!("it ended with {status}")),
        },
    })
}

/// Starts a program with a pipe as its input. Its standard error is shown.
pub fn start(words: &[String], output: Stdio) -> Result<Child, CliError> {
    let program = words.first().map_or("", String::as_str);
    let mut command = Command::new(program);
    command.args(words.iter().skip(1)).stdin(Stdio::piped()).stdout(output);
    let not_run = |error| SuiteRunError::NotRun { program: program.to_owned(), error }.into();
    command.spawn().map_err(not_run)
}

/// Waits for a program to end. Kills it and returns `None` if it does not end in time.
pub fn ended(child: &mut Child, wait: Duration) -> Result<Option<ExitStatus>, CliError> {
    let begun = Instant::now();
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        if begun.elapsed() >= wait {
            // It may have ended by itself just now.
            let _ = child.kill();
            child.wait()?;
            return Ok(None);
        }
        thread::sleep(PAUSE);
    }
}

/// The message that a program took too long.
pub fn no_answer(wait: Duration) -> String {
    format!("no answer within {} seconds", wait.as_secs())
}
