//! Snapshots, all in one folder at the top of the repository.

/// Holds a text to the snapshot of a name.
#[track_caller]
pub fn assert_snapshot(name: &str, text: &str) {
    insta::with_settings!({
        snapshot_path => "../../snapshots",
        prepend_module_to_snapshot => false,
        omit_expression => true,
    }, {
        insta::assert_snapshot!(name, text);
    });
}
