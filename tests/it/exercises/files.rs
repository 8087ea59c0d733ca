//! A file of exercises that a teacher writes: what is wrong in it is told at its line.

use urlbnf::exercise::Set;

const GOOD: &str = "[[exercise]]\nname = \"a\"\nkind = \"predict\"\ntitle = \"A\"\ngrammar = \"rfc1738\"\nurl = \"http://a/\"\n";

#[track_caller]
fn refused(text: &str, why: &str) {
    let errors = Set::read(text).err().or_else(|| Set::read(text).ok()?.check().err());
    let errors = errors.unwrap_or_default();
    let said: Vec<String> = errors.iter().map(ToString::to_string).collect();
    assert_eq!(said.join("\n"), why, "{text}");
}

#[test]
fn what_is_wrong_is_told_at_its_line() {
    let with = |from: &str, to: &str| GOOD.replace(from, to);
    refused(GOOD, "");
    refused("", "");
    refused(
        &with("predict", "guess"),
        "3:1: exercise `a`: no kind is called `guess`; there are predict, blame, find, derive, write, mend, order",
    );
    refused(
        &with("rfc1738", "rfc1378"),
        "1:1: exercise `a`: no edition is called `rfc1378`; there are url-00, url-01, url-02, url-03, rfc1630-generic, rfc1630, url-06, rfc1738, rfc1808, rfc2396, rfc2732, rfc3986, rfc3987, rfc6874",
    );
    refused(
        &with("url = \"http://a/\"\n", ""),
        "1:1: exercise `a`: `url` is missing; an exercise of the kind `predict` has it",
    );
    refused(
        &with("url", "production = \"url\"\nurl"),
        "6:1: exercise `a`: an exercise of the kind `predict` has no `production`",
    );
    refused(
        &with("url =", "start = \"hsegmnt\"\nurl ="),
        "1:1: exercise `a`: `hsegmnt` is no production of `rfc1738`; the nearest is `hsegment`",
    );
    refused(
        &with("name = \"a\"", "name = \"A b\""),
        "2:1: exercise `A b`: a name has small letters, digits and `-`, 60 at most, and begins with a letter",
    );
    refused(
        &with("title", "level = 4\ntitle"),
        "4:1: exercise `a`: the level is 1 (easy), 2 (middle) or 3 (hard), and not 4",
    );
    refused(
        &with("http://a/", &"a".repeat(2_001)),
        "6:1: exercise `a`: `url` has more than 2000 bytes",
    );
    refused(
        &with("predict\"", "derive\"\nform = \"list\""),
        "4:1: exercise `a`: no form of a derivation is called `list`; there are steps, tree",
    );
    refused(&format!("{GOOD}\n{GOOD}"), "9:1: exercise `a`: the name is taken by another exercise");
    refused(
        &format!("{GOOD}solution = \"rejected\"\n"),
        "1:1: exercise `a`: its solution `rejected` is not right: There is a derivation. Which production has the character that you doubt?",
    );
    refused(
        &format!("{GOOD}wrong = [{{ answer = \"conforms\", why = \"?\" }}]\n"),
        "1:1: exercise `a`: its wrong answer `conforms` is right",
    );
    refused(
        &with("predict", "blame"),
        "1:1: exercise `a`: the string conforms: no production is to blame",
    );
    refused(
        &with("predict\"", "derive\"\nform = \"steps\"\nstart = \"news\""),
        "1:1: exercise `a`: `news` is no production of `rfc1738`; the nearest is `newsurl`",
    );
}

#[test]
fn an_order_needs_an_order_and_a_misprint_a_misprint() {
    let order = "[[exercise]]\nname = \"o\"\nkind = \"order\"\ntitle = \"O\"\nproduction = \"hostname\"\ndocuments = [\"url-02\", \"rfc1738\"]\n";
    refused(
        order,
        "1:1: exercise `o`: `url-02` and `rfc1738` have no order: each has strings that the other has not",
    );
    let mend = "[[exercise]]\nname = \"m\"\nkind = \"mend\"\ntitle = \"M\"\ngrammar = \"url-02:printed\"\nproduction = \"port\"\n";
    refused(
        mend,
        "1:1: exercise `m`: as printed the production derives the same as corrected: there is nothing to mend",
    );
    let find = "[[exercise]]\nname = \"f\"\nkind = \"find\"\ntitle = \"F\"\ntakes = [\"rfc1738 port\"]\nrefuses = [\"rfc2396 port\"]\n";
    refused(find, "1:1: exercise `f`: there is no such string");
    let tree = "[[exercise]]\nname = \"t\"\nkind = \"derive\"\nform = \"tree\"\ntitle = \"T\"\ngrammar = \"url-02\"\nurl = \"news:a@b.c\"\nstart = \"newsaddress\"\n";
    refused(tree, "1:1: exercise `t`: the string has more than one derivation");
}

#[test]
fn a_text_that_is_no_toml_is_told() {
    let errors = Set::read("[[exercise]]\nname = \"a\n").unwrap_err();
    assert_eq!((errors.len(), errors[0].line), (1, 2), "{errors:?}");
    let errors =
        Set::read("[[exercise]]\nname = \"a\"\nkind = \"predict\"\ncolour = 1\n").unwrap_err();
    let said = errors[0].to_string();
    assert!(said.starts_with("4:1: unknown field `colour`"), "{said}");
}

/// A teacher's own grammar stands in the file as it is.
#[test]
fn an_exercise_may_bring_its_own_grammar() {
    let text = "[[exercise]]\nname = \"own\"\nkind = \"write\"\ntitle = \"Own\"\ngrammar = \"time.abnf\"\nproduction = \"hour\"\ntext = '''\ntime = hour \":\" minute\nhour = 2DIGIT\nminute = 2DIGIT\n'''\n";
    let set = Set::read(text).unwrap();
    set.check().unwrap();
    let exercise = &set.exercises[0];
    assert_eq!(exercise.judge("DIGIT DIGIT").name(), "right");
    assert_eq!(exercise.judge("1*2DIGIT").why(), "Yours takes `0`, the printed one does not.");
}
