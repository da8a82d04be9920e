#!/usr/bin/env python3
"""Checks that what an app links needs nothing but FoundationEssentials.

    Scripts/check-client.py

The product CoachClient is for devices. Its modules, and those below them, may import each other, FoundationEssentials (or
Foundation where that does not exist), Synchronization, and the C library for files and time zones; system libraries only
where `canImport` finds them. Exit code 1 if a file imports anything else.
"""
import json
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
ALLOWED = {"FoundationEssentials", "Foundation", "Synchronization", "Glibc", "Musl", "Darwin"}
IMPORT = re.compile(r"^\s*(?:@\w+ )?(?:public |package )?import (?:struct |enum |class |func )?(\w+)", re.M)


def main():
    described = subprocess.run(
        ["swift", "package", "dump-package"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    package = json.loads(described)
    targets = {target["name"]: target for target in package["targets"]}
    open_names = list(next(product for product in package["products"] if product["name"] == "CoachClient")["targets"])
    linked = []
    while open_names:
        name = open_names.pop()
        if name in linked:
            continue
        linked.append(name)
        for entry in targets[name]["dependencies"]:
            kind, parts = next(iter(entry.items()))
            if kind == "product":
                print(f"{name}: links the product {parts[0]} of another package")
                return 1
            if targets[parts[0]]["type"] != "system":
                open_names.append(parts[0])
    wrong = 0
    for name in linked:
        for path in sorted((ROOT / targets[name]["path"]).rglob("*.swift")):
            text = path.read_text()
            for module in IMPORT.findall(text):
                guarded = f"canImport({module})" in text
                if module not in ALLOWED and module not in linked and not guarded:
                    print(f"{path.relative_to(ROOT)}: imports {module}")
                    wrong += 1
                if module == "Foundation" and "canImport(FoundationEssentials)" not in text:
                    print(f"{path.relative_to(ROOT)}: imports Foundation where FoundationEssentials would do")
                    wrong += 1
    if not wrong:
        print(f"CoachClient links {len(linked)} modules, and none needs more than FoundationEssentials")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
