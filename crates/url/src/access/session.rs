//! Steps for protocol sessions: gopher, nntp and news, telnet, wais, prospero.

use super::{AccessPlanner, ClientAction, shown};
use crate::ast::{
    GopherSearch, GopherUrl, NewsUrl, NntpUrl, ProsperoUrl, ProsperoVersion, TelnetUrl, UrlPart,
    UrlSearch, WaisField, WaisId, WaisTarget, WaisUrl,
};
use crate::edition::Document;
use crate::quotation::statements;
use crate::text::visible;

impl AccessPlanner<'_> {
    pub(super) fn gopher(&mut self, gopher: &GopherUrl<'_>) {
        match gopher.item.as_ref().map(|item| shown(item.gtype)) {
            Some(gtype) => {
                let text = format!("expect an item of type {gtype}; the type is not sent");
                self.instruct(text, &[statements::GOPHER_TYPE]);
            }
            None => {
                self.instruct(
                    "expect an item of type 1, the default",
                    &[statements::GOPHER_DEFAULT],
                );
            }
        }
        let selector = gopher.item.as_ref().and_then(|item| item.selector);
        let mut line = selector.map(|selector| selector.decoded().into_owned()).unwrap_or_default();
        let encoded = line.iter().any(|byte| b"\t\r\n".contains(byte));
        let mut cited = vec![statements::GOPHER_SELECTOR];
        if encoded && self.edition.document() == Document::Rfc1630 {
            cited.push(statements::GOPHER_ENCODED);
        }
        let mut form = None;
        match &gopher.search {
            None => {}
            Some(GopherSearch::Tab { search, gopher_plus }) => {
                line.push(b'\t');
                line.extend(search.decoded().iter());
                let plus = gopher_plus.is_some();
                cited =
                    vec![if plus { statements::GOPHER_PLUS } else { statements::GOPHER_SEARCH }];
                form = *gopher_plus;
            }
            Some(GopherSearch::Question(search)) => {
                line.push(b'\t');
                line.extend(self.words(search).as_bytes());
                cited.push(statements::GOPHER_SEARCH);
            }
        }
        // Only a Gopher+ form may contain line ends.
        let Some(form) = form.filter(|_| !line.iter().any(|byte| b"\r\n".contains(byte))) else {
            self.send("", &line, &cited);
            return;
        };
        line.push(b'\t');
        line.extend(form.decoded().iter());
        if !line.ends_with(b"\r\n") {
            line.extend(b"\r\n");
        }
        self.push(ClientAction::Send(visible(&line)), &cited);
    }

    pub(super) fn news(&mut self, news: &NewsUrl<'_>) {
        self.instruct("take the local news host: the URL names none", &[statements::NEWS_WHERE]);
        match news {
            NewsUrl::All => {
                self.instruct("show all available news groups", &[statements::NEWS_ALL]);
            }
            NewsUrl::Group(group) => {
                self.send_by_protocol("GROUP", &group.decoded(), &[statements::NEWS])
            }
            NewsUrl::Article(article) => {
                let id = [b"<", article.unique.decoded().as_ref(), b"@"].concat();
                let id = [id.as_slice(), article.host.part().decoded().as_ref(), b">"].concat();
                self.send("ARTICLE", &id, &[statements::NEWS_ARTICLE]);
            }
        }
    }

    pub(super) fn nntp(&mut self, nntp: &NntpUrl<'_>) {
        if nntp.server.is_none() {
            let text = "take the local news server: the prose has the URL name one, and the BNF \
                        has no place for it";
            self.instruct(text, &[statements::NNTP_SERVER]);
        }
        self.send_by_protocol("GROUP", &nntp.group.decoded(), &[statements::NNTP]);
        if let Some(article) = nntp.article {
            self.send_by_protocol("ARTICLE", article.as_bytes(), &[statements::NNTP]);
        }
    }

    pub(super) fn telnet(&mut self, telnet: &TelnetUrl<'_>) {
        let user = telnet.login.user.map(|user| format!("the suggested user name {}", shown(user)));
        let password = telnet
            .login
            .password
            .map(|password| format!("the suggested password {}", shown(password)));
        let advice: Vec<String> = user.into_iter().chain(password).collect();
        if !advice.is_empty() {
            let text = format!("the user of {}", advice.join(" and "));
            self.push(ClientAction::Advise(text), &[statements::TELNET_ADVISE]);
        }
        self.instruct(
            "leave the session to the user: it is a service, not an object",
            &[statements::SESSION],
        );
    }

    pub(super) fn wais(&mut self, wais: &WaisUrl<'_>) {
        let database = shown(wais.database);
        match &wais.target {
            WaisTarget::Database => {
                let text = format!("let the user search the database {database}");
                self.instruct(text, &[statements::WAIS_DATABASE]);
            }
            WaisTarget::Index(search) => {
                let words = self.words(search);
                let text = format!("search the database {database} for \"{words}\"");
                let plus = self.plus_is_space()
                    && matches!(search, UrlSearch::Words(words) if words.len() > 1);
                let cited = [statements::WAIS_SEARCH, statements::WAIS_PLUS];
                self.instruct(text, if plus { &cited } else { &cited[..1] });
            }
            WaisTarget::Document { wtype, id } => {
                let (id, cited) = match id {
                    WaisId::Opaque(id) => (shown(*id), Some(statements::WAIS_OPAQUE)),
                    WaisId::Path(path) => (shown(path.whole()), None),
                    WaisId::LengthAndPath { length, path } => {
                        (format!("{}, of length {length}", shown(path.whole())), None)
                    }
                    WaisId::Fields(fields) => (numbered(fields), Some(statements::WAIS_FIELDS)),
                };
                let wtype = shown(*wtype);
                let text =
                    format!("retrieve from the database {database} the {wtype} document {id}");
                let cited: Vec<_> = [statements::WAIS_DOCUMENT].into_iter().chain(cited).collect();
                self.instruct(text, &cited);
                if self.edition.document() == Document::Url02 {
                    let text = "do without its length: the prose keeps one, the BNF has no place \
                                for it";
                    self.instruct(text, &[statements::WAIS_LENGTH]);
                }
            }
        }
    }

    pub(super) fn prospero(&mut self, prospero: &ProsperoUrl<'_>) {
        match prospero {
            ProsperoUrl::Path(path) => {
                let mut parts = path.raw().split("%23").map(UrlPart::new).map(shown);
                let mut text = format!("resolve {}", parts.next().unwrap_or_default());
                let mut cited = vec![statements::PROSPERO];
                for field in parts {
                    text += &format!(", field {field}");
                    cited.push(statements::PROSPERO_HASHES);
                }
                if path.raw().ends_with('/') {
                    text += ", a directory to be listed";
                    cited.push(statements::PROSPERO_DIRECTORY);
                }
                self.instruct(text, &cited);
            }
            ProsperoUrl::Link { hsoname, version, .. } => {
                self.prospero_link(hsoname.whole(), version.as_ref());
            }
            ProsperoUrl::Fields { hsoname, fields, .. } => {
                let mut text = format!("resolve the object {}", shown(*hsoname));
                for field in fields {
                    text += &format!(", {} = {}", shown(field.name), shown(field.value));
                }
                let cited = [statements::PROSPERO, statements::PROSPERO_FIELDS];
                self.instruct(text, if fields.is_empty() { &cited[..1] } else { &cited });
            }
        }
        self.instruct(
            "use the access method that the directory server answers with",
            &[statements::PROSPERO],
        );
    }

    /// In the prose of drafts 01 and 02, `%00` separates the version and the attributes, and
    /// the version may be empty. Their BNF has no separator before an attribute.
    fn prospero_link(&mut self, hsoname: UrlPart<'_>, version: Option<&ProsperoVersion<'_>>) {
        let by_prose = !self.is_of_1994() && hsoname.raw().contains("%00");
        let mut parts = match by_prose {
            true => hsoname.raw().split("%00").collect::<Vec<&str>>(),
            false => vec![hsoname.raw()],
        };
        let mut text = format!("resolve the object {}", shown(UrlPart::new(parts.remove(0))));
        let mut cited = vec![statements::PROSPERO];
        if by_prose {
            let number = parts.remove(0);
            match number {
                "" => text += ", with an empty version",
                number => text += &format!(", version {number}"),
            }
            cited.push(if number.is_empty() {
                statements::PROSPERO_EMPTY
            } else {
                statements::PROSPERO_SEPARATED
            });
        }
        let attributes = parts.into_iter().map(UrlPart::new);
        let attributes = attributes.chain(version.and_then(|version| version.attributes));
        if let Some(version) = version {
            text += &format!(", version {}", version.number);
            if version.attributes.is_some() {
                cited.push(statements::PROSPERO_SEPARATED);
            }
        }
        for attribute in attributes {
            text += &format!(", attribute {}", shown(attribute));
        }
        if by_prose {
            text += "; by the BNF all of it is the name";
        }
        self.instruct(text, &cited);
    }

    /// Whether `+` between words means a space; RFC 1630 is the first document that says so.
    fn plus_is_space(&self) -> bool {
        self.edition.document() == Document::Rfc1630
    }

    /// The text of a search, decoded.
    fn words(&self, search: &UrlSearch<'_>) -> String {
        match search {
            UrlSearch::Text(text) => shown(*text),
            UrlSearch::Words(words) => {
                let between = if self.plus_is_space() { " " } else { "+" };
                words.iter().map(|word| shown(*word)).collect::<Vec<String>>().join(between)
            }
        }
    }
}

fn numbered(fields: &[WaisField<'_>]) -> String {
    let field =
        |field: &WaisField<'_>| format!("{} = {}", field.number, shown(field.value.whole()));
    format!("with the fields {}", fields.iter().map(field).collect::<Vec<_>>().join(", "))
}
