"""Checks a JSON value against a type of an SDK and refuses every member that the type does not name.

Pydantic alone will not do here. It has no way to close a `TypedDict` that is nested in another one, it
checks `Iterable[...]` only when somebody iterates over it, and it takes the loosest member of a union.
The SDKs also widen their types for the caller's comfort (files, response objects, open mappings), and
none of that can be sent as JSON. So the type hints are walked here.
"""

import base64
import binascii
import enum
import functools
import types as builtin_types
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal, NotRequired, Required, Union, get_args, get_origin, get_type_hints

import pydantic
import typing_extensions

JSON = Any
Path = tuple[str | int, ...]

_WRAPPERS = (Annotated, Required, NotRequired, typing_extensions.Required, typing_extensions.NotRequired)
_LISTS = (list, set, tuple, Iterable, Sequence)
_OPTIONALITY = (Required, NotRequired, typing_extensions.Required, typing_extensions.NotRequired)
_LITERALS = (Literal, typing_extensions.Literal)


@dataclass(frozen=True)
class Violation:
    """One reason to refuse a request, and the member that gave it."""

    path: Path
    reason: str

    def dotted(self) -> str:
        """The path as `messages.0.content`."""
        return ".".join(str(step) for step in self.path) or "body"

    def bracketed(self) -> str:
        """The path as `messages[0].content`."""
        text = ""
        for step in self.path:
            text += f"[{step}]" if isinstance(step, int) else f".{step}" if text else step
        return text or "body"


@dataclass(frozen=True)
class Member:
    """A member of an object type."""

    hint: Any
    required: bool


@dataclass(frozen=True)
class Adjustments:
    """Where the wire differs from the SDK's types.

    `added` names members that the service documents and the type lacks, `removed` those that the SDK
    moves into a header, and `replaced` the types that are written differently in JSON.
    """

    added: Mapping[Any, Mapping[str, Any]] = field(default_factory=dict)
    removed: Mapping[Any, frozenset[str]] = field(default_factory=dict)
    replaced: Mapping[Any, Any] = field(default_factory=dict)
    caseless: frozenset[Any] = frozenset()


def violations(value: JSON, hint: Any, path: Path = (), adjust: Adjustments = Adjustments()) -> list[Violation]:
    """Everything about `value` that the type `hint` does not allow."""
    hint = adjust.replaced.get(hint, hint) if _hashable(hint) else hint
    origin = get_origin(hint)
    if hint is Any or hint is object:
        return []
    if origin in _WRAPPERS:
        return violations(value, get_args(hint)[0], path, adjust)
    if origin in _LITERALS:
        allowed = get_args(hint)
        matches = any(value == each and type(value) is type(each) for each in allowed)
        return [] if matches else [Violation(path, f"{_show(value)} is not one of {_list(allowed)}")]
    if origin is Union or origin is builtin_types.UnionType:
        return _of_union(value, _alternatives(hint), path, adjust)
    if (origin or hint) in _LISTS:
        return _of_list(value, (get_args(hint) or (Any,))[0], path, adjust)
    if (origin or hint) in (dict, Mapping):
        return _of_mapping(value, (get_args(hint) or (str, Any))[1], path, adjust)
    if _is_object_type(hint):
        return _of_object(value, hint, path, adjust)
    return _of_scalar(value, hint, path, adjust)


def _of_scalar(value: JSON, hint: Any, path: Path, adjust: Adjustments) -> list[Violation]:
    if hint is None or hint is type(None):
        return [] if value is None else [Violation(path, f"expected null, got {_kind(value)}")]
    if hint is bytes:
        return [] if is_base64(value) else [Violation(path, f"expected base64 text, got {_show(value)}")]
    if isinstance(hint, type) and issubclass(hint, enum.Enum):
        allowed = [each.value for each in hint]
        given = value.upper() if hint in adjust.caseless and isinstance(value, str) else value
        return [] if given in allowed else [Violation(path, f"{_show(value)} is not one of {_list(allowed)}")]
    expected: dict[Any, tuple[type, ...]] = {str: (str,), int: (int,), float: (int, float), bool: (bool,)}
    if hint not in expected:
        return [Violation(path, f"{_kind(value)} cannot be sent where the SDK takes {hint}")]
    if isinstance(value, expected[hint]) and (hint is bool or not isinstance(value, bool)):
        return []
    return [Violation(path, f"expected {hint.__name__}, got {_kind(value)}")]


