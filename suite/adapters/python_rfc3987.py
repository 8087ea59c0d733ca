"""rfc3987: patterns for the rules of RFC 3986 and RFC 3987."""

from importlib.metadata import version

import rfc3987
from answers import answer

RULES = {"URI": "URI", "URI-reference": "URI_reference", "IRI": "IRI", "IRI-reference": "IRI_reference"}
answer(
    "rfc3987",
    version("rfc3987"),
    lambda text, start: rfc3987.match(text, rule=RULES[start]) is not None,
    ["rfc3986", "rfc3987"],
    starts=RULES,
)
