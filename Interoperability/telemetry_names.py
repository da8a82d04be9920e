"""Holds the names under which calls are told of against OpenTelemetry's own list of them.

usage: telemetry_names.py TelemetryNames.swift

Every name that is not ours ('coachkit.…') must be an attribute or a metric of the published semantic
conventions and not be replaced there by another. The list is that of the package
opentelemetry-semantic-conventions, whose modules hold one constant for each name.
"""

import importlib
import inspect
import re
import sys

MODULES = [
    "opentelemetry.semconv._incubating.attributes.gen_ai_attributes",
    "opentelemetry.semconv._incubating.metrics.gen_ai_metrics",
    "opentelemetry.semconv.attributes.error_attributes",
    "opentelemetry.semconv.attributes.http_attributes",
    "opentelemetry.semconv.attributes.server_attributes",
    "opentelemetry.semconv._incubating.attributes.http_attributes",
]


def published() -> tuple[set[str], set[str]]:
    """The names that there are, and those that another name has replaced."""
    names, replaced = set(), set()
    for module_name in MODULES:
        module = importlib.import_module(module_name)
        for key, value in vars(module).items():
            if not isinstance(value, str) or key.startswith("_"):
                continue
            names.add(value)
            documentation = re.search(
                rf"^{key}\b.*?\"\"\"(.*?)\"\"\"", inspect.getsource(module), re.S | re.M
            )
            if documentation and "Replaced by" in documentation.group(1).split("\n\n")[0]:
                replaced.add(value)
    return names, replaced


def ours(path: str) -> list[str]:
    with open(path, encoding="utf-8") as file:
        return re.findall(r'static let \w+ = "([^"]+)"', file.read())


def main() -> None:
    names, replaced = published()
    told = ours(sys.argv[1])
    foreign = [name for name in told if not name.startswith("coachkit.")]
    if len(foreign) < 20 or len(names) < 60:
        sys.exit("the lists of names cannot be read")
    unknown = [name for name in foreign if name not in names]
    gone = [name for name in foreign if name in replaced]
    for name in unknown:
        print(f"  ✗ {name} is no name of the conventions")
    for name in gone:
        print(f"  ✗ {name} has been replaced by another name")
    if unknown or gone:
        sys.exit(1)
    print(f"All {len(foreign)} names of telemetry are OpenTelemetry's; {len(told) - len(foreign)} are ours.")


main()
