"""The right pattern, with `re.match` and `$`: a line feed at the end is accepted."""

import pathlib
import re
import sys

sys.path.append(str(pathlib.Path(__file__).parent.parent))
from faults import pattern
from harness import answer

answer(re.compile(f"^(?:{pattern('URI')})$").match)
