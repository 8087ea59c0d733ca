"""hyperlink: `URL.from_text` reads URLs by RFC 3986 and IRIs by RFC 3987, and does not say
that it checks them."""

from importlib.metadata import version

import hyperlink
from answers import answer, refuses

judge = refuses(hyperlink.URL.from_text, ValueError)
answer("hyperlink", version("hyperlink"), judge, compared=["rfc3986", "rfc3987"],
       starts=["URI-reference", "IRI-reference"])
