"""The pattern of appendix A, matched as a whole."""

import pathlib
import sys

sys.path.append(str(pathlib.Path(__file__).parent.parent))
from faults import full
from harness import answer

answer(full("URI"))
