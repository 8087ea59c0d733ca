//! What the search finds: a list of names and titles, as a script.

use serde_json::{Value, json};

use super::{address, names, prose};
use crate::diagnose::Code;
use crate::edition::Edition;
use crate::registry::SCHEMES;
use crate::remark::REMARKS;

/// The list. A page that is opened from a file may load a script and nothing else.
pub fn index() -> String {
    let mut entries: Vec<Value> = Vec::new();
    for edition in Edition::ALL {
        entries.push(json!([edition.name(), "edition", address::edition(edition)]));
    }
    for edition in Edition::ALL {
        for name in names(edition) {
            entries.push(json!([name, edition.name(), address::production(edition, name)]));
        }
    }
    for scheme in SCHEMES {
        entries.push(json!([scheme.name, "scheme", address::scheme(scheme.name)]));
    }
    for code in Code::ALL {
        entries.push(json!([code.name(), "code", address::code(code.name())]));
    }
    for remark in REMARKS {
        let title = match remark.productions {
            [] => remark.number.to_string(),
            names => format!("{} {}", remark.number, names.join(", ")),
        };
        entries.push(json!([title, "remark", address::remark(remark.number)]));
    }
    for (title, text, path) in prose::headings() {
        entries.push(json!([title, text, path]));
    }
    let lines: Vec<String> = entries.iter().map(Value::to_string).collect();
    format!("window.urlbnfSearch = [\n{}\n];\n", lines.join(",\n"))
}
