//! Names rather than places: mail, and schemes that nobody defines.

use super::{Action, Plan, shown};
use crate::ast::{Cid, Mailbox, Mailto, Mid};
use crate::edition::Edition;

impl Plan<'_> {
    pub(super) fn mailto(&mut self, mailto: &Mailto<'_>) {
        let heading = Some(if self.edition == Edition::Url02 { "MAILTO" } else { "Mailto" });
        let address = match &mailto.address {
            Mailbox::Encoded(address) => shown(*address),
            Mailbox::AddrSpec(spec) => format!("{}@{}", shown(spec.local), shown(spec.domain)),
        };
        if address.contains(['\u{240D}', '\u{240A}']) {
            let text = format!("mail to {address}: it has a line end in it");
            self.push(Action::Refuse(text), "6", None);
            return;
        }
        let text = format!("let the user write to {address}: there is no object to be had");
        self.push(Action::Do(text), "3.5", heading);
    }

    pub(super) fn mid(&mut self, mid: &Mid<'_>) {
        let message = &mid.message;
        let id = format!("<{}@{}>", shown(message.local), shown(message.domain));
        let text = format!("look for {id} in the mail already received");
        self.push(Action::Do(text), "", Some("Message-Id"));
    }

    pub(super) fn cid(&mut self, cid: &Cid<'_>) {
        let content = &cid.content;
        let id = format!("<{}@{}>", shown(content.local), shown(content.domain));
        let text = format!("look for the body part {id} in the same MIME message");
        self.push(Action::Do(text), "", Some("Content-Id"));
    }

    pub(super) fn unknown(&mut self, scheme: &str) {
        let text = format!("the document does not say how a {scheme} URL is accessed");
        let heading = match self.edition {
            Edition::Rfc1738 => None,
            _ => Some("Registration of naming schemes"),
        };
        self.push(Action::Do(text), "4", heading);
    }
}
