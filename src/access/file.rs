//! Files and documents: ftp, file, afs, http.

use super::{Action, Plan, shown};
use crate::ast::{Afs, File, FileAddress, Ftp, FtpType, Http, Login, Path};
use crate::edition::Edition;

const FTP: Option<&str> = Some("FTP");

impl Plan<'_> {
    pub(super) fn ftp(&mut self, ftp: &Ftp<'_>) {
        self.ftp_login(&ftp.login);
        match ftp.path {
            Some(path) => self.ftp_path(path, ftp.ftptype),
            None => {
                let text = "no path: nothing is said of what to do next";
                self.push(Action::Do(text.to_owned()), "3.2.2", None);
            }
        }
    }

    pub(super) fn fileaddress(&mut self, file: &FileAddress<'_>) {
        let host = file.host.part();
        let text = format!("{host}, at the port of FTP: the URL can name no other");
        self.push(Action::Connect(text), "", FTP);
        self.anonymous();
        self.ftp_path(file.path, None);
    }

    fn ftp_login(&mut self, login: &Login<'_>) {
        let Some(user) = login.user else {
            self.anonymous();
            return;
        };
        self.send("USER", &user.decoded(), "3.2.1", FTP);
        match login.password {
            Some(password) => self.send("PASS", &password.decoded(), "3.2.1", FTP),
            None => {
                let text = "the user for a password, if the server requests one".to_owned();
                self.push(Action::Ask(text), "3.2.1", None);
            }
        }
    }

    /// The conventions for anonymous FTP.
    fn anonymous(&mut self) {
        self.send("USER", b"anonymous", "3.2.1", FTP);
        self.send("PASS", b"<the e-mail address of the user>", "3.2.1", FTP);
    }

    fn ftp_path(&mut self, path: Path<'_>, ftptype: Option<FtpType<'_>>) {
        let mut segments: Vec<_> = path.segments().collect();
        let Some(name) = segments.pop() else { return };
        for segment in &segments {
            self.send("CWD", &segment.decoded(), "3.2.2", FTP);
        }
        let octets = name.decoded();
        let directory = match ftptype {
            Some(FtpType::Code(code)) => code.eq_ignore_ascii_case("d"),
            // "/ Use FTP directory list commands to read directory".
            _ => self.edition.document() == Edition::Rfc1630.document() && name.is_empty(),
        };
        if directory {
            self.send("NLST", &octets, "3.2.2", FTP);
            let text = "interpret the results as a file directory listing".to_owned();
            self.push(Action::Do(text), "3.2.2", FTP);
            return;
        }
        match ftptype {
            Some(FtpType::Code(code)) => {
                self.send("TYPE", code.to_ascii_uppercase().as_bytes(), "3.2.2", FTP);
            }
            // "THE SPACE IS OMITTED FROM THE URL", and only from there.
            Some(FtpType::Type { code, form, size }) => {
                let rest = form.or(size).map_or(String::new(), |rest| format!(" {rest}"));
                self.send("TYPE", format!("{code}{rest}").as_bytes(), "3.2.2", FTP);
            }
            None => {
                let text = "guess the type from the name, for example from its suffix".to_owned();
                self.push(Action::Do(text), "3.2.3", FTP);
            }
        }
        self.send("RETR", &octets, "3.2.2", FTP);
    }

    pub(super) fn file(&mut self, file: &File<'_>) {
        let path: Vec<String> = file.path.segments().map(shown).collect();
        let path = path.join(" / ");
        let text = match file.host {
            Some(host) if !file.is_local() => {
                let host = host.part();
                format!(
                    "on {host}, read the file {path}: no protocol is named to read it elsewhere"
                )
            }
            _ => format!("on the machine that interprets the URL, read the file {path}"),
        };
        self.push(Action::Do(text), "3.10", None);
    }

    pub(super) fn afs(&mut self, afs: &Afs<'_>) {
        let text = format!("in the cell {}, read {}", afs.cellname, afs.path);
        let heading = match self.edition {
            Edition::Url00 => "Andrew File System",
            _ => "BNF syntax",
        };
        self.push(Action::Do(text), "", Some(heading));
    }

    pub(super) fn http(&mut self, http: &Http<'_>) {
        let path = http.path.map_or(String::new(), |path| path.to_string());
        let search = http.search.as_ref().map_or(String::new(), |search| format!("?{search}"));
        let text = format!("pass /{path}{search} to the server, as it is written");
        self.push(Action::Do(text), "3.3", Some("HTTP"));
    }
}
