"""Run the steps of action.yml as a code host does.

Usage: action.py RUNNER_TEMP INPUT=VALUE...

Knows what the file uses: `${{ inputs.NAME }}` in `env`, and conditions of `inputs.NAME != ''` and
`!cancelled()` joined by `&&`. Exits with 1 if a step failed.
"""

import os
import pathlib
import re
import subprocess
import sys

import yaml

action = yaml.safe_load((pathlib.Path(__file__).parents[2] / "action.yml").read_text())
temp = pathlib.Path(sys.argv[1])
inputs = {name: str(how.get("default", "")) for name, how in action["inputs"].items()}
for argument in sys.argv[2:]:
    name, value = argument.split("=", 1)
    assert name in inputs, f"action.yml has no input {name}"
    inputs[name] = value


def expression(text: str) -> str:
    return re.sub(r"\$\{\{ inputs\.([\w-]+) \}\}", lambda found: inputs[found[1]], text)


def is_met(condition: str, failed: bool) -> bool:
    terms = condition.removeprefix("${{ ").removesuffix(" }}").split(" && ")
    met = [] if "!cancelled()" in terms else [not failed]
    for term in terms:
        if term not in ("!cancelled()", "success()"):
            name = re.fullmatch(r"inputs\.([\w-]+) != ''", term)
            assert name, f"unknown condition: {term}"
            met.append(inputs[name[1]] != "")
    return all(met)


path_file = temp / "github-path"
path_file.touch()
failed = False
for step in action["runs"]["steps"]:
    if not is_met(step.get("if", "${{ success() }}"), failed):
        continue
    environment = {
        **os.environ,
        **{name: expression(value) for name, value in step.get("env", {}).items()},
        "RUNNER_TEMP": str(temp),
        "GITHUB_PATH": str(path_file),
        "PATH": ":".join([*reversed(path_file.read_text().split()), os.environ["PATH"]]),
    }
    assert step["shell"] == "bash", step
    command = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]]
    status = subprocess.run(command, env=environment, check=False).returncode
    print(f"## {step['name']}: {status}", flush=True)
    failed = failed or status != 0
sys.exit(failed)
