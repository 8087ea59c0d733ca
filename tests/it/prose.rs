//! The commands that the page about the prose names.

use crate::program::run;

#[test]
fn every_command_in_the_tables_runs() {
    let page = include_str!("../../crates/book/texts/prose.md");
    let tables = page.lines().filter(|line| line.starts_with('|'));
    let code = tables.flat_map(|line| line.split('`').skip(1).step_by(2));
    let mut count = 0;
    for command in code.filter_map(|code| code.strip_prefix("urlbnf ")) {
        let words = shlex::split(command).unwrap();
        let output = run(&words.iter().map(String::as_str).collect::<Vec<_>>(), b"");
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(matches!(output.status.code(), Some(0 | 1)), "{command}: {error}");
        count += 1;
    }
    assert!(count > 80, "{count}");
}
