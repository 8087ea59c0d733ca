//! A program that is asked line by line, in JSON.
//!
//! It first writes what it claims. Then all questions are written while its answers are read, so
//! it may answer one by one or all at the end. If it ends or takes too long, it has failed on the
//! current string, and is started again for the next one. If it writes anything else, or answers
//! out of order, the command ends with an error.

use std::borrow::Cow;
use std::collections::HashMap;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::process::{Child, ChildStdin, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::json;
use urlbnf::report::conformity::{ConformitySuite, ProgramAnswer};
use urlbnf::report::witness;
use urlbnf::text::visible;

use super::SuiteRunError;
use super::one_shot::{ended, no_answer, start};
use crate::error::CliError;

/// The longest line that a program may write.
const LONGEST_ANSWER: u64 = 1 << 20;
/// How much of such a line is shown.
const LONGEST_SHOWN: usize = 200;
/// How often a program is started again in one suite.
const MOST_STARTS: usize = 50;
/// How many answers may wait to be read.
const MOST_WAITING: usize = 64;

/// What a program claims: its first line.
#[derive(Debug, Clone, Default, Deserialize)]
pub struct ProtocolClaims {
    /// The grammars that it claims to read.
    claims: Vec<String>,
    /// The starts by which it judges; all, if it names none.
    #[serde(default)]
    starts: Vec<String>,
    /// Grammars that it does not claim to read, and by which it is compared all the same.
    #[serde(default)]
    compared: Vec<String>,
    /// Its name.
    pub name: Option<String>,
    /// Its version.
    pub version: Option<String>,
}

impl ProtocolClaims {
    /// What is claimed or compared, and by which starts, as it was written.
    pub fn description(&self) -> String {
        let listed = |names: &[String]| {
            let shown: Vec<String> = names.iter().map(|name| visible(name.as_bytes())).collect();
            if shown.is_empty() { "nothing".to_owned() } else { shown.join(", ") }
        };
        let mut text = listed(&[self.claims.as_slice(), &self.compared].concat());
        if !self.starts.is_empty() {
            text += &format!(" by {}", listed(&self.starts));
        }
        text.chars().take(LONGEST_SHOWN).collect()
    }

    /// Whether the suite's grammar is claimed; `None` where the program is not to be asked.
    pub fn claim_for(&self, tested: &ConformitySuite) -> Option<bool> {
        let starts = self.starts.is_empty() || self.starts.contains(&tested.start);
        let claimed = self.claims.contains(&tested.grammar);
        (starts && (claimed || self.compared.contains(&tested.grammar))).then_some(claimed)
    }
}

/// A question: whether a string conforms. It has the text or, if that is not exact, the bytes.
#[derive(Debug, Serialize)]
struct ProtocolQuestion<'c> {
    id: &'c str,
    grammar: &'c str,
    start: &'c str,
    #[serde(skip_serializing_if = "Option::is_none")]
    input: Option<Cow<'c, str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    input_base64: Option<String>,
}

/// An answer, as a program writes it.
#[derive(Debug, Deserialize)]
struct ProtocolAnswer {
    id: String,
    valid: Option<bool>,
    skip: Option<serde_json::Value>,
    error: Option<serde_json::Value>,
}

/// Whether a line is incomplete because the program exited: it has no line end and is not JSON.
fn is_cut(line: &[u8]) -> bool {
    let ended = line.ends_with(b"\n") || line.len() as u64 > LONGEST_ANSWER;
    !ended && serde_json::from_slice::<ProtocolAnswer>(line).is_err()
}

/// The result of waiting for a line.
enum ReceivedLine {
    Line(Vec<u8>),
    /// No line came; the reason.
    Nothing(String),
}

/// A running program, and what it claims.
pub struct ProgramSession {
    words: Vec<String>,
    wait: Duration,
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<Vec<u8>>,
    claims: ProtocolClaims,
}

impl ProgramSession {
    /// Starts the program and reads what it claims.
    pub fn begin(words: &[String], wait: Duration) -> Result<ProgramSession, CliError> {
        let mut child = start(words, Stdio::piped())?;
        let (sender, lines) = sync_channel(MOST_WAITING);
        if let Some(output) = child.stdout.take() {
            thread::spawn(move || {
                let mut output = BufReader::new(output);
                loop {
                    let mut line = Vec::new();
                    let read = (&mut output).take(LONGEST_ANSWER + 1).read_until(b'\n', &mut line);
                    if !matches!(read, Ok(1..)) || sender.send(line).is_err() {
                        break;
                    }
                }
            });
        }
        let input = child.stdin.take();
        let mut conversation = ProgramSession {
            words: words.to_vec(),
            wait,
            child,
            input,
            lines,
            claims: ProtocolClaims::default(),
        };
        let claims = match conversation.next_line()? {
            ReceivedLine::Line(line) => {
                serde_json::from_slice(&line).map_err(|error| error.to_string())
            }
            ReceivedLine::Nothing(why) => Err(why),
        };
        let words = words.join(" ");
        conversation.claims = claims.map_err(|why| SuiteRunError::NoClaims { words, why })?;
        Ok(conversation)
    }

    /// What it claims.
    pub fn claims(&self) -> &ProtocolClaims {
        &self.claims
    }

