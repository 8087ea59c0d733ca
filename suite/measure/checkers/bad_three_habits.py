"""A pattern: a path of one segment with one character, `\\d{1,3}`, `re.match` and `$`."""

import pathlib
import re
import sys

sys.path.append(str(pathlib.Path(__file__).parent.parent))
from faults import RIGHT, pattern
from harness import answer

one = RIGHT["segment1"].removesuffix("+")
changed = {"octet": r"\d{1,3}", "abempty": f"(?:/{one}?)*", "rootless": f"{one}", "absolute": f"/{one}?"}
answer(re.compile(f"^(?:{pattern('URI', changed)})$").match)
