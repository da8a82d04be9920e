"""Holds our JUnit reports against the schema of Jenkins' xUnit plugin and against another reader of them.

usage: junit_report.py SCHEMA REPORT...      (SCHEMA is junit-10.xsd)
       junit_report.py SCHEMA --self-test REPORT

The schema leaves open what readers need all the same, so that is checked here: counts that add up, names that
are there once, times that every reader understands, and a text in each failure, since some show the text only
and others the message only.
"""

import hashlib
import re
import sys
import tempfile
from pathlib import Path

import xmlschema
from junitparser import Error, Failure, JUnitXml, Skipped, TestCase, TestSuite

SCHEMA_SHA256 = "a1a816f58d1bf95ebabf371994df0b9246dee66ea9572fbec4f9296f1b2c0ff6"
TIME = re.compile(r"\d+(\.\d{1,3})?")
TIMESTAMP = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d")
KINDS = {"failures": Failure, "errors": Error, "skipped": Skipped}


def results(case: TestCase, kind: type) -> list:
    return [result for result in case.result if isinstance(result, kind)]


def check_case(case: TestCase, found: list[str]) -> None:
    where = f"{case.classname}, {case.name}"
    if not TIME.fullmatch(case._elem.get("time", "")):
        found.append(f"{where}: no time in seconds")
    if len(case.result) > 1:
        found.append(f"{where}: several results, of which readers show the first")
    for result in results(case, (Failure, Error)):
        if not result.message or not (result.text or "").strip() or not result.type:
            found.append(f"{where}: a failure without message, type and text")


def check_suite(suite: TestSuite, found: list[str]) -> None:
    cases = list(suite)
    counts = {"tests": len(cases)}
    counts |= {name: sum(bool(results(case, kind)) for case in cases) for name, kind in KINDS.items()}
    for name, count in counts.items():
        if suite._elem.get(name) != str(count):
            found.append(f"{suite.name}: {name} is {suite._elem.get(name)}, and there are {count}")
    if not TIMESTAMP.fullmatch(suite.timestamp or ""):
        found.append(f"{suite.name}: the timestamp is {suite.timestamp}")
    names = [(case.classname, case.name) for case in cases]
    for name in sorted({name for name in names if names.count(name) > 1 or None in name}):
        found.append(f"{suite.name}: {name} is there twice, or has no name")
    for case in cases:
        check_case(case, found)


def problems(schema: xmlschema.XMLSchema, path: Path) -> list[str]:
    found = [f"schema: {error.path}: {error.reason}" for error in schema.iter_errors(str(path))]
    if found:
        return found
    report = JUnitXml.fromfile(str(path))
    if report._tag != "testsuites":
        return ["the root is not testsuites"]
    suites = list(report)
    for suite in suites:
        check_suite(suite, found)
    for name in ("tests", "failures", "errors"):
        total = sum(int(suite._elem.get(name)) for suite in suites)
        if report._elem.get(name) != str(total):
            found.append(f"testsuites: {name} is {report._elem.get(name)}, and the suites have {total}")
    return found


# Each of these makes a good report a bad one.
MUTATIONS = [
    (r' tests="\d+"', ' tests="99"'),
    (r' failures="\d+"', ""),
    (r' time="\d', ' time="-1'),
    (r' time="', ' time="1e3'),
    (r"<testcase ", "<testcase extra='1' "),
    (r"(<testcase [^>]*?) name=", r"\1 title="),
    (r"<properties>", "<properties><other/>"),
    (r"(<failure [^>]*)>[^<]*</failure>", r"\1/>"),
    (r"<failure message=\"[^\"]*\"", "<failure"),
    (r"(<testcase [^>]*/>)", r"\1\1"),
    (r' timestamp="', ' timestamp="on '),
]


def self_test(schema: xmlschema.XMLSchema, path: Path) -> None:
    good = path.read_text(encoding="utf-8")
    with tempfile.TemporaryDirectory() as folder:
        changed = Path(folder) / "changed.xml"
        for pattern, replacement in MUTATIONS:
            bad = re.sub(pattern, replacement, good, count=1)
            changed.write_text(bad, encoding="utf-8")
            if bad == good or not problems(schema, changed):
                sys.exit(f"the check does not notice {pattern} → {replacement}")
    print(f"The check notices {len(MUTATIONS)} faults.")


def main() -> None:
    schema_path, *arguments = sys.argv[1:]
    if hashlib.sha256(Path(schema_path).read_bytes()).hexdigest() != SCHEMA_SHA256:
        sys.exit(f"{schema_path} is not the schema that was looked at")
    schema = xmlschema.XMLSchema10(schema_path)
    if arguments[0] == "--self-test":
        self_test(schema, Path(arguments[1]))
        return
    faults = [f"{path}: {problem}" for path in arguments for problem in problems(schema, Path(path))]
    if faults:
        sys.exit("\n".join(faults))
    print(f"{len(arguments)} JUnit reports fit the schema, add up, and read back.")


if __name__ == "__main__":
    main()