def _of_list(value: JSON, element: Any, path: Path, adjust: Adjustments) -> list[Violation]:
    if not isinstance(value, list):
        return [Violation(path, f"expected an array, got {_kind(value)}")]
    return [found for index, each in enumerate(value) for found in violations(each, element, (*path, index), adjust)]


def _of_mapping(value: JSON, element: Any, path: Path, adjust: Adjustments) -> list[Violation]:
    if not isinstance(value, dict):
        return [Violation(path, f"expected an object, got {_kind(value)}")]
    return [found for name, each in value.items() for found in violations(each, element, (*path, name), adjust)]


def _of_object(value: JSON, hint: Any, path: Path, adjust: Adjustments) -> list[Violation]:
    if not isinstance(value, dict):
        return [Violation(path, f"expected an object, got {_kind(value)}")]
    known = _members(hint, adjust)
    found = [Violation((*path, name), "required member is missing") for name, each in known.items()
             if each.required and name not in value]
    for name, each in value.items():
        if name in known:
            found += violations(each, known[name].hint, (*path, name), adjust)
        elif not _is_open(hint):
            found.append(Violation((*path, name), f"unknown member, not in {hint.__name__}"))
    return found


def _of_union(value: JSON, alternatives: list[Any], path: Path, adjust: Adjustments) -> list[Violation]:
    """The faults of the nearest alternative: the one whose tags (`type`, `role`) fit, with the fewest faults."""
    alternatives = [each for each in alternatives if _can_be(value, each, adjust)]
    if not alternatives:
        return [Violation(path, f"{_kind(value)} is not allowed here")]
    fitting = [each for each in alternatives if not _tag_conflicts(value, each, adjust)]
    if not fitting:
        conflicts = [_tag_conflicts(value, each, adjust) for each in alternatives]
        nearest = min(conflicts, key=len)
        tags = {name for each in conflicts if len(each) == len(nearest) for name in each}
        return [Violation((*path, name), f"{_show(value.get(name))} is not allowed here") for name in sorted(tags)]
    return min((violations(value, each, path, adjust) for each in fitting), key=len)


def _alternatives(hint: Any) -> list[Any]:
    """The alternatives of a union that can be sent as JSON.

    Beside closed types, an open mapping or a response object is there for the caller's comfort only:
    counting it would let any member through.
    """
    flat: list[Any] = []
    for each in get_args(hint):
        while get_origin(each) in _WRAPPERS:
            each = get_args(each)[0]
        nested = get_origin(each) in (Union, builtin_types.UnionType)
        flat += _alternatives(each) if nested else [each]
    if any(typing_extensions.is_typeddict(each) for each in flat):
        flat = [each for each in flat if not _is_model(each)]
    if any(_is_object_type(each) for each in flat):
        flat = [each for each in flat if (get_origin(each) or each) not in (dict, Mapping)]
    return flat


def _can_be(value: JSON, hint: Any, adjust: Adjustments) -> bool:
    """Whether a value of this JSON kind can be of the type at all, so that faults are told of the right alternative."""
    hint = adjust.replaced.get(hint, hint) if _hashable(hint) else hint
    origin = get_origin(hint) or hint
    if isinstance(value, dict):
        return _is_object_type(hint) or origin in (dict, Mapping) or hint in (Any, object)
    if isinstance(value, list):
        return origin in _LISTS or hint in (Any, object)
    if origin in _LITERALS:
        return any(type(value) is type(each) for each in get_args(hint))
    return not violations(value, hint, (), adjust) or (hint is str and isinstance(value, str))