    /// Returns the answers to the cases of a suite. A string of several cases is asked once.
    pub fn answers(&mut self, tested: &ConformitySuite) -> Result<Vec<ProgramAnswer>, CliError> {
        let mut numbers: HashMap<&[u8], usize> = HashMap::new();
        let mut asked: Vec<(&str, Vec<u8>)> = Vec::new();
        for case in &tested.cases {
            numbers.entry(&case.input).or_insert_with(|| {
                let input_base64 = witness::base64(&case.input);
                let question = json!(ProtocolQuestion {
                    id: &case.id,
                    grammar: &tested.grammar,
                    start: &tested.start,
                    input: input_base64.is_none().then(|| witness::text(&case.input)),
                    input_base64,
                });
                asked.push((&case.id, format!("{question}\n").into_bytes()));
                asked.len() - 1
            });
        }
        let answers = self.all(&asked)?;
        let answer = |input: &[u8]| numbers.get(input).and_then(|&at| answers.get(at)).cloned();
        let missing = || ProgramAnswer::Failed("it failed too often, and was not asked".to_owned());
        Ok(tested.cases.iter().map(|case| answer(&case.input).unwrap_or_else(missing)).collect())
    }

    /// Asks all questions. Returns fewer answers if the program fails too often.
    fn all(&mut self, asked: &[(&str, Vec<u8>)]) -> Result<Vec<ProgramAnswer>, CliError> {
        let mut answers: Vec<ProgramAnswer> = Vec::with_capacity(asked.len());
        for _ in 0..MOST_STARTS {
            if self.input.is_none() {
                *self = ProgramSession::begin(&self.words, self.wait)?;
            }
            self.write_questions(asked[answers.len()..].iter().map(|(_, line)| line.as_slice()));
            let failed = self.listen(asked, &mut answers)?;
            let Some(why) = failed else { return Ok(answers) };
            answers.push(ProgramAnswer::Failed(why));
            let _ = self.child.kill();
            self.child.wait()?;
            if answers.len() == asked.len() {
                break;
            }
        }
        Ok(answers)
    }

    /// Writes questions in a thread of its own, and then closes the input. This tells a program
    /// that answers at the end to begin.
    fn write_questions<'l>(&mut self, lines: impl Iterator<Item = &'l [u8]>) {
        let all: Vec<u8> = lines.flatten().copied().collect();
        if let Some(mut input) = self.input.take() {
            // Writing fails if the program does not read its input.
            thread::spawn(move || input.write_all(&all));
        }
    }

    /// Reads the remaining answers. Returns the reason if the program fails.
    fn listen(
        &mut self,
        asked: &[(&str, Vec<u8>)],
        answers: &mut Vec<ProgramAnswer>,
    ) -> Result<Option<String>, CliError> {
        while let Some((id, _)) = asked.get(answers.len()) {
            match self.next_line()? {
                ReceivedLine::Nothing(why) => return Ok(Some(why)),
                ReceivedLine::Line(line) if is_cut(&line) => {
                    return Ok(Some("it ended in the middle of an answer".to_owned()));
                }
                ReceivedLine::Line(line) => answers.push(self.understood(id, &line)?),
            }
        }
        // The program is started again for the next suite.
        ended(&mut self.child, self.wait)?;
        Ok(None)
    }

    /// Waits for the next line of the program.
    fn next_line(&mut self) -> Result<ReceivedLine, CliError> {
        Ok(match self.lines.recv_timeout(self.wait) {
            Ok(line) => ReceivedLine::Line(line),
            Err(RecvTimeoutError::Timeout) => ReceivedLine::Nothing(no_answer(self.wait)),
            Err(RecvTimeoutError::Disconnected) => {
                ReceivedLine::Nothing(match ended(&mut self.child, self.wait)? {
                    Some(status) => format!("it ended with {status}"),
                    None => no_answer(self.wait),
                })
            }
        })
    }

    fn understood(&self, id: &str, line: &[u8]) -> Result<ProgramAnswer, CliError> {
        let not_understood = |why: String| {
            let shown = String::from_utf8_lossy(&line[..line.len().min(LONGEST_SHOWN)]);
            let (words, line) = (self.words.join(" "), shown.trim_end().to_owned());
            CliError::from(SuiteRunError::NotUnderstood { words, line, id: id.to_owned(), why })
        };
        let answer: ProtocolAnswer =
            serde_json::from_slice(line).map_err(|error| not_understood(error.to_string()))?;
        if answer.id != id {
            return Err(not_understood("it is the answer to another question".to_owned()));
        }
        let reason = |value: serde_json::Value| match value {
            serde_json::Value::String(text) => text,
            other => other.to_string(),
        };
        match (answer.valid, answer.skip, answer.error) {
            (Some(valid), None, None) => Ok(ProgramAnswer::Answered(valid)),
            (None, Some(why), None) => Ok(ProgramAnswer::Skipped(reason(why))),
            (None, None, Some(why)) => Ok(ProgramAnswer::Failed(reason(why))),
            _ => {
                Err(not_understood("it has to have one of `valid`, `skip` and `error`".to_owned()))
            }
        }
    }
}

impl Drop for ProgramSession {
    /// Ends the program, so that it does not outlive the command.
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
