//! Panels, one for each thread that judges.

use std::sync::{Mutex, PoisonError};

use urlbnf::Judge;
use urlbnf::panel::Panel;

/// Panels of the same judges, which keep the states that earlier blocks needed.
pub struct Panels<'a> {
    judges: &'a [Judge],
    /// Those that no thread is using.
    idle: Mutex<Vec<Panel<'a>>>,
}

impl<'a> Panels<'a> {
    /// Panels of these judges; each is made when it is needed.
    pub fn new(judges: &'a [Judge]) -> Panels<'a> {
        Panels { judges, idle: Mutex::default() }
    }

    /// Works with a panel that nobody else is using.
    pub fn with<R>(&self, work: impl FnOnce(&mut Panel<'a>) -> R) -> R {
        let idle = || self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        let panel = idle().pop();
        let mut panel = panel.unwrap_or_else(|| Panel::new(self.judges));
        let result = work(&mut panel);
        idle().push(panel);
        result
    }
}
