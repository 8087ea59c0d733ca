"""What the checkers in Python share: they answer whether a string is a `URI` of RFC 3986."""

import base64
import json
import sys


def answer(judge):
    print(json.dumps({"claims": ["rfc3986"], "starts": ["URI"], "name": sys.argv[0]}), flush=True)
    for line in sys.stdin:
        case = json.loads(line)
        data = base64.b64decode(case["input_base64"]) if "input_base64" in case else case["input"].encode()
        print(json.dumps({"id": case["id"], "valid": bool(judge(data.decode("utf-8", "surrogateescape")))}), flush=True)
