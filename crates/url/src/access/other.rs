//! Steps for mail, relative references, and schemes that no document defines.

use super::{AccessPlanner, ClientAction, shown};
use crate::ast::{CidUrl, Mailbox, MailtoUrl, MidUrl};
use crate::edition::Document;
use crate::quotation::statements;

impl AccessPlanner<'_> {
    pub(super) fn mailto(&mut self, mailto: &MailtoUrl<'_>) {
        let address = match &mailto.address {
            Mailbox::Encoded(address) => shown(*address),
            Mailbox::AddrSpec(spec) => format!("{}@{}", shown(spec.local), shown(spec.domain)),
        };
        if address.contains(['\u{240D}', '\u{240A}']) {
            let text = format!("mail to {address}: it has a line end in it");
            self.push(ClientAction::Refuse(text), &[statements::DELIMITERS]);
            return;
        }
        self.instruct(format!("let the user write to {address}"), &[statements::MAILTO]);
        let text = match self.edition.document() {
            Document::Url02 => {
                format!("the object is the set of messages sent to or from {address}")
            }
            Document::Url06 | Document::Rfc1738 => "there is no object to be had".to_owned(),
            // This document does not mention an object; the earlier and the later ones differ.
            _ => return,
        };
        self.instruct(text, &[statements::MAILTO_OBJECT]);
    }

    pub(super) fn mid(&mut self, mid: &MidUrl<'_>) {
        let message = &mid.message;
        let id = format!("<{}@{}>", shown(message.local), shown(message.domain));
        self.instruct(format!("look for {id} in the mail already received"), &[statements::MID]);
    }

    pub(super) fn cid(&mut self, cid: &CidUrl<'_>) {
        let content = &cid.content;
        let id = format!("<{}@{}>", shown(content.local), shown(content.domain));
        self.instruct(
            format!("look for the body part {id} in the same MIME message"),
            &[statements::CID],
        );
    }

    pub(super) fn relative(&mut self) {
        self.instruct("resolve it in its context: it is a relative reference", &[statements::BASE]);
    }

    pub(super) fn unknown(&mut self, scheme: &str) {
        let text = format!("the document does not say how a {scheme} URL is accessed");
        self.instruct(text, &[statements::NEW_SCHEME]);
    }
}
