"""pydantic: `AnyUrl`, which follows the standard of the WHATWG."""

from importlib.metadata import version

from answers import answer, refuses
from pydantic import AnyUrl, TypeAdapter, ValidationError

url = TypeAdapter(AnyUrl)
judge = refuses(url.validate_python, ValidationError)
answer("pydantic", version("pydantic"), judge, compared=["rfc3986"], starts=["URI"])
