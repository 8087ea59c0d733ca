//! Writes the tables of what the documents say (`grammar/documents/*.tsv`) as constants, so that
//! a name that a table lacks is an error of the compiler, and no table is read at run time.
#![allow(clippy::disallowed_methods, reason = "a build script writes a source file")]

use std::error::Error;
use std::fmt::Write as _;
use std::path::PathBuf;

use urlbnf_documents::{CHARACTERS, QUOTATIONS, REASONS, SCHEMES, STATEMENTS};

/// The cells of a row with `N` columns.
fn cells<const N: usize>(row: &str) -> Result<[&str; N], String> {
    let cells: Vec<&str> = row.split('\t').collect();
    cells.try_into().map_err(|_| format!("not {N} columns: {row}"))
}

/// The rows of a table without its header.
fn rows<const N: usize>(table: &str) -> Result<Vec<[&str; N]>, String> {
    table.lines().skip(1).map(cells).collect()
}

/// The variant of `Document` for its name in a table: `url-00` is `Url00`.
fn variant(document: &str) -> String {
    document.replace("url-", "Url").replace("rfc", "Rfc")
}

/// Constants by the names in a cell: `url-00:PORT` is `url_00::PORT`.
fn constants(cell: &str) -> String {
    cell.split(' ').map(|it| it.replace('-', "_").replace(':', "::")).collect::<Vec<_>>().join(", ")
}

fn quotations() -> Result<String, Box<dyn Error>> {
    let (mut modules, mut all, mut open) = (String::new(), String::new(), "");
    for [document, name, section, page, words] in rows(QUOTATIONS)? {
        let module = document.replace('-', "_");
        if open != document {
            let end = if open.is_empty() { "" } else { "}\n" };
            writeln!(modules, "{end}pub(crate) mod {module} {{\n    use super::*;")?;
            open = document;
        }
        let section = Some(section).filter(|it| !it.is_empty());
        let page: Option<u16> =
            Some(page).filter(|it| !it.is_empty()).map(str::parse).transpose()?;
        let variant = variant(document);
        let place = format!("document: Document::{variant}, section: {section:?}, page: {page:?}");
        writeln!(
            modules,
            "    pub(crate) const {name}: Quotation = \
             Quotation {{ citation: Citation {{ {place} }}, words: {words:?} }};"
        )?;
        write!(all, "{module}::{name}, ")?;
    }
    Ok(format!("{modules}}}\nconst ALL: &[Quotation] = &[{all}];\n"))
}

fn statements() -> Result<String, Box<dyn Error>> {
    let mut text = String::from("pub(crate) mod statements {\n    use super::*;\n");
    for [name, quotations] in rows(STATEMENTS)? {
        let quotations = constants(quotations);
        writeln!(
            text,
            "    pub(crate) const {name}: Statement = Statement::new(&[{quotations}]);"
        )?;
    }
    Ok(text + "}\n")
}

/// The sentences of one kind: the characters, the schemes, and the quotation.
fn characters(kind: &str) -> Result<String, Box<dyn Error>> {
    let mut text = String::new();
    for [of, characters, schemes, quotation] in rows(CHARACTERS)? {
        if of == kind {
            let schemes: Vec<&str> = schemes.split_whitespace().collect();
            writeln!(text, "    ({characters:?}, &{schemes:?}, {}),", constants(quotation))?;
        }
    }
    Ok(format!("pub(crate) const {}: &[CharacterSentence] = &[\n{text}];\n", kind.to_uppercase()))
}

fn reasons() -> Result<String, Box<dyn Error>> {
    let mut text =
        String::from("pub(super) mod reasons {\n    use super::*;\n    use super::quotation::*;\n");
    for [name, case, words, quotations, silent, only, repair] in rows(REASONS)? {
        let constant = [name, case].join("-").trim_end_matches('-').replace('-', "_");
        let silent: Vec<String> = silent.split_whitespace().map(variant).collect();
        let silent: String = silent.iter().map(|it| format!("Document::{it}, ")).collect();
        let only = match only {
            "" => "None".to_owned(),
            _ => format!("Some(Edition::{only})"),
        };
        let hint = match repair {
            "" => "Suggested",
            "never" => "Never",
            _ => return Err(format!("no kind of repair: {repair}").into()),
        };
        writeln!(
            text,
            "    pub(in super::super) const {}: Explanation = Explanation {{ \
             name: {name:?}, text: {words:?}, sentences: Statement::new(&[{}]), \
             silent: &[{silent}], only: {only}, hint: |_| RepairHint::{hint} }};",
            constant.to_uppercase(),
            constants(quotations)
        )?;
    }
    Ok(text + "}\n")
}

fn schemes() -> Result<String, Box<dyn Error>> {
    let mut text = String::from(
        "/// All schemes: first those that RFC 1738 defines.\npub const SCHEMES: &[Scheme] = &[\n",
    );
    for [name, purpose, port, port_statement, entries, rules] in rows(SCHEMES)? {
        let port = match port {
            "" => "None".to_owned(),
            _ => {
                format!(
                    "Some(({}, Statement::new(&[{}])))",
                    port.parse::<u16>()?,
                    constants(port_statement)
                )
            }
        };
        let mut list = String::new();
        for entry in entries.split(' ') {
            let (standing, quotation) = entry.split_once(':').ok_or("no standing")?;
            write!(
                list,
                "RegistryEntry::new(SchemeStatus::{standing}, {}), ",
                constants(quotation)
            )?;
        }
        writeln!(
            text,
            "    Scheme {{ name: {name:?}, purpose: {purpose:?}, port: {port}, \
             entries: &[{list}], rules: &[{}] }},",
            constants(rules)
        )?;
    }
    Ok(text + "];\n")
}

fn main() -> Result<(), Box<dyn Error>> {
    let folder = PathBuf::from(std::env::var("OUT_DIR")?);
    let quotations = [quotations()?, statements()?, characters("reserved")?, characters("other")?];
    std::fs::write(folder.join("quotations.rs"), quotations.concat())?;
    std::fs::write(folder.join("reasons.rs"), reasons()?)?;
    std::fs::write(folder.join("schemes.rs"), schemes()?)?;
    println!("cargo::rerun-if-changed=build.rs");
    Ok(())
}
