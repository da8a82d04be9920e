#!/usr/bin/env python3
"""Compares figures that documents repeat. Exit code 1 if one differs.

The table of limits in Documentation/security.md is compared with the constants it names, and README's figures of the crisis
screen with the table of Documentation/safety.md, which `make safety-figures` writes.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
UNITS = {"KB": 1 << 10, "MB": 1 << 20}


def documented(text):
    """The number of a cell such as '16 MB', '20,000 bytes' or '600 s'."""
    number, _, unit = text.replace(",", "").partition(" ")
    return int(number) * UNITS.get(unit, 1)


def coded(path, name):
    """The number that a constant or a default argument of that name has in a file; None without one."""
    pattern = rf"\b{name}\b[^=\n]*?= *(?:Duration)?(?:\.seconds\()?([\d_]+(?: *<< *\d+)?)"
    found = re.search(pattern, (ROOT / "Sources" / path).read_text())
    if not found:
        return None
    base, _, shift = found[1].replace("_", "").partition("<<")
    return int(base) << int(shift or 0)


def shares(text):
    """The percentages in a text."""
    return [int(number) for number in re.findall(r"(\d+) %", text)]


def screen_problem():
    """How README's figures of the screen differ from the table; None if they agree."""
    readme = re.search(r"<!-- figures of the screen in short -->\n(.*?)<!-- end -->", (ROOT / "README.md").read_text(), re.S)
    row = re.search(r"^\| danger: .*ten unseen writers.*$", (ROOT / "Documentation/safety.md").read_text(), re.M)
    if not readme or not row:
        return "README.md or Documentation/safety.md has no figures of the screen on messages of unseen writers"
    crisis, both = shares(row[0])[:2]
    expected, found = [crisis, both - crisis, 100 - both], shares(readme[1])
    return None if found == expected else f"README.md: the screen's figures are {found}, but in Documentation/safety.md {expected}"


def main():
    page = (ROOT / "Documentation/security.md").read_text()
    table = page.split("<!-- limits -->")[1].split("<!-- /limits -->")[0]
    rows = re.findall(r"^\| (.+?) \| (.+?) \| `(.+?)` `(.+?)` \|$", table, re.M)
    wrong = 0
    for what, limit, path, name in rows:
        value = coded(path, name)
        if value != documented(limit):
            print(f"Documentation/security.md: {what}: {limit}, but {name} in {path} is {value}")
            wrong += 1
    if len(rows) != table.count("\n|") - 2:
        print("Documentation/security.md: a row of the table of limits cannot be read")
        wrong += 1
    if problem := screen_problem():
        print(problem)
        wrong += 1
    if not wrong:
        print(f"{len(rows)} limits and the screen's figures are documented as they are")
    sys.exit(1 if wrong else 0)


main()
