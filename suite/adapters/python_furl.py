"""furl: it reads what it can."""

from importlib.metadata import version

import furl
from answers import answer, refuses

answer("furl", version("furl"), refuses(furl.furl, ValueError), compared=["rfc3986"])
