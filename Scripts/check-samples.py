#!/usr/bin/env python3
"""Compiles every Swift block of the documents, and compares every shown output with what the tool prints.

usage: check-samples.py MODULES PROGRAMS [OPTION OF SWIFTC]...

MODULES is the folder of the built modules, PROGRAMS the folders of the built programs, separated by colons. A comment in front of a block says what it is:

    <!-- with: service: ChatService -->     statements that use these; without a comment, statements that use nothing
    <!-- declarations: Database -->         declarations, which may use the stubs of these names
    <!-- file: Examples/… -->               the text of this file
    <!-- dependency -->                     a part of a package's manifest
    <!-- saved as: request.json -->         a file for the commands of the same document
    <!-- output of: coachkit … -->          what the shell command prints

A block 'console' is a session: every line that begins with '$ ' is a command, followed by what it prints and, unless it
succeeds, by '[exit code N]'. The sessions of a document share a copy of the workspace, so that a command finds what the
one before it has written.

In an output, '…' stands for any text within a line, alone on a line for any lines, and line breaks may be added. A block without a language and without
a comment is an error: its output would be checked by nobody. 'text' marks what is not an
output. The articles in Sources are compiled where they are built; here their files and outputs are compared.
"""
import glob
import os
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
STUBS = os.path.join(ROOT, "Scripts", "sample-stubs.swift")
BLOCK = re.compile(
    r"(?:^<!-- (?P<note>[^\n]*) -->\n)?^```(?P<language>\w*)\n(?P<text>.*?)^```$", re.M | re.S)


class Block:
    def __init__(self, document, match):
        text = match.string
        self.place = f"{document}:{text.count(chr(10), 0, match.start('text'))}"
        self.language = match["language"]
        self.text = match["text"]
        kind, _, rest = (match["note"] or "").partition(":")
        self.kind, self.rest = kind.strip(), rest.strip()


def documents():
    found = ["README.md"]
    for pattern in ("Documentation/**/*.md", "Examples/**/*.md"):
        found += sorted(glob.glob(pattern, root_dir=ROOT, recursive=True))
    # In the order in which they are read: each uses the files of those before.
    found += [f"Sources/Coaching/CoachKit/CoachKit.docc/First{name}.md" for name in ("Prompt", "Evaluation", "Turn")]
    return [path for path in found if "/.build/" not in path]


def wrapped(blocks):
    """The Swift code of a document: each block is a function or a namespace of its own."""
    needed = {"import CoachKit"}
    parts = []
    for number, block in enumerate(blocks, 1):
        lines = block.text.split("\n")
        imported = {line for line in lines if re.match(r"import \w+$", line)}
        needed |= imported
        # An import leaves an empty line, so that errors name the lines of the document.
        code = "\n".join("" if line in imported else line for line in lines)
        file, line = block.place.split(":")  # the line of the fence
        code = f'#sourceLocation(file: "{file}", line: {int(line) + 1})\n{code}\n#sourceLocation()'
        if block.kind == "declarations":
            parts.append(f"struct Sample{number} {{\n{code}\n}}")
        else:
            parts.append(f"func sample{number}({block.rest}) async throws {{\n{code}\n}}")
    return "\n".join(sorted(needed)) + "\n\n" + "\n\n".join(parts) + "\n"


def compile_swift(name, blocks, options, folder):
    path = os.path.join(folder, re.sub(r"\W", "_", name) + ".swift")
    with open(path, "w", encoding="utf-8") as file:
        file.write(wrapped(blocks))
    command = ["swiftc", "-typecheck", "-parse-as-library", "-swift-version", "6", *options, path, STUBS]
    done = subprocess.run(command, capture_output=True, text=True)
    errors = [line for line in done.stderr.splitlines() if " error: " in line]
    return errors or ([done.stderr] if done.returncode else [])


def compile_manifest(block, folder):
    text = block.text
    if block.kind == "dependency":
        text = f"import PackageDescription\nlet dependency: Package.Dependency = {text}"
    path = os.path.join(folder, "Package.swift")
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    swiftc = os.path.realpath(subprocess.run(["which", "swiftc"], capture_output=True, text=True).stdout.strip())
    api = os.path.join(os.path.dirname(os.path.dirname(swiftc)), "lib", "swift", "pm", "ManifestAPI")
    command = ["swiftc", "-typecheck", "-package-description-version", "6.2.0", "-I", api, path]
    done = subprocess.run(command, capture_output=True, text=True)
    return [f"{block.place}: {line}" for line in done.stderr.splitlines() if " error: " in line]


def matches(expected, seen):
    """Whether an output is the shown one. Blanks may differ in number, since documents break long lines."""
    lines = "\0"
    pattern = ""
    for part in re.split(rf"(\s*{lines}\s*|…|\s+)", re.sub("^…$", lines, expected.strip(), flags=re.M)):
        if lines in part:
            pattern += r"[\s\S]*?"
        elif part == "…":
            pattern += r"[^\n]*?"
        else:
            pattern += r"\s*" if part.isspace() or not part else re.escape(part)
    return re.fullmatch(pattern, seen.strip()) is not None


