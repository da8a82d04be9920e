#!/usr/bin/env bash
# Counts tokens with real tokenizers and says how far the estimate is off; see measure-tokens.py.
# usage: measure-tokens.sh [FILE...]
# The vocabularies come from PyPI packages (about 50 MB, once); no model hub is asked.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
home=$(dirname "$here")/.coachkit/token-venv
packages=(
  litellm==1.109.1 tiktoken==0.14.0 regex==2026.11.15 tokenizers==0.23.3
  dashscope==2.0.2 mistral-common==1.13.1
)

stamp=$home/packages
if [ "$(cat "$stamp" 2>/dev/null)" != "${packages[*]}" ]; then
  "$here/install-packages.sh" python3 python3-venv
  rm -rf "$home"
  python3 -m venv "$home"
  echo "Fetching tokenizers …" >&2
  # Without what the packages depend on: only their data and two engines are used.
  "$home/bin/pip" install -q --disable-pip-version-check --no-deps --no-compile "${packages[@]}"
  echo "${packages[*]}" >"$stamp"
fi
exec "$home/bin/python" "$here/measure-tokens.py" "$@"
