"""Print the licence texts of the crates that are linked into urlbnf, for one target.

Usage: third-party.py TARGET

Reads the sources that cargo has fetched. Fails if a crate has neither a licence text nor a licence
that needs none in the binary.
"""

import json
import pathlib
import subprocess
import sys


def main() -> None:
    command = ["cargo", "metadata", "--locked", "--format-version=1", f"--filter-platform={sys.argv[1]}"]
    metadata = json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)
    packages = {package["id"]: package for package in metadata["packages"]}
    dependencies = {node["id"]: node["deps"] for node in metadata["resolve"]["nodes"]}

    linked, waiting = set(), [metadata["resolve"]["root"]]
    while waiting:
        package = waiting.pop()
        if package in linked:
            continue
        linked.add(package)
        for dependency in dependencies[package]:
            is_normal = any(kind["kind"] is None for kind in dependency["dep_kinds"])
            targets = packages[dependency["pkg"]]["targets"]
            is_macro = any("proc-macro" in target["kind"] for target in targets)
            if is_normal and not is_macro:
                waiting.append(dependency["pkg"])

    print("urlbnf contains the crates below. Each is followed by its licence texts.")
    for package in sorted((packages[id] for id in linked), key=lambda it: (it["name"], it["version"])):
        if package["source"] is None:
            continue
        folder = pathlib.Path(package["manifest_path"]).parent
        names = ("licen", "copying", "notice", "unlicense")
        texts = sorted(
            path
            for path in [*folder.iterdir(), *folder.glob("zstd/LICENSE")]
            if path.is_file() and path.name.lower().startswith(names)
        )
        print(f"\n{'=' * 80}\n{package['name']} {package['version']}: {package['license']}")
        if not texts:
            authors = ", ".join(package["authors"]) or "its authors"
            print(f"(The package contains no licence text. Copyright: {authors}.)")
        for path in texts:
            print(f"\n{'-' * 80}\n{path.read_text(encoding='utf-8', errors='replace').strip()}")


main()
