#!/usr/bin/env bash
# Keeps a small set of texts for each reader that was fuzzed: the fewest short ones that reach what all short ones in
# .coachkit/fuzz reach, one per line in base64, in Tests/Tool/fuzz/Corpora. fuzz.sh starts from them.
# usage: keep-corpora.sh [READER…]
set -euo pipefail
cd "$(dirname "$0")/.."

[ $# -gt 0 ] || set -- $(ls -d .coachkit/fuzz/*/ | xargs -n 1 basename)
mkdir -p Tests/Tool/fuzz/Corpora
for reader in "$@"; do
  small=$(mktemp -d)
  COACHKIT_READER=$reader .build-fuzz/release/fuzz -set_cover_merge=1 -max_len=100 "$small" ".coachkit/fuzz/$reader" 2>/dev/null
  for text in "$small"/*; do base64 -w 0 "$text"; echo; done | sort | awk 'length < 360' >"Tests/Tool/fuzz/Corpora/$reader.txt"
  rm -rf "$small"
  echo "$reader: $(wc -l <"Tests/Tool/fuzz/Corpora/$reader.txt") texts, $(wc -c <"Tests/Tool/fuzz/Corpora/$reader.txt") bytes"
done
