#!/usr/bin/env python3
"""Writes Documentation/cli.md from the help of every command of the tool.

usage: write-cli.py TOOL [--check]

TOOL is the program `coachkit`. With --check nothing is written, and the exit code is 1 if the page is not what would be
written. The text of the page is that of the commands: change it in Sources/Tool.
"""
import collections
import json
import pathlib
import re
import subprocess
import sys

PAGE = pathlib.Path(__file__).resolve().parent.parent / "Documentation" / "cli.md"
HEAD = """# The command line

`make build` puts the tool in `.build/debug/coachkit`. Run it in a folder with `Prompts/`, `DomainConfigs/` and `Evals/`, such as
this repository, or name other folders with the options below. `coachkit help COMMAND` prints what this page says about a command:
`make cli` generates the page from that text.

Models are named `provider:model`: [models.md](models.md) lists the names and their keys.

Exit codes are 0 for success, 1 for an error, 2 if `screen` finds a crisis or `route` cannot decide, 64 for wrong usage, and
130 if a run was interrupted. Evaluations also end with 100 or 101: [endings.md](endings.md).
"""
# An option that this many commands have is described once.
SHARED = 8


def dump(tool):
    done = subprocess.run([tool, "--experimental-dump-help"], capture_output=True, text=True, check=True)
    return json.loads(done.stdout)["command"]


def leaves(command, path=()):
    """The commands without subcommands, with their full names."""
    own = [child for child in command.get("subcommands", []) if child["shouldDisplay"] and child["commandName"] != "help"]
    for child in own:
        yield from leaves(child, (*path, child["commandName"]))
    if not own:
        yield " ".join(path), command


def code(text):
    """A sentence of a help text as Markdown, with commands and options as code."""
    text = re.sub(r"'((?:coachkit|make|--|/)[^']*)'", r"`\1`", text)
    parts = re.split(r"(`[^`]*`)", text)
    return "".join(
        part if part.startswith("`") else re.sub(r"(?<![`\w])--[a-z][a-z-]+", r"`\g<0>`", part.replace("<", r"\<"))
        for part in parts)


def prose(text):
    """A discussion as Markdown. Indented lines become a block, of shell commands if a line begins with one."""
    out = []
    for paragraph in re.split(r"\n\s*\n", text.strip("\n")):
        block = []
        for line in paragraph.split("\n") + [""]:
            if line.startswith("  "):
                block.append(line[2:])
                continue
            if block:
                is_shell = any(re.match(r"(coachkit|COACHKIT_\w+=|for |echo |git |generate-)", each) for each in block)
                out += ["", "```sh" if is_shell else "```text", *block, "```", ""]
                block = []
            if line and line not in ("Examples:", "Example:"):
                out.append(line if re.match(r"\w+ {2,}\S", line) else code(line))
        out.append("")
    return re.sub(r"\n{3,}", "\n\n", "\n".join(tables(out))).strip() + "\n"


def tables(lines):
    """Puts lines such as 'json      all figures' into blocks."""
    inside = False
    for line in lines:
        is_row = bool(re.match(r"[a-z]+ {2,}\S", line)) and not line.startswith("```")
        if is_row != inside and (is_row or inside):
            yield from ["", "```text"] if is_row else ["```"]
        inside = is_row
        yield line


def name(argument):
    """How an argument is written on a command line."""
    value = argument.get("valueName", "")
    if argument["kind"] == "positional":
        return f"<{value}>" + (" …" if argument["isRepeating"] else "")
    names = [("--" if each["kind"] == "long" else "-") + each["name"] for each in argument["names"]]
    names.sort(key=lambda each: not each.startswith("--"))
    return ", ".join(names) + (f" <{value}>" if argument["kind"] == "option" else "")


def meaning(argument):
    text = code(argument.get("abstract", "").strip())
    if text and text[-1] not in ".:":
        text += "."
    default = argument.get("defaultValue")
    if default and argument["kind"] != "flag":
        text += f" Default: `{default}`."
    if argument["kind"] != "flag" and not argument["isOptional"] and default is None:
        text += " Required."
    return text.replace("|", r"\|").strip()


def arguments(command):
    """What a command takes, in the order of its help; a flag and its opposite are one row."""
    rows = []
    for argument in command.get("arguments", []):
        row = name(argument), meaning(argument)
        if rows and row[0] == rows[-1][0].replace("--", "--no-", 1) and row[1] == rows[-1][1]:
            rows[-1] = f"{rows[-1][0]}, {row[0]}", row[1]
        elif argument["shouldDisplay"] and row[0].split(",")[0] not in ("--help", "--version"):
            rows.append(row)
    return rows


def table(rows):
    return "| | |\n|---|---|\n" + "".join(f"| `{left}` | {right} |\n" for left, right in rows)


def page(root):
    commands = list(leaves(root))
    counts = collections.Counter(row for _, command in commands for row in arguments(command))
    shared = [row for row, count in counts.items() if count >= SHARED]
    parts = [HEAD]
    anchor = lambda path: "coachkit-" + path.replace(" ", "-")
    overview = "".join(
        f"| [`{path}`](#{anchor(path)}) | {code(command['abstract'])} |\n" for path, command in commands)
    parts.append(f"## Commands\n\n| command | |\n|---|---|\n{overview}")
    parts.append(
        f"## Options of many commands\n\nThese options have the same meaning in every command that has them.\n\n{table(shared)}")
    told = set()
    for path, command in commands:
        group = path.split()[0] if " " in path else None
        if group and group not in told:
            told.add(group)
            parent = next(child for child in root["subcommands"] if child["commandName"] == group)
            parts.append(f"## coachkit {group}\n\n{code(parent['abstract'])}\n")
            if parent.get("discussion"):
                parts.append(prose(parent["discussion"]))
        level = "###" if group else "##"
        parts.append(f"{level} coachkit {path}\n\n{code(command['abstract'])}\n")
        if command.get("discussion"):
            parts.append(prose(command["discussion"]))
        rows = arguments(command)
        own = [row for row in rows if row not in shared]
        if own:
            parts.append(table(own))
        also = [f"`{row[0].split(' ')[0].rstrip(',')}`" for row in rows if row in shared]
        if also:
            parts.append(f"Also [options of many commands](#options-of-many-commands): {', '.join(also)}.\n")
    return "\n".join(parts)


def main():
    tool, *options = sys.argv[1:]
    text = page(dump(tool))
    if "--check" not in options:
        PAGE.write_text(text)
    elif not PAGE.exists() or PAGE.read_text() != text:
        sys.exit("Documentation/cli.md is not the help of this version: run 'make cli' and review the difference")


if __name__ == "__main__":
    main()
