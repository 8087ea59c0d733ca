//! Judges that judge in one pass, one copy for each thread.

use std::sync::{Mutex, PoisonError};

use urlbnf::Judge;
use urlbnf::judges::Examiner;
use urlbnf::report::fragment::RecordFragments;

/// Judges that examine, with cached texts of their reports.
pub type ReportExaminer<'a> = Examiner<'a, RecordFragments>;

/// Copies of the same judges. Each keeps the states that earlier blocks needed, and the texts
/// of their reports.
pub struct ExaminerPool<'a> {
    judges: &'a [Judge],
    /// The copies that no thread is using.
    idle: Mutex<Vec<ReportExaminer<'a>>>,
}

impl<'a> ExaminerPool<'a> {
    /// Creates an empty pool. Copies of the judges are made when needed.
    pub fn new(judges: &'a [Judge]) -> ExaminerPool<'a> {
        ExaminerPool { judges, idle: Mutex::default() }
    }

    /// Whether there are no judges.
    pub fn is_empty(&self) -> bool {
        self.judges.is_empty()
    }

    /// Calls `work` with judges that no other thread is using.
    pub fn with<R>(&self, work: impl FnOnce(&mut ReportExaminer<'a>) -> R) -> R {
        let idle = || self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        let judges = idle().pop();
        let mut judges = judges.unwrap_or_else(|| ReportExaminer::keeping(self.judges));
        let result = work(&mut judges);
        idle().push(judges);
        result
    }
}
