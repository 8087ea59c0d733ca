"""rfc3986: `is_valid_uri` is a check against RFC 3986."""

from importlib.metadata import version

import rfc3986
from answers import answer


def judge(text, start):
    if start == "URI":
        return rfc3986.is_valid_uri(text, require_scheme=True)
    return rfc3986.is_valid_uri(text)


answer("rfc3986", version("rfc3986"), judge, ["rfc3986"], starts=["URI-reference", "URI"])
