//! Judges that judge in one pass, one copy for each thread.

use std::sync::{Mutex, PoisonError};

use urlbnf::Judge;
use urlbnf::judges::Examiner;
use urlbnf::report::fragment::Fragments;

/// Judges that examine, with cached texts of their reports.
pub type Bench<'a> = Examiner<'a, Fragments>;

/// Copies of the same judges. Each keeps the states that earlier blocks needed, and the texts
/// of their reports.
pub struct Pool<'a> {
    judges: &'a [Judge],
    /// The copies that no thread is using.
    idle: Mutex<Vec<Bench<'a>>>,
}

impl<'a> Pool<'a> {
    /// Creates an empty pool. Copies of the judges are made when needed.
    pub fn new(judges: &'a [Judge]) -> Pool<'a> {
        Pool { judges, idle: Mutex::default() }
    }

    /// Whether there are no judges.
    pub fn is_empty(&self) -> bool {
        self.judges.is_empty()
    }

    /// Calls `work` with judges that no other thread is using.
    pub fn with<R>(&self, work: impl FnOnce(&mut Bench<'a>) -> R) -> R {
        let idle = || self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        let judges = idle().pop();
        let mut judges = judges.unwrap_or_else(|| Bench::keeping(self.judges));
        let result = work(&mut judges);
        idle().push(judges);
        result
    }
}
