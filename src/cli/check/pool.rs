//! Judges that judge together, once for each thread.

use std::sync::{Mutex, PoisonError};

use urlbnf::Judge;
use urlbnf::judges::Examiner;
use urlbnf::report::fragment::Fragments;

/// Judges that examine, and what was written of what they say.
pub type Bench<'a> = Examiner<'a, Fragments>;

/// The same judges several times over: each keeps the states that earlier blocks needed, and
/// what was said of them.
pub struct Pool<'a> {
    judges: &'a [Judge],
    /// Those that no thread is using.
    idle: Mutex<Vec<Bench<'a>>>,
}

impl<'a> Pool<'a> {
    /// A pool of these judges; they come together when they are needed.
    pub fn new(judges: &'a [Judge]) -> Pool<'a> {
        Pool { judges, idle: Mutex::default() }
    }

    /// Whether nobody judges.
    pub fn is_empty(&self) -> bool {
        self.judges.is_empty()
    }

    /// Works with judges that no other thread is using.
    pub fn with<R>(&self, work: impl FnOnce(&mut Bench<'a>) -> R) -> R {
        let idle = || self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        let judges = idle().pop();
        let mut judges = judges.unwrap_or_else(|| Bench::keeping(self.judges));
        let result = work(&mut judges);
        idle().push(judges);
        result
    }
}
