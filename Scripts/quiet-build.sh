#!/usr/bin/env bash
# Shows of a build only what a person needs: that it goes on, and what is wrong.
# usage: swift build 2>&1 | quiet-build.sh
set -euo pipefail
log=$(mktemp)
trap 'rm -f "$log"' EXIT
shown=0
while IFS= read -r line; do
  echo "$line" >>"$log"
  if [ $shown -eq 0 ] && [[ $line == *"Compiling"* || $line == Fetching* ]]; then
    echo "Building (up to ten minutes the first time) …"
    shown=1
  fi
done
if ! grep -q 'complete!' "$log" && ! grep -qE '(^|[ :])error:' "$log"; then tail -20 "$log" >&2; fi
if grep -qE '(^|[ :])error:' "$log"; then grep -E '(^|[ :])(error|note):' "$log" | sort -u >&2; fi
