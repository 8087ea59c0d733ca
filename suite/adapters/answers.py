"""What the adapters in Python share: they read questions and write answers, a line each."""

import base64
import json
import sys


def answer(name, version, judge, claims=(), compared=(), starts=("URI-reference",)):
    """Says what is claimed, and then of each string whether `judge` takes it.

    `judge(text, start)` returns whether the text is taken. What it raises is an error."""
    first = {"name": name, "version": version, "claims": list(claims), "starts": list(starts)}
    print(json.dumps(first | {"compared": list(compared)}), flush=True)
    for line in sys.stdin:
        question = json.loads(line)
        said = {"id": question["id"]}
        if "input_base64" in question:
            data = base64.b64decode(question["input_base64"])
            text = data.decode("utf-8", "surrogateescape")
        else:
            text = question["input"]
        try:
            said["valid"] = bool(judge(text, question["start"]))
        except RecursionError as error:
            said["error"] = repr(error)
        except Exception as error:
            said["error"] = f"{type(error).__name__}: {error}"
        print(json.dumps(said), flush=True)


def refuses(call, *kinds):
    """A judge that takes what a call takes without raising one of some errors."""

    def judge(text, start):
        try:
            call(text)
        except kinds:
            return False
        return True

    return judge
