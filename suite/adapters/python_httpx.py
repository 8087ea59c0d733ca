"""httpx: `URL` encodes what it is given, by RFC 3986."""

from importlib.metadata import version

import httpx
from answers import answer, refuses

answer("httpx", version("httpx"), refuses(httpx.URL, httpx.InvalidURL), compared=["rfc3986"])
