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
# The rank files under names that say what they are, for exact counts: coachkit render --tokenizer.
ranks=$(dirname "$here")/.coachkit/rank-files
mkdir -p "$ranks"
packages_folder=$("$home/bin/python" -c 'import sysconfig; print(sysconfig.get_path("purelib"))')
vocabularies=$packages_folder/litellm/litellm_core_utils/tokenizers
cp "$vocabularies/9b5ad71b2ce5302211f9c61530b329a4922fc6a4" "$ranks/cl100k_base.tiktoken"
cp "$vocabularies/fb374d419588a4632f3f557e76b4b70aebbca790" "$ranks/o200k_base.tiktoken"
exec "$home/bin/python" "$here/measure-tokens.py" "$@"
