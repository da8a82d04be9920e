"""Shows that dotprompt's own Python runtime renders our prompts as CoachKit does.

usage: compare_dotprompt.py [TOOL]          (TOOL is .build/debug/coachkit unless told)

For every prompt and every example person the tool says what it rendered, and from which inputs and
history; dotpromptz then renders the same file from disk with those. The messages must be the same,
byte for byte. Prints a line for each prompt; exits 1 when any differs or could not be rendered.

What dotprompt has no place for is left out: the marks that {{section "x"}} leaves. Roles have other
names there: its "model" is our "assistant".
"""

import argparse
import asyncio
import json
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

from dotpromptz import DataArgument, Dotprompt, Message, Part, Role, TextPart

CONTEXT = 40
"""How many characters of a difference are shown on either side."""

OUR_ROLES = {"model": "assistant"}
THEIR_ROLES = {ours: theirs for theirs, ours in OUR_ROLES.items()}


class Turn(NamedTuple):
    """A message as both sides have it."""

    role: str
    text: str


class Failure(Exception):
    """Why a prompt could not be compared, or where it differs."""


class Rendering(NamedTuple):
    """What the tool rendered, and from what."""

    inputs: dict[str, Any]
    history: list[Turn]
    messages: list[Turn]


class Tool:
    """The command-line tool under test."""

    def __init__(self, path: str, inputs: Path, domain: str):
        self.path = path
        self.inputs = inputs
        self.domain = domain

    def render(self, prompt: Path, person: Path, needs_domain: bool) -> Rendering:
        """What `coachkit render` makes of a prompt with a person's data."""
        stem = prompt.name.removesuffix(".prompt")
        command = [self.path, "render", stem.replace(".", "@", 1), "--person", str(person), "--json"]
        if needs_domain:
            command += ["--domain", self.domain]
        inputs = self.inputs / f"{stem.split('.')[0]}.yaml"
        if inputs.exists():
            command += ["--inputs", str(inputs)]
        try:
            done = subprocess.run(command, capture_output=True, timeout=120, check=False)
        except (OSError, subprocess.TimeoutExpired) as error:
            raise Failure(f"the tool did not run: {error}") from error
        if done.returncode != 0:
            errors = done.stderr.decode(errors="replace").strip() or "it did not say why"
            raise Failure(f"the tool failed ({done.returncode}): {errors.splitlines()[0]}")
        try:
            rendered = json.loads(done.stdout)
            return Rendering(
                rendered["inputs"], turns(rendered["history"]), turns(rendered["messages"])
            )
        except (ValueError, KeyError, TypeError) as error:
            raise Failure(f"cannot read what the tool printed: {error!r}") from error


class Runtime:
    """dotprompt's Python runtime, with all partials of a folder."""

    def __init__(self, folder: Path):
        self.partials = {
            path.name.removesuffix(".prompt")[1:]: source(path) for path in folder.glob("_*.prompt")
        }

    def needs_domain(self, prompt: Path) -> bool:
        """Whether the prompt's input schema has a required `domain`."""
        try:
            metadata = asyncio.run(Dotprompt().render_metadata(source(prompt)))
        except Exception as error:
            raise Failure(f"dotpromptz cannot read the front matter: {explained(error)}") from error
        schema = metadata.input.schema if metadata.input else None
        return isinstance(schema, dict) and "domain" in (schema.get("required") or [])

    def render(self, prompt: Path, inputs: dict[str, Any], history: list[Turn]) -> list[Turn]:
        """The messages that dotpromptz makes of a prompt."""
        messages = [
            Message(role=Role(THEIR_ROLES.get(turn.role, turn.role)), content=[TextPart(text=turn.text)])
            for turn in history
        ]
        runtime = Dotprompt(partials=dict(self.partials))
        try:
            rendered = asyncio.run(
                runtime.render(source(prompt), DataArgument(input=inputs, messages=messages or None))
            )
        except Exception as error:
            raise Failure(f"dotpromptz cannot render it: {explained(error)}") from error
        return [turn(message) for message in rendered.messages if not only_marks(message)]


def source(path: Path) -> str:
    """A file's text with its line endings as they are."""
    return path.read_bytes().decode()


