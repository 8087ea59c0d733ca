"""rfc3986-validator: a pattern for URIs and one for references."""

from importlib.metadata import version

from answers import answer
from rfc3986_validator import validate_rfc3986

RULES = {"URI": "URI", "URI-reference": "URI_reference"}
answer(
    "rfc3986-validator",
    version("rfc3986-validator"),
    lambda text, start: validate_rfc3986(text, rule=RULES[start]),
    ["rfc3986"],
    starts=RULES,
)
