"""validators: `url`, which is for addresses of web sites."""

from importlib.metadata import version

import validators
from answers import answer

answer(
    "validators",
    version("validators"),
    lambda text, start: validators.url(text, simple_host=True) is True,
    compared=["rfc3986"],
    starts=["URI"],
)