def turns(messages: list[dict[str, str]]) -> list[Turn]:
    return [Turn(message["role"], message["text"]) for message in messages]


def turn(message: Message) -> Turn:
    """A message of dotprompt as one text; what is neither text nor a mark shows as itself."""
    texts = [
        part.text if isinstance(part, TextPart) else f"⟨{part.model_dump_json(exclude_none=True)}⟩"
        for part in message.content
        if not is_mark(part)
    ]
    role = Role(message.role).value
    return Turn(OUR_ROLES.get(role, role), "".join(texts))


def is_mark(part: Part) -> bool:
    """Whether a part is what {{section "x"}} leaves: no text, and metadata that says pending."""
    return bool(part.metadata and part.metadata.get("pending"))


def only_marks(message: Message) -> bool:
    """Whether a message consists of section marks alone, which leaves nothing to compare."""
    return bool(message.content) and all(is_mark(part) for part in message.content)


def explained(error: BaseException) -> str:
    """An error in words: of a group, as anyio raises them, the first inside."""
    while inner := getattr(error, "exceptions", None):
        error = inner[0]
    return f"{type(error).__name__}: {error}"


def compare(ours: list[Turn], theirs: list[Turn]) -> None:
    """Raises at the first difference between two lists of messages."""
    for number, (left, right) in enumerate(zip(ours, theirs), 1):
        if left.role != right.role:
            raise Failure(f"message {number} is from '{left.role}' here, from '{right.role}' in dotpromptz")
        if left.text != right.text:
            raise Failure(f"message {number} ({left.role}) {difference(left.text, right.text)}")
    if len(ours) != len(theirs):
        more = ours[len(theirs) :] or theirs[len(ours) :]
        raise Failure(
            f"{len(ours)} messages here, {len(theirs)} in dotpromptz;"
            f" the first one too many is from '{more[0].role}': {more[0].text[: 2 * CONTEXT]!r}"
        )


def difference(ours: str, theirs: str) -> str:
    """Where two texts part, in bytes of UTF-8, with what stands around it."""
    pairs = enumerate(zip(ours, theirs))
    at = next((place for place, (left, right) in pairs if left != right), min(len(ours), len(theirs)))
    around = slice(max(0, at - CONTEXT), at + CONTEXT)
    offset = len(ours[:at].encode("utf-8", "surrogatepass"))
    return (
        f"differs at byte {offset}"
        f"\n      here:       {ours[around]!r}\n      dotpromptz: {theirs[around]!r}"
    )


def compare_prompt(prompt: Path, people: list[Path], tool: Tool, runtime: Runtime) -> None:
    """Compares one prompt for every person; raises at the first difference."""
    needs_domain = runtime.needs_domain(prompt)
    for person in people:
        try:
            ours = tool.render(prompt, person, needs_domain)
            compare(ours.messages, runtime.render(prompt, ours.inputs, ours.history))
        except Failure as failure:
            raise Failure(f"for {person.stem}: {failure}") from failure


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("tool", nargs="?", default=".build/debug/coachkit")
    parser.add_argument("--prompts", type=Path, default=Path("Prompts"))
    parser.add_argument("--people", type=Path, default=Path("Evals/people"))
    parser.add_argument("--inputs", type=Path, default=Path("Evals/inputs"))
    parser.add_argument("--domain", default="career", help="for prompts that need one")
    options = parser.parse_args()

    prompts = sorted(path for path in options.prompts.glob("*.prompt") if path.name[0] != "_")
    people = sorted(options.people.glob("*.yaml"))
    if not prompts or not people:
        print(f"there are no prompts in {options.prompts} or no people in {options.people}", file=sys.stderr)
        return 1
    tool = Tool(options.tool, options.inputs, options.domain)
    runtime = Runtime(options.prompts)
    failures = 0
    for prompt in prompts:
        reference = prompt.name.removesuffix(".prompt").replace(".", "@", 1)
        try:
            compare_prompt(prompt, people, tool, runtime)
            print(f"✓ {reference}")
        except Failure as failure:
            failures += 1
            print(f"✗ {reference} {failure}")
    same = len(prompts) - failures
    print(f"{same} of {len(prompts)} prompts render the same in dotpromptz, each for {len(people)} people")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
