//! Conversations: gopher, nntp and news, telnet, wais, prospero.

use super::{Action, Plan, shown};
use crate::ast::{
    Gopher, GopherSearch, News, Nntp, Prospero, Search, Telnet, Wais, WaisId, WaisTarget,
};
use crate::edition::Edition;

impl Plan<'_> {
    pub(super) fn gopher(&mut self, gopher: &Gopher<'_>) {
        let heading = Some(if self.edition == Edition::Url02 { "GOPHER" } else { "Gopher" });
        let gtype = gopher.item.as_ref().map(|item| shown(item.gtype));
        let text = match gtype {
            Some(gtype) => format!("expect an item of type {gtype}; the type is not sent"),
            None => "expect an item of type 1, the default".to_owned(),
        };
        self.push(Action::Do(text), "3.4.1", heading);
        let selector = gopher.item.as_ref().and_then(|item| item.selector);
        let mut line = selector.map(|it| it.decoded().into_owned()).unwrap_or_default();
        let mut section = "3.4.1";
        let mut form = None;
        match &gopher.search {
            None => {}
            Some(GopherSearch::Tab { search, gopher_plus }) => {
                line.push(b'\t');
                line.extend(search.decoded().iter());
                section = if gopher_plus.is_some() { "3.4.3" } else { "3.4.2" };
                form = *gopher_plus;
            }
            Some(GopherSearch::Question(search)) => {
                line.push(b'\t');
                line.extend(words(search).as_bytes());
            }
        }
        // Only a Gopher+ form is meant to have lines of its own.
        let Some(form) = form else {
            self.send("", &line, section, heading);
            return;
        };
        if line.iter().any(|byte| b"\r\n".contains(byte)) {
            self.send("", &line, section, heading);
            return;
        }
        line.push(b'\t');
        line.extend(form.decoded().iter());
        if !line.ends_with(b"\r\n") {
            line.extend(b"\r\n");
        }
        self.push(Action::Send(crate::diagnose::visible(&line)), section, heading);
    }

    pub(super) fn news(&mut self, news: &News<'_>) {
        let heading = Some(if self.edition == Edition::Url02 { "NEWS" } else { "News" });
        let text = "take the local news host: the URL names none".to_owned();
        self.push(Action::Do(text), "3.6", heading);
        match news {
            News::All => {
                let text = "show all available news groups".to_owned();
                self.push(Action::Do(text), "3.6", heading);
            }
            News::Group(group) => self.send("GROUP", &group.decoded(), "3.6", heading),
            News::Article(article) => {
                let id = [b"<", article.unique.decoded().as_ref(), b"@"].concat();
                let id = [id.as_slice(), article.host.part().decoded().as_ref(), b">"].concat();
                self.send("ARTICLE", &id, "3.6", heading);
            }
        }
    }

    pub(super) fn nntp(&mut self, nntp: &Nntp<'_>) {
        let heading = Some("NNTP");
        if nntp.server.is_none() {
            let text = "take the local news server: the URL has no place for one".to_owned();
            self.push(Action::Do(text), "3.7", heading);
        }
        self.send("GROUP", &nntp.group.decoded(), "3.7", heading);
        if let Some(article) = nntp.article {
            self.send("ARTICLE", article.as_bytes(), "3.7", heading);
        }
    }

    pub(super) fn telnet(&mut self, telnet: &Telnet<'_>) {
        let heading = self.interactive();
        let user = telnet.login.user.map(|user| format!("the suggested user name {}", shown(user)));
        let password =
            telnet.login.password.map(|it| format!("the suggested password {}", shown(it)));
        let advice: Vec<String> = user.into_iter().chain(password).collect();
        if !advice.is_empty() {
            let text = format!("the user of {}", advice.join(" and "));
            self.push(Action::Advise(text), "3.8", heading);
        }
        let text = "leave the session to the user: it is a service, not an object".to_owned();
        self.push(Action::Do(text), "3.8", heading);
    }

    fn interactive(&self) -> Option<&'static str> {
        Some(match self.edition {
            Edition::Url02 => "TELNET, RLOGIN, TN3270",
            _ => "Telnet, rlogin, tn3270",
        })
    }

    pub(super) fn wais(&mut self, wais: &Wais<'_>) {
        let heading = Some("WAIS");
        let database = shown(wais.database);
        let text = match &wais.target {
            WaisTarget::Database => format!("let the user search the database {database}"),
            WaisTarget::Index(search) => {
                format!("search the database {database} for \"{}\"", words(search))
            }
            WaisTarget::Document { wtype, id } => {
                let id = match id {
                    WaisId::Opaque(id) => shown(*id),
                    WaisId::Path(path) => shown(path.whole()),
                    WaisId::LengthAndPath { length, path } => {
                        format!("{}, of length {length}", shown(path.whole()))
                    }
                    WaisId::Fields(fields) => {
                        let field = |field: &crate::ast::WaisField<'_>| {
                            format!("{} = {}", field.number, shown(field.value.whole()))
                        };
                        format!(
                            "with the fields {}",
                            fields.iter().map(field).collect::<Vec<_>>().join(", ")
                        )
                    }
                };
                let wtype = shown(*wtype);
                format!("retrieve from the database {database} the {wtype} document {id}")
            }
        };
        self.push(Action::Do(text), "3.9", heading);
    }

    pub(super) fn prospero(&mut self, prospero: &Prospero<'_>) {
        let heading = Some(if self.edition == Edition::Url02 { "PROSPERO" } else { "Prospero" });
        let text = match prospero {
            Prospero::Path(path) => {
                let directory =
                    if path.raw().ends_with('/') { ", a directory to be listed" } else { "" };
                format!("resolve {}{directory}", shown(path.whole()))
            }
            Prospero::Link { hsoname, version, .. } => {
                let version = version.as_ref();
                let version =
                    version.map_or(String::new(), |it| format!(", version {}", it.number));
                format!("resolve the object {}{version}", shown(hsoname.whole()))
            }
            Prospero::Fields { hsoname, fields, .. } => {
                let mut text = format!("resolve the object {}", shown(hsoname.whole()));
                for field in fields {
                    text += &format!(", {} = {}", shown(field.name), shown(field.value));
                }
                text
            }
        };
        self.push(Action::Do(text), "3.11", heading);
        let text = "use the access method that the directory server answers with".to_owned();
        self.push(Action::Do(text), "3.11", heading);
    }
}

/// A search as it was meant: between words, `+` is a space.
fn words(search: &Search<'_>) -> String {
    match search {
        Search::Text(text) => shown(*text),
        Search::Words(words) => {
            words.iter().map(|word| shown(*word)).collect::<Vec<String>>().join(" ")
        }
    }
}