def _tag_conflicts(value: JSON, hint: Any, adjust: Adjustments) -> list[str]:
    """The members whose fixed value tells that an object is meant to be of another type."""
    if not (isinstance(value, dict) and _is_object_type(hint)):
        return []
    return [name for name, each in _members(hint, adjust).items()
            if name in ("type", "role") and name in value and _literal(each.hint)
            and violations(value[name], each.hint, (), adjust)]


def _literal(hint: Any) -> bool:
    while get_origin(hint) in _WRAPPERS or (get_origin(hint) is Union and type(None) in get_args(hint)):
        hint = get_args(hint)[0]
    return get_origin(hint) in _LITERALS


def _members(hint: Any, adjust: Adjustments) -> dict[str, Member]:
    known = _model_members(hint) if _is_model(hint) else _typed_dict_members(hint)
    removed = adjust.removed.get(hint, frozenset())
    added = {name: Member(each, False) for name, each in adjust.added.get(hint, {}).items()}
    return {name: each for name, each in known.items() if name not in removed} | added


@functools.cache
def _model_members(model: type[pydantic.BaseModel]) -> dict[str, Member]:
    """By the names used on the wire, which are the aliases."""
    model.model_rebuild()
    return {each.alias or name: Member(each.annotation, each.is_required())
            for name, each in model.model_fields.items()}


def canonical(value: JSON, hint: Any) -> JSON:
    """The value with members of models under their aliases: where a service takes either name."""
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is Union or origin is builtin_types.UnionType:
        for each in _alternatives(hint):
            value = canonical(value, each)
        return value
    if origin is list and isinstance(value, list):
        return [canonical(each, arguments[0]) for each in value]
    if origin is dict and isinstance(value, dict):
        return {name: canonical(each, arguments[1]) for name, each in value.items()}
    if not (_is_model(hint) and isinstance(value, dict)):
        return value
    hint.model_rebuild()
    aliases = {name: each.alias or name for name, each in hint.model_fields.items()}
    renamed = {aliases.get(name, name): each for name, each in value.items()}
    known = _model_members(hint)
    return {name: canonical(each, known[name].hint) if name in known else each for name, each in renamed.items()}


@functools.cache
def _typed_dict_members(hint: Any) -> dict[str, Member]:
    """`__required_keys__` is wrong for types under `from __future__ import annotations`, so it is worked out."""
    inherited: dict[str, Member] = {}
    for base in getattr(hint, "__orig_bases__", ()):
        if typing_extensions.is_typeddict(base):
            inherited |= _typed_dict_members(base)
    hints = get_type_hints(hint, include_extras=True)
    own = {name: Member(each, _is_required(each, hint.__total__)) for name, each in hints.items()
           if name not in inherited or inherited[name].hint != each}
    return inherited | own


def _is_required(hint: Any, total: bool) -> bool:
    if get_origin(hint) is Annotated:
        return _is_required(get_args(hint)[0], total)
    if get_origin(hint) in _OPTIONALITY:
        return get_origin(hint) in (Required, typing_extensions.Required)
    return total


def _is_open(hint: Any) -> bool:
    """JSON schemas: the SDK says itself that they may have further members."""
    return not _is_model(hint) and getattr(hint, "__pydantic_config__", {}).get("extra") == "allow"


def _is_model(hint: Any) -> bool:
    return isinstance(hint, type) and issubclass(hint, pydantic.BaseModel)


def _is_object_type(hint: Any) -> bool:
    return _is_model(hint) or typing_extensions.is_typeddict(hint)


def _hashable(hint: Any) -> bool:
    return isinstance(hint, type)


def is_base64(value: JSON) -> bool:
    """Whether it is base64 text with its padding, and something in it."""
    try:
        return isinstance(value, str) and bool(base64.b64decode(value, validate=True))
    except (binascii.Error, ValueError):
        return False


def _kind(value: JSON) -> str:
    names = {dict: "an object", list: "an array", str: "a string", bool: "a boolean",
             int: "an integer", float: "a number", type(None): "null"}
    return names[type(value)]


def _show(value: JSON) -> str:
    return repr(value) if isinstance(value, str) and len(value) <= 60 else _kind(value)


def _list(allowed: Iterable[Any]) -> str:
    return ", ".join(repr(each) for each in allowed)
