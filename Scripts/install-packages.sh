#!/usr/bin/env bash
# Installs the system packages that are missing, and says nothing when none is.
# usage: install-packages.sh PACKAGE...
# On Debian and Ubuntu it uses apt, with sudo when not root; elsewhere it says what to install.
set -euo pipefail

if [ "$(uname -s)" = Darwin ]; then
  missing=()
  for formula in curl libyaml; do
    brew --prefix "$formula" >/dev/null 2>&1 && [ -d "$(brew --prefix "$formula")" ] || missing+=("$formula")
  done
  if [ ${#missing[@]} -gt 0 ]; then
    echo "Missing: ${missing[*]}. Install with: brew install ${missing[*]}" >&2
    exit 1
  fi
  exit 0
fi

if ! command -v dpkg-query >/dev/null; then
  echo "This is neither Debian, Ubuntu nor macOS: install the equivalents of: $*" >&2
  exit 1
fi

missing=()
for package in "$@"; do
  status=$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null || true)
  [ "$status" = installed ] || missing+=("$package")
done
[ ${#missing[@]} -eq 0 ] && exit 0

as_root=()
if [ "$(id -u)" -ne 0 ]; then
  if ! command -v sudo >/dev/null; then
    echo "Missing: ${missing[*]}. Become root and run: apt-get install ${missing[*]}" >&2
    exit 1
  fi
  as_root=(sudo)
fi
echo "Installing ${missing[*]} …"
export DEBIAN_FRONTEND=noninteractive
log=$(mktemp)
trap 'rm -f "$log"' EXIT
if ! { "${as_root[@]}" apt-get update -qq && "${as_root[@]}" apt-get install -y -qq "${missing[@]}"; } \
  >"$log" 2>&1; then
  tail -20 "$log" >&2
  echo "apt could not install: ${missing[*]}" >&2
  exit 1
fi
