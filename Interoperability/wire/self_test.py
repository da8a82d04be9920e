"""Checks the checks: strict enough to see every mistake, and no stricter than the vendors' own SDKs.

The cases by hand show that each rule works. The mechanical ones show that no place was forgotten: into every
object of the good requests an unknown member is put, and every member gets a value of the wrong type. Last,
the SDKs themselves talk to the server, so that what they send must be accepted and what they get, understood.
"""

import json
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import jsonschema

from typed_server import Server, Verdicts, route_for
from wire import schemas, sdk_calls
from wire.cases import BAD, BASES, GOOD, HEADERS, Case, changed, is_open
from wire.service import Request
from wire.strict import JSON, Path, Violation

_SCHEMAS: list[dict[str, Any]] = [
    {"type": "object", "properties": {"a": {"type": "string", "minLength": 9, "maxLength": 12}}, "required": ["a"]},
    {"type": "object", "properties": {"a": {"enum": ["x", "y"]}, "b": {"const": 3}, "c": {"type": ["null", "string"]}}},
    {"type": "array", "minItems": 3, "items": {"type": "integer", "minimum": 5, "maximum": 9}},
    {"type": "number", "exclusiveMinimum": 0, "exclusiveMaximum": 1},
    {"type": "integer", "maximum": -4},
    {"type": "integer", "multipleOf": 7, "minimum": 10},
    {"anyOf": [{"type": "string", "format": "date"}, {"type": "null"}]},
    {"$ref": "#/$defs/node", "$defs": {"node": {
        "type": "object", "properties": {"next": {"anyOf": [{"$ref": "#/$defs/node"}, {"type": "null"}]}},
        "required": ["next"], "additionalProperties": False}}},
    {"allOf": [{"type": "object", "properties": {"a": {"type": "boolean"}}},
               {"type": "object", "properties": {"b": {"type": "number"}}}]},
]


@dataclass
class Tally:
    """Counts the checks and tells of the surprises."""

    checks: int = 0
    surprises: int = 0

    def expect(self, holds: bool, what: str) -> None:
        self.checks += 1
        if not holds:
            self.surprises += 1
            print(f"SURPRISE: {what}")


def run() -> int:
    """The number of surprises decides the exit status."""
    tally = Tally()
    parts: list[tuple[str, Callable[[Tally], None]]] = [
        ("good requests are accepted", _good), ("bad requests are refused, by the right member", _bad),
        ("an unknown member is refused everywhere", _unknown_members),
        ("a wrong type is refused everywhere", _wrong_types),
        ("instances conform to their schemas", _instances), ("the SDKs are accepted, and understand", _sdks)]
    for title, part in parts:
        before, failed = tally.checks, tally.surprises
        part(tally)
        print(f"{tally.checks - before:5} checks, {tally.surprises - failed} surprises: {title}")
    return 1 if tally.surprises else 0


def _verdict(case: Case, body: JSON) -> list[Violation]:
    method, target, _ = BASES[case.base]
    parts = urlsplit(case.target or target)
    headers = {name: each for name, each in (HEADERS | case.headers).items() if each is not None}
    if case.base.startswith("openai"):
        del headers["anthropic-version"]
    found = route_for(method, Request(parts.path, dict(parse_qsl(parts.query)), headers, body))
    if found is None:
        raise LookupError(f"no route for {method} {target}")
    route, request = found
    reasons = route.check(request)
    if reasons:
        list(route.refuse(reasons, 400).pieces)
    else:
        list(route.answer(request).pieces)
    return reasons


def _good(tally: Tally) -> None:
    for case in GOOD:
        reasons = _verdict(case, changed(BASES[case.base][2], case.changes))
        tally.expect(not reasons, f"{case.base}, {case.title}: {[(each.dotted(), each.reason) for each in reasons]}")


def _bad(tally: Tally) -> None:
    for case in BAD:
        reasons = _verdict(case, changed(BASES[case.base][2], case.changes))
        named = [each.dotted() for each in reasons]
        tally.expect(case.refused in named, f"{case.base}, {case.title}: {case.refused} not in {named}")


def _places(value: JSON, path: Path = ()) -> Iterator[tuple[Path, JSON]]:
    """Every value in a body, with its place."""
    yield path, value
    members = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for step, each in members:
        yield from _places(each, (*path, step))


def _unknown_members(tally: Tally) -> None:
    for base, (_, _, body) in BASES.items():
        for path, value in _places(body):
            if isinstance(value, dict) and not is_open(base, path):
                reasons = _verdict(Case("", base), changed(body, (((*path, "surprise"), 1),)))
                wanted = ".".join(map(str, (*path, "surprise")))
                tally.expect(wanted in [each.dotted() for each in reasons], f"{base}: {wanted} was let through")


def _wrong_types(tally: Tally) -> None:
    for base, (_, _, body) in BASES.items():
        for path, value in _places(body):
            if path and not is_open(base, path):
                wrong = {"wrong": [None]} if not isinstance(value, dict) else "wrong"
                reasons = _verdict(Case("", base), changed(body, ((path, wrong),)))
                tally.expect(bool(reasons), f"{base}: {'.'.join(map(str, path))} may be {json.dumps(wrong)}")


def _instances(tally: Tally) -> None:
    for schema in _SCHEMAS:
        made = schemas.instance(schema)
        tally.expect(jsonschema.Draft202012Validator(schema).is_valid(made), f"{made} does not conform to {schema}")


def _sdks(tally: Tally) -> None:
    server = Server(0, Verdicts(None))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        for title, call in sdk_calls.calls(f"http://127.0.0.1:{server.server_port}"):
            try:
                tally.expect(call(), f"{title}: the reply was not understood")
            except Exception as error:  # Whatever an SDK raises is a finding.
                tally.expect(False, f"{title}: {type(error).__name__}: {error}")
    finally:
        server.shutdown()
