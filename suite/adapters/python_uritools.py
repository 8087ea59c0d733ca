"""uritools: `urisplit` splits by RFC 3986; its parts are decoded, and checked, when they are
asked for."""

from importlib.metadata import version

import uritools
from answers import answer, refuses


def call(text):
    parts = uritools.urisplit(text)
    return parts.gethost(), parts.getport(), parts.getpath(), parts.getquery()


answer("uritools", version("uritools"), refuses(call, ValueError), compared=["rfc3986"])
