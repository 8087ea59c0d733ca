"""yarl: `URL` encodes what it is given."""

from importlib.metadata import version

import yarl
from answers import answer, refuses

answer("yarl", version("yarl"), refuses(yarl.URL, ValueError), compared=["rfc3986"])
