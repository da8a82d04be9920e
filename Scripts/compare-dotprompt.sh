#!/usr/bin/env bash
# Renders every prompt in dotprompt's own Python runtime, too, and compares.
# usage: compare-dotprompt.sh [TOOL]     (TOOL is .build/debug/coachkit unless told; build it first)
set -euo pipefail
cd "$(dirname "$0")/.."

# The template engine is a package of its own, and decides what is rendered: both are pinned.
packages=(dotpromptz==0.2.0 dotpromptz-handlebars==0.2.0)
home=.coachkit/dotprompt-venv
tool=${1:-.build/debug/coachkit}

if [ ! -x "$tool" ]; then
  echo "There is no $tool: run 'make build' first." >&2
  exit 1
fi
if [ "$(cat "$home/packages" 2>/dev/null)" != "${packages[*]}" ]; then
  Scripts/install-packages.sh python3 python3-venv
  echo "Fetching ${packages[*]} …"
  rm -rf "$home"
  python3 -m venv "$home"
  "$home/bin/pip" install -q --disable-pip-version-check "${packages[@]}"
  echo "${packages[*]}" >"$home/packages"
fi
exec "$home/bin/python" Tests/Models/Interoperability/compare_dotprompt.py "$tool"
