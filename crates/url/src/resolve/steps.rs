//! The steps of a resolution, in order.

use super::{Resolution, Step};
use crate::quotation::{Basis, Quotation};

/// The steps so far.
#[derive(Default)]
pub(super) struct Steps(Vec<Step>);

impl Steps {
    pub(super) fn push(
        &mut self,
        quotation: Quotation,
        remark: Option<&'static str>,
        uri: Vec<u8>,
    ) {
        self.0.push(Step::new(Basis::Said(quotation), remark, uri));
    }

    pub(super) fn last_mut(&mut self) -> Option<&mut Step> {
        self.0.last_mut()
    }

    /// Ends with a URI; adds a step for it, unless the last step shows that URI already.
    pub(super) fn end(mut self, quotation: Quotation, uri: Vec<u8>) -> Resolution {
        if self.0.last().is_none_or(|step| step.uri != uri) {
            self.push(quotation, None, uri.clone());
        }
        Resolution { uri, steps: self.0 }
    }
}
