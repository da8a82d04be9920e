"""What the services have in common: requests, replies, and the decision what to answer."""

import base64
import hashlib
import json
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, Protocol

import pydantic

from wire import schemas
from wire.strict import JSON, Path, Violation

ANSWER = "This reply was built from the vendor's own types. It ends with a flag: 🇫🇮."
THOUGHT = "First I weigh what was asked; then I answer."


@dataclass(frozen=True)
class Request:
    """An HTTP request whose body has been parsed. Header names are in lower case."""

    path: str
    query: dict[str, str]
    headers: dict[str, str]
    body: JSON
    groups: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Reply:
    """A whole body, or the pieces of a stream."""

    content_type: str
    pieces: Iterable[bytes]
    streamed: bool = False
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)


class Refusal(Protocol):
    """Writes reasons in the form of a vendor's own error."""

    def __call__(self, reasons: list[Violation], status: int) -> Reply: ...


@dataclass(frozen=True)
class Route:
    """An endpoint. `pattern` is matched at the end of the path, so that any prefix may come before it."""

    name: str
    method: str
    pattern: re.Pattern[str]
    check: Callable[[Request], list[Violation]]
    answer: Callable[[Request], Reply]
    refuse: Refusal
    claims: Callable[[Request], bool] = lambda request: True


@dataclass(frozen=True)
class Plan:
    """What a reply is to hold."""

    text: str
    tool: str | None = None
    arguments: JSON = None
    thought: str | None = None

    @property
    def tokens(self) -> int:
        return estimate(self.text) + estimate(self.arguments) + self.thought_tokens

    @property
    def thought_tokens(self) -> int:
        return estimate(self.thought or "")


def plan(asked: str, tools: list[tuple[str, JSON]], forced: str | None, schema: JSON, thinks: bool) -> Plan:
    """Calls the forced tool, or the first one if the last message asks for a tool; else answers, with JSON if asked.

    `asked` is the text of the last message alone: after a tool's result it holds no such wish, so that a
    client's loop comes to its end.
    """
    thought = THOUGHT if thinks else None
    chosen = [each for each in tools if each[0] == forced] or tools
    if chosen and (forced is not None or re.search(r"\btools?\b", asked, re.IGNORECASE)):
        return Plan("", chosen[0][0], schemas.instance(chosen[0][1] or {}), thought)
    if schema is not None:
        return Plan(json.dumps(schemas.instance(schema)), thought=thought)
    return Plan(ANSWER, thought=thought)


def estimate(value: JSON) -> int:
    """A stand-in for a tokenizer."""
    text = value if isinstance(value, str) else json.dumps(value) if value is not None else ""
    return -(-len(text) // 4)


def pieces(text: str, size: int = 12) -> list[str]:
    return [text[start:start + size] for start in range(0, len(text), size)]


def signature(text: str) -> str:
    """Stands for a vendor's signature: it shows later whether what was signed came back unchanged."""
    return "dHlwZWQ" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def is_forged(text: str, signed: str) -> bool:
    """Signatures that were not made here cannot be judged."""
    return signed.startswith("dHlwZWQ") and signed != signature(text)


def dump(value: pydantic.BaseModel) -> JSON:
    """As the SDK's type writes it, with the members that were set."""
    return value.model_dump(mode="json", by_alias=True, exclude_unset=True)


def encoded(value: JSON) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


def whole(value: JSON, status: int = 200, headers: dict[str, str] | None = None) -> Reply:
    return Reply("application/json", [encoded(value)], status=status, headers=headers or {})


def server_sent(events: Iterable[tuple[str | None, JSON]], last: bytes = b"") -> Reply:
    """Events with or without a name; `last` is a sentinel that is not JSON."""
    def lines() -> Iterator[bytes]:
        for name, data in events:
            yield (f"event: {name}\n".encode() if name else b"") + b"data: " + encoded(data) + b"\n\n"
        if last:
            yield b"data: " + last + b"\n\n"
    return Reply("text/event-stream; charset=utf-8", lines(), streamed=True)


def needs_json(request: Request) -> list[Violation]:
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind == "application/json":
        return []
    return [Violation(("headers", "content-type"), f"must be application/json, got {kind or 'nothing'!r}")]


def needs_bearer(request: Request) -> list[Violation]:
    if re.fullmatch(r"Bearer \S+", request.headers.get("authorization", "")):
        return []
    return [Violation(("headers", "authorization"), "must be 'Bearer' and a key")]


def outside(body: dict[str, Any], path: Path, **limits: tuple[float, float]) -> list[Violation]:
    """Numbers out of their documented range."""
    return [Violation((*path, name), f"{body[name]} is not between {low} and {high}")
            for name, (low, high) in limits.items()
            if isinstance(body.get(name), int | float) and not low <= body[name] <= high]


def image_faults(media_type: str, data: str, path: Path) -> list[Violation]:
    """An image whose bytes tell of another type than the one declared."""
    signs = {"image/png": b"\x89PNG", "image/jpeg": b"\xff\xd8\xff", "image/gif": b"GIF8", "image/webp": b"RIFF"}
    start = base64.b64decode(data[:16])
    actual = next((each for each, sign in signs.items() if start.startswith(sign)), None)
    if actual is None or actual == media_type:
        return []
    return [Violation(path, f"the image was specified using {media_type}, but it appears to be {actual}")]
