//! Files and documents: ftp, file, afs, http.

use super::{AccessPlanner, ClientAction, shown};
use crate::ast::{AfsUrl, FileAddress, FileUrl, FtpType, FtpUrl, HttpUrl, Login, UrlPath};
use crate::quotation::statements;

impl AccessPlanner<'_> {
    pub(super) fn ftp(&mut self, ftp: &FtpUrl<'_>) {
        self.ftp_login(&ftp.login);
        match ftp.path {
            Some(path) => self.ftp_path(path, ftp.ftptype),
            None => {
                self.instruct(
                    "no path: nothing is said of what to do next",
                    &[statements::FTP_NO_PATH],
                );
            }
        }
    }

    /// The BNF of drafts 00 and 01 has only a host; the prose has a user, password and port
    /// too.
    pub(super) fn fileaddress(&mut self, file: &FileAddress<'_>) {
        let login = file.login();
        let whole = file.host.part();
        if login.server.host.part() != whole {
            let text = format!("read {whole} as the prose has it: by the BNF all of it is a host");
            self.instruct(text, &[statements::FTP_LOGIN, statements::PORT]);
        }
        self.ftp_login(&login);
        self.ftp_path(file.path, None);
    }

    fn ftp_login(&mut self, login: &Login<'_>) {
        let Some(user) = login.user else {
            self.send("USER", b"anonymous", &[statements::FTP_ANONYMOUS]);
            self.send("PASS", b"<the e-mail address of the user>", &[statements::FTP_ADDRESS]);
            return;
        };
        self.send("USER", &user.decoded(), &[statements::FTP_LOGIN]);
        match login.password {
            Some(password) => self.send("PASS", &password.decoded(), &[statements::FTP_LOGIN]),
            None => {
                let text = "the user for a password, if the server requests one".to_owned();
                self.push(ClientAction::Ask(text), &[statements::FTP_ASK]);
            }
        }
    }

    fn ftp_path(&mut self, path: UrlPath<'_>, ftptype: Option<FtpType<'_>>) {
        let mut segments: Vec<_> = path.segments().collect();
        let Some(name) = segments.pop() else { return };
        for segment in &segments {
            self.send("CWD", &segment.decoded(), &[statements::FTP_CWD]);
        }
        let octets = name.decoded();
        let of_1994 = self.is_of_1994();
        let slash = of_1994 && name.is_empty();
        let directory =
            slash || matches!(ftptype, Some(FtpType::Code(code)) if code.eq_ignore_ascii_case("d"));
        match ftptype {
            _ if directory && !slash => {}
            Some(FtpType::Code(code)) => {
                self.send("TYPE", code.to_ascii_uppercase().as_bytes(), &[statements::FTP_TYPE]);
            }
            Some(FtpType::Type { code, form, size }) => {
                let rest = form.or(size).map_or(String::new(), |rest| format!(" {rest}"));
                let line = format!("{code}{rest}");
                self.send("TYPE", line.as_bytes(), &[statements::FTP_TYPE, statements::FTP_SPACE]);
            }
            None if directory => {}
            None => {
                let text = "guess the type from the name, for example from its suffix";
                self.instruct(text, &[statements::FTP_GUESS]);
            }
        }
        if of_1994 {
            self.instruct("use Stream Mode", &[statements::FTP_STREAM]);
        }
        if directory {
            let cited = if slash {
                [statements::FTP_DIRECTORY, statements::FTP_NLST]
            } else {
                [statements::FTP_NLST; 2]
            };
            self.send("NLST", &octets, &cited[..if slash { 2 } else { 1 }]);
            self.instruct("interpret the results as a file directory listing", &cited[..1]);
            return;
        }
        self.send("RETR", &octets, &[statements::FTP_RETR]);
        if of_1994 && !segments.is_empty() {
            let text = "before another URL of this host, disconnect and connect again";
            self.instruct(text, &[statements::FTP_RECONNECT]);
        }
    }

    pub(super) fn file(&mut self, file: &FileUrl<'_>) {
        let path: Vec<String> =
            file.path.iter().flat_map(|path| path.segments()).map(shown).collect();
        let path = path.join(" / ");
        match file.host {
            Some(host) if !file.is_local() => {
                let host = host.part();
                let text = format!(
                    "on {host}, read the file {path}: no protocol is named to read it elsewhere"
                );
                self.instruct(text, &[statements::FILE_HOST, statements::FILE_METHOD]);
            }
            _ => {
                let text = format!("on the machine that interprets the URL, read the file {path}");
                self.instruct(text, &[statements::FILE_LOCAL]);
            }
        }
    }

    pub(super) fn afs(&mut self, afs: &AfsUrl<'_>) {
        self.instruct(
            format!("in the cell {}, read {}", afs.cellname, afs.path),
            &[statements::AFS],
        );
    }

    pub(super) fn http(&mut self, http: &HttpUrl<'_>) {
        let path = http.path.map_or(String::new(), |path| path.to_string());
        let search = http.search.as_ref().map_or(String::new(), |search| format!("?{search}"));
        let whole = format!("/{path}{search}");
        if whole.contains(' ') {
            let escaped = whole.replace(' ', "%20");
            let text = format!("pass {escaped} to the server, its spaces escaped");
            self.instruct(text, &[statements::HTTP_PATH, statements::HTTP_SPACES]);
        } else {
            self.instruct(
                format!("pass {whole} to the server, as it is written"),
                &[statements::HTTP_PATH],
            );
        }
        if self.is_of_1994() {
            self.instruct("through a proxy, pass the whole URL instead", &[statements::HTTP_PROXY]);
        }
    }
}
