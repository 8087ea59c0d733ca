"""urllib.parse: it splits, and does not check; its documentation says so."""

import platform
import urllib.parse

from answers import answer, refuses


def call(text):
    # The port is read when it is asked for.
    return urllib.parse.urlsplit(text).port


answer("urllib.parse", platform.python_version(), refuses(call, ValueError), compared=["rfc3986"])
