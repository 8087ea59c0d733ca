"""rfc3986: `Validator`, for which its documentation deprecates `is_valid_uri`."""

from importlib.metadata import version

import rfc3986
from answers import answer
from rfc3986 import exceptions, validators

PARTS = ("scheme", "userinfo", "host", "port", "path", "query", "fragment")


def judge(text, start):
    validator = validators.Validator().check_validity_of(*PARTS)
    if start == "URI":
        validator = validator.require_presence_of("scheme")
    try:
        validator.validate(rfc3986.uri_reference(text))
    except exceptions.RFC3986Exception:
        return False
    return True


answer("rfc3986 (Validator)", version("rfc3986"), judge, ["rfc3986"], starts=["URI-reference", "URI"])
