"""The right pattern, but for `\\d` and `\\w`, which are of every script."""

import pathlib
import re
import sys

sys.path.append(str(pathlib.Path(__file__).parent.parent))
from faults import pattern
from harness import answer

answer(re.compile(pattern("URI", {"port": r"\d*", "octet": r"(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)"})).fullmatch)
