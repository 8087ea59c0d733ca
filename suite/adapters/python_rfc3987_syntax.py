"""rfc3987-syntax: a grammar for lark, made of the ABNF of RFC 3987."""

from importlib.metadata import version

from answers import answer
from rfc3987_syntax import is_valid_syntax

RULES = {"IRI": "iri", "IRI-reference": "iri_reference"}
answer(
    "rfc3987-syntax",
    version("rfc3987-syntax"),
    lambda text, start: is_valid_syntax(term=RULES[start], value=text),
    ["rfc3987"],
    starts=RULES,
)
