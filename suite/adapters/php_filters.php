<?php
// parse_url and filter_var of PHP, by the first argument. `FILTER_VALIDATE_URL` is of RFC 2396
// and takes no relative reference; `parse_url` says that it does not check.
$is_filter = ($argv[1] ?? "") === "filter_var";
echo json_encode([
    "name" => $is_filter ? "filter_var (PHP)" : "parse_url (PHP)", "version" => PHP_VERSION,
    "claims" => [], "compared" => ["rfc3986"], "starts" => [$is_filter ? "URI" : "URI-reference"],
], JSON_UNESCAPED_SLASHES), "\n";
while (($line = fgets(STDIN)) !== false) {
    $question = json_decode($line, true);
    $text = $question["input"] ?? base64_decode($question["input_base64"]);
    $valid = $is_filter ? filter_var($text, FILTER_VALIDATE_URL) !== false : parse_url($text) !== false;
    echo json_encode(["id" => $question["id"], "valid" => $valid], JSON_UNESCAPED_SLASHES), "\n";
}
