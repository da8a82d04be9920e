#!/usr/bin/env python3
"""Looks in the documents for the words that Documentation/wording.md lists under "Words that make lint reports".

Code, quotations and texts in italics are skipped, and so are pages that are generated or compared with code. Prints file,
line, word and the suggestion, and ends with exit code 1 if there is one.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGE = ROOT / "Documentation" / "wording.md"
SKIPPED = {"wording.md", "graders.md", "faults.md", "rules.md", "cli.md"}
# Text that is not ours to reword; replaced by nothing, so that lines keep their numbers.
QUOTED = re.compile(r"```.*?```|`[^`\n]*`|\"[^\"\n]*\"|(?<![*\w])\*[^*\n]+\*(?!\*)", re.S)


def listed():
    """Returns a pattern for each word of the page's table, and what to write instead."""
    section = PAGE.read_text(encoding="utf-8").split("## Words that make lint reports")[1]
    words = {}
    for cells in re.findall(r"^\| (.+?) \| (.+?) \|$", section, re.M):
        for word in cells[0].split(", "):
            words[word] = cells[1]
    del words["word"]
    return {word: (re.compile(rf"\b{re.escape(word)}\b", re.I), advice) for word, advice in words.items()}


def main():
    words, found = listed(), 0
    if not words:
        sys.exit(f"{PAGE.relative_to(ROOT)} lists no words")
    pages = [ROOT / "README.md", *(ROOT / "Documentation").rglob("*.md"), *(ROOT / "Sources/Coaching/CoachKit/CoachKit.docc").glob("*.md")]
    for path in sorted(path for path in pages if path.name not in SKIPPED):
        text = QUOTED.sub(lambda m: "\n" * m[0].count("\n"), path.read_text(encoding="utf-8"))
        for number, line in enumerate(text.split("\n"), 1):
            for word, (pattern, advice) in words.items():
                if pattern.search(line):
                    print(f"{path.relative_to(ROOT)}:{number}: '{word}': write {advice} (Documentation/wording.md)")
                    found += 1
    if found:
        sys.exit(1)
    print(f"{len(pages)} documents use none of {len(words)} words")


main()
