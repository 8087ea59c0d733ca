"""Django: `URLValidator`, which is for addresses of web sites."""

from importlib.metadata import version

from answers import answer, refuses
from django.core.exceptions import ValidationError
from django.core.validators import URLValidator

judge = refuses(URLValidator(), ValidationError)
answer("Django", version("Django"), judge, compared=["rfc3986"], starts=["URI"])