def check_output(block, files, programs):
    path = ":".join([*programs, os.environ["PATH"]])
    named = [word for word in re.split(r"[\s;|]+", block.rest) if word in ("coachkit", "FirstPrompt", "FirstTurn")]
    missing = [name for name in named if not shutil.which(name, path=path)]
    if missing:
        print(f"{block.place}: not compared, since {missing[0]} is not built; 'make example' builds the examples")
        return []
    with tempfile.TemporaryDirectory() as folder:
        for name, text in files.items():
            os.makedirs(os.path.dirname(os.path.join(folder, name)), exist_ok=True)
            with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                file.write(text)
        # A document that has no prompts of its own uses the shipped ones.
        for name in ("Prompts", "DomainConfigs", "Journeys", "Evals"):
            if not os.path.exists(os.path.join(folder, name)):
                os.symlink(os.path.join(ROOT, name), os.path.join(folder, name))
        environment = {**os.environ, "PATH": path, "COACH_CONTENT": "."}
        done = subprocess.run(
            ["bash", "-c", block.rest], cwd=folder, env=environment, capture_output=True, text=True,
            stdin=subprocess.DEVNULL)
    seen = done.stdout + done.stderr
    if matches(block.text, seen):
        return []
    return [f"{block.place}: '{block.rest}' prints something else:\n{seen}"]


class Session:
    """The commands of a document's console blocks, in a copy of the workspace."""

    def __init__(self, programs, folder):
        self.programs = programs
        self.folder = os.path.join(folder, "session")
        self.path = ":".join([*programs, os.environ["PATH"]])

    def start(self):
        if os.path.exists(self.folder):
            return
        os.makedirs(self.folder)
        for name in ("Prompts", "DomainConfigs", "Journeys", "Evals"):
            shutil.copytree(os.path.join(ROOT, name), os.path.join(self.folder, name))

    def save(self, name, text):
        self.start()
        path = os.path.join(self.folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)

    def check(self, block):
        self.start()
        environment = {name: value for name, value in os.environ.items() if not name.endswith("_API_KEY")}
        problems = []
        for part in re.split(r"^(?=\$ )", block.text, flags=re.M):
            if not part.startswith("$ "):
                continue
            # A command may continue on the next lines.
            command, _, expected = re.match(r"\$ ((?:.*\\\n)*.*)(\n|$)([\s\S]*)", part).groups()
            done = subprocess.run(
                ["bash", "-c", command], cwd=self.folder, env={**environment, "PATH": self.path},
                capture_output=True, text=True, stdin=subprocess.DEVNULL)
            seen = done.stdout + done.stderr
            if done.returncode:
                seen = f"{seen.rstrip()}\n[exit code {done.returncode}]\n"
            if not matches(expected, seen):
                problems.append(f"{block.place}: '{command}' prints something else:\n{seen}")
        return problems


def check(document, options, programs, folder, earlier):
    session = Session(programs, os.path.join(folder, re.sub(r"\W", "_", document)))
    with open(os.path.join(ROOT, document), encoding="utf-8") as file:
        blocks = [Block(document, match) for match in BLOCK.finditer(file.read())]
    problems, samples, files, count = [], [], dict(earlier), 0
    for block in blocks:
        count += 1
        if block.kind == "saved as":
            files[block.rest] = block.text
            if any(other.language == "console" for other in blocks):
                session.save(block.rest, block.text)
        elif block.language == "console":
            problems += session.check(block)
        elif block.kind == "output of":
            problems += check_output(block, files, programs)
        elif block.kind == "file":
            with open(os.path.join(ROOT, block.rest), encoding="utf-8") as file:
                if file.read() != block.text:
                    problems.append(f"{block.place}: this is not the text of {block.rest}")
        elif document.startswith("Sources/"):
            count -= 1
        elif block.language == "swift":
            if block.kind == "dependency" or "import PackageDescription" in block.text:
                problems += compile_manifest(block, folder)
            else:
                samples.append(block)
        elif not block.language:
            problems.append(f"{block.place}: this block has no language and no comment that says what prints it")
        else:
            count -= 1
    if samples:
        problems += compile_swift(document, samples, options, folder)
    return problems, count, files


def main():
    modules, programs, *options = sys.argv[1:]
    programs = [os.path.abspath(folder) for folder in programs.split(":")]
    options = ["-I", os.path.abspath(modules), *options]
    total, problems, articles = 0, [], {}
    with tempfile.TemporaryDirectory() as folder:
        for document in documents():
            # The last article begins with the shipped prompts.
            earlier = articles if document.endswith("FirstEvaluation.md") else {}
            found, count, files = check(document, options, programs, folder, earlier)
            articles = files if document.startswith("Sources/") else {}
            problems += found
            total += count
    for problem in problems:
        print(problem)
    if problems:
        sys.exit(1)
    print(f"{total} samples and outputs in {len(documents())} documents are right")


if __name__ == "__main__":
    main()
