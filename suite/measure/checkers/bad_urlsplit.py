"""`urlsplit`, and every character checked by a set."""

import re
from urllib.parse import urlsplit

from harness import answer


def judge(text):
    if not re.fullmatch(r"(?:[A-Za-z0-9._~:/?#\[\]@!$&'()*+,;=-]|%[0-9A-Fa-f]{2})*", text):
        return False
    try:
        parts = urlsplit(text)
        parts.port
    except ValueError:
        return False
    return re.match(r"[A-Za-z][A-Za-z0-9+.-]*:", text) and parts.scheme != ""


answer(judge)
