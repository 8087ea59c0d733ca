"""Conformance suites for parsers of URLs, for pytest or any other runner.

    import pytest, urlbnf_suite

    @pytest.mark.parametrize("case", urlbnf_suite.cases("rfc3986", start="URI"), ids=str)
    def test_uri(case):
        case.check(my_library.is_uri)
"""

import base64
import json
from dataclasses import dataclass
from fnmatch import fnmatchcase
from importlib.resources import files

__all__ = ["Case", "cases"]


@dataclass(frozen=True)
class Case:
    """A string, and whether it conforms."""

    id: str
    data: bytes
    valid: bool
    says: str
    kind: str

    @property
    def text(self):
        """The string; a byte that is not UTF-8 is a lone surrogate."""
        return self.data.decode("utf-8", "surrogateescape")

    def check(self, accepts):
        """Fails if a function of the text does not accept exactly what conforms."""
        is_, shown = "conforms" if self.valid else "does not conform", ascii(self.text)
        assert bool(accepts(self.text)) == self.valid, f"{shown} {is_}. {self.says} ({self.id})"

    def __str__(self):
        return self.id


def cases(grammar, start=None, without=(), accept=()):
    """The cases of a suite, as of `rfc3986`, by its first start or another one. `without` has
    layers, as `reader`; `accept` has patterns of known differences, as `rfc3986/*/class-wider`."""
    found = files(__package__).joinpath("data").iterdir()
    found = (json.loads(it.read_text("utf-8")) for it in sorted(found, key=lambda it: it.name))
    suites = [it for it in found if it["grammar"] == grammar and start in (None, it["start"])]
    if not suites:
        raise LookupError(f"there is no suite of {grammar} by {start}")
    for group in (it for it in suites[-1]["groups"] if it["layer"] not in without):
        base = f"{grammar}/{group['production']}"
        for case in group["cases"]:
            parts = case.get("input_parts", [case.get("input", "")])
            text = "".join(it if isinstance(it, str) else it[0] * it[1] for it in parts)
            data = base64.b64decode(case["input_base64"]) if "input_base64" in case else text.encode()
            names = (f"{base}/{case['id']}", f"{base}/{group['fault']}")
            if not any(fnmatchcase(name, it) for name in names for it in accept):
                yield Case(names[0], data, case["valid"], case.get("why", group["says"]), names[1])
