#!/usr/bin/env python3
"""Checks that the folders of a module depend on each other without a circle, and the diagram of modules.

    Scripts/check-structure.py [--edges MODULE[/FOLDER]]

A module depends on those that Package.swift lists, and ARCHITECTURE.md draws the arrows that do not follow from
others. A folder depends on those whose types its files name: the compiler does not see this, since all files of a
module are one to it. With --edges the names behind every arrow between the folders of one module or folder are
printed. Exit code 1 when something is wrong.
"""
import collections
import graphlib
import json
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
SOURCES = ROOT / "Sources"
FOLDERS = {folder.name: folder for floor in sorted(SOURCES.iterdir()) for folder in sorted(floor.iterdir())}
# They run while the package is built, and are drawn beside the diagram.
BUILD_PROGRAMS = {"compile-rules", "embed-data"}
DECLARATION = re.compile(
    r"\b(?:struct|class|enum|actor|protocol|typealias|macro)\s+([A-Z]\w*)")
TOKEN = re.compile(r'//[^\n]*|/\*.*?\*/|"""(?:\\.|.)*?"""|#"(?:.)*?"#|"(?:\\.|[^"\\\n])*"', re.S)


def code_of(path):
    """The file without comments and without the text of its literals."""
    return TOKEN.sub(lambda found: " " if found[0].startswith("/") else '""', path.read_text())


def declared(code):
    """The types that a file declares outside of other types."""
    names, depth = set(), 0
    for part in re.split(r"([{}])", code):
        if part == "{":
            depth += 1
        elif part == "}":
            depth -= 1
        elif depth == 0:
            names.update(DECLARATION.findall(part))
    return names


def circle(graph):
    """A circle in the graph, from a node back to it; nothing where there is none."""
    try:
        graphlib.TopologicalSorter(graph).prepare()
        return []
    except graphlib.CycleError as error:
        # The sorter follows arrows from where they end.
        return error.args[1][::-1]


class Module:
    """The folders of a module, and which names lead from one to another."""

    def __init__(self, folder):
        self.name = folder.name
        self.names, self.files = {}, []
        for path in sorted(folder.rglob("*.swift")):
            code = code_of(path)
            place = path.parent.relative_to(folder).parts
            self.files.append((path.name, place, code))
            for name in declared(code):
                self.names.setdefault(name, place)

    def edges(self, parent=()):
        """The arrows between the folders of one folder, each with the names behind it.

        What lies in the folder itself belongs to none of them, but for the files at the root of the module.
        """
        level = len(parent)

        def child(place):
            if place[:level] != parent:
                return None
            return place[level] if len(place) > level else "." if level == 0 else None

        found = collections.defaultdict(lambda: collections.defaultdict(set))
        for file, place, code in self.files:
            start = child(place)
            if start is None:
                continue
            for name in set(re.findall(r"\b[A-Z]\w*\b", code)):
                end = child(self.names[name]) if name in self.names else None
                if end is not None and end != start:
                    found[start][end].add((name, file))
        return found

    @property
    def parents(self):
        """The folders that have folders."""
        return sorted({place[:level] for _, place, _ in self.files for level in range(len(place))} | {()})

    @property
    def circles(self):
        """A circle for each folder whose folders have one."""
        for parent in self.parents:
            if found := circle(self.edges(parent)):
                yield "/".join((self.name, *parent)), found


def declared_imports():
    """The modules with those that Package.swift lets them import."""
    described = subprocess.run(
        ["swift", "package", "dump-package"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    found = {}
    for target in json.loads(described)["targets"]:
        if target["name"] not in FOLDERS or target["type"] == "system":
            continue
        named = [entry[kind][0] for entry in target["dependencies"] for kind in ("byName", "target") if kind in entry]
        found[target["name"]] = set(named)
    return {name: imports & found.keys() for name, imports in found.items() if name not in BUILD_PROGRAMS}


def reached(graph, name):
    """All modules that a module depends on."""
    return graph[name] | {other for near in graph[name] for other in reached(graph, near)}


def drawn_arrows():
    """The arrows of the diagram in ARCHITECTURE.md."""
    text = (ROOT / "ARCHITECTURE.md").read_text()
    diagram = re.search(r"```modules\n(.*?)```", text, re.S)
    arrows = {}
    for line in diagram[1].splitlines() if diagram else []:
        if "→" in line:
            name, rest = line.split("→", 1)
            # The arrows end where two spaces follow, before what the module is for.
            ends = re.match(r" ?((?:\w+(?:, )?)*)(?:  |$)", rest)
            arrows[name.strip()] = set(ends[1].split(", ")) - {""} if ends else set()
    return arrows


def wrong_arrows(imports):
    """How the diagram differs from Package.swift."""
    drawn = drawn_arrows()
    for name in sorted(imports.keys() | drawn.keys()):
        if name not in drawn or name not in imports:
            yield f"{name}: " + ("is not in Package.swift" if name in drawn else "is not drawn")
            continue
        direct = {
            other for other in imports[name]
            if not any(other in reached(imports, near) for near in imports[name] - {other})}
        if direct != drawn[name]:
            yield f"{name} → {', '.join(sorted(drawn[name])) or 'nothing'}: Package.swift says {', '.join(sorted(direct)) or 'nothing'}"


def main():
    modules = {name: Module(folder) for name, folder in sorted(FOLDERS.items())}
    if sys.argv[1:2] == ["--edges"]:
        name, *parent = sys.argv[2].split("/")
        for start, ends in sorted(modules[name].edges(tuple(parent)).items()):
            for end, names in sorted(ends.items()):
                print(f"{start} → {end}: " + ", ".join(f"{name} ({file})" for name, file in sorted(names)))
        return 0
    failed = False
    for problem in wrong_arrows(declared_imports()):
        print(f"ARCHITECTURE.md: {problem}")
        failed = True
    for module in modules.values():
        for place, found in module.circles:
            print(f"{place}: folders in a circle: {' → '.join(found)}")
            failed = True
    if not failed:
        print(f"the folders of {len(modules)} modules depend on each other without a circle; the diagram is right")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
