#!/usr/bin/env python3
"""Checks Documentation/rules.md: every rule of the product names where it lives and a test that shows it.

A row is `| rule | requirement | where | test |`. 'where' is an existing path, or several with commas between them; 'test'
is `Suite/function`, or several. A row whose test does not exist is an error, and so is a rule that is listed twice. What
is not built has the test '–' and begins its requirement with 'Not yet:'.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGE = ROOT / "Documentation" / "rules.md"
SUITE = re.compile(r"\b(?:struct|class|actor|extension) (\w+Tests)\b")
TEST = re.compile(r"@Test\b")
FUNCTION = re.compile(r"\bfunc (\w+)\(")


def tests():
    """Returns `Suite/function` of every test of the package."""
    found = set()
    for path in sorted((ROOT / "Tests").rglob("*.swift")):
        suite, pending = "", False
        for line in path.read_text().splitlines():
            if match := SUITE.search(line):
                suite = match.group(1)
            if TEST.search(line):
                pending = True
            if pending and (match := FUNCTION.search(line)):
                found.add(f"{suite}/{match.group(1)}")
                pending = False
    return found


def rows():
    """Yields the line number and the cells of every row of the page."""
    for number, line in enumerate(PAGE.read_text().splitlines(), 1):
        if line.startswith("|") and not line.startswith(("| rule |", "|---")):
            yield number, [cell.strip() for cell in line.strip().strip("|").split(" | ")]


def main():
    known, seen, unbuilt, problems = tests(), {}, 0, []
    for number, cells in rows():
        place = f"{PAGE.relative_to(ROOT)}:{number}"
        if len(cells) != 4:
            problems.append(f"{place}: a row has four cells: rule, requirement, where, test")
            continue
        rule, requirement, where, shown = cells
        if rule in seen:
            problems.append(f"{place}: the rule '{rule}' also stands in line {seen[rule]}")
        seen[rule] = number
        for path in re.findall(r"`([^`]+)`", where) or [""]:
            if not path or not (ROOT / path).exists():
                problems.append(f"{place}: '{rule}' lives in '{path}', which does not exist")
        names = re.findall(r"`([^`]+)`", shown)
        unbuilt += not names
        if not names and not requirement.startswith("Not yet:"):
            problems.append(f"{place}: '{rule}' has no test: name one as `Suite/function`")
        for name in names:
            if name not in known:
                problems.append(f"{place}: '{rule}' is shown by '{name}', which is no test of this package")
    for problem in problems:
        print(f"error: {problem}", file=sys.stderr)
    if problems:
        sys.exit(1)
    print(f"{len(seen) - unbuilt} rules of the product have a test, {unbuilt} are not built yet")


if __name__ == "__main__":
    main()
