#!/usr/bin/env bash
# Reduces the output of a build to what a person needs: that it is in progress, what is wrong, and that it is done.
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
if grep -qE '(^|[ :])error:' "$log"; then
  grep -E '(^|[ :])(error|note):' "$log" | sort -u >&2
elif ! grep -q 'complete!' "$log"; then
  tail -20 "$log" >&2
elif [ $shown -eq 1 ]; then
  echo "Built in $((SECONDS / 60)) min $((SECONDS % 60)) s."
fi
