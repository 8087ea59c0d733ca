//! A URL by its parts, as an outline and as JSON.

use std::fmt::Write as _;

use serde_json::Value;

use super::UrlWithFragment;
use crate::text::visible;

impl UrlWithFragment<'_> {
    /// Returns JSON: `scheme`, `prefixed`, `url` (its `kind` and `parts`), `fragment`.
    pub fn to_json(&self) -> Value {
        // Serialization cannot fail: all keys are strings.
        serde_json::to_value(self).unwrap_or_default()
    }

    /// Returns an outline with a line for each part: the part as written, then its octets if
    /// they differ. An absent part has no line, an empty part has one.
    pub fn outline(&self) -> String {
        let mut outline = String::new();
        push(&mut outline, 0, "", &self.to_json());
        outline
    }
}

/// The recursion depth is bounded by the types, not by the input.
fn push(outline: &mut String, depth: usize, name: &str, value: &Value) {
    let indent = 2 * depth;
    match value {
        Value::Null | Value::Bool(false) => {}
        Value::Bool(true) => {
            let _ = writeln!(outline, "{:indent$}{name}", "");
        }
        Value::Object(map) if map.contains_key("raw") && map.contains_key("decoded") => {
            let _ = writeln!(outline, "{:indent$}{name} {}", "", part(map));
        }
        Value::Object(map) if map.contains_key("segments") => {
            push(outline, depth, name, &map["raw"]);
            for segment in map["segments"].as_array().into_iter().flatten() {
                push(outline, depth + 1, "segment", segment);
            }
        }
        Value::Object(map) => {
            let inside = if name.is_empty() { depth } else { depth + 1 };
            if !name.is_empty() {
                let _ = writeln!(outline, "{:indent$}{name}", "");
            }
            map.iter().for_each(|(name, value)| push(outline, inside, name, value));
        }
        Value::Array(values) => values.iter().for_each(|value| push(outline, depth, name, value)),
        Value::String(text) => {
            let _ = writeln!(outline, "{:indent$}{name} {}", "", quoted(text));
        }
        Value::Number(number) => {
            let _ = writeln!(outline, "{:indent$}{name} {number}", "");
        }
    }
}

fn part(map: &serde_json::Map<String, Value>) -> String {
    let raw = map["raw"].as_str().unwrap_or_default();
    let octets = crate::octets::decoded(raw.as_bytes());
    if octets.as_ref() == raw.as_bytes() {
        quoted(raw)
    } else {
        format!("{} = \"{}\"", quoted(raw), visible(&octets))
    }
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", visible(text.as_bytes()))
}
