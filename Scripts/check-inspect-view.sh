#!/usr/bin/env bash
# Opens logs in Inspect's own viewer, in headless Chromium, and looks for what they hold.
# usage: check-inspect-view.sh VENV LOGS
set -euo pipefail
home=$1
logs=$2
Scripts/install-packages.sh chromium
port=$((20000 + RANDOM % 20000))
"$home/bin/inspect" view start --log-dir "$logs" --port "$port" >"$logs/../view.log" 2>&1 &
server=$!
# shellcheck disable=SC2064
trap "kill $server 2>/dev/null" EXIT
for _ in $(seq 100); do
  curl -s --noproxy '*' "http://127.0.0.1:$port/" >/dev/null && break
  sleep 0.2
done
profile=$(mktemp -d)
page() {
  chromium --headless=new --no-sandbox --disable-gpu --no-proxy-server --user-data-dir="$profile" \
    --virtual-time-budget=20000 "$@" "http://127.0.0.1:$port/" 2>/dev/null
}
# The page's clock runs ahead of the server that it waits for, so the first look may come before the data.
for _ in $(seq 10); do
  shown=$(page --dump-dom)
  missing=$(for log in "$logs"/*.json; do
    variant=$(basename "$log" | cut -d_ -f2)
    grep -q "${variant%-*}" <<<"$shown" || echo "${variant%-*}"
  done)
  [ -z "$missing" ] && break
done
page --window-size=1400,900 --screenshot="$logs/../inspect-view.png" >/dev/null || true
rm -rf "$profile"
[ -z "$missing" ] || { echo "Inspect's viewer does not show $missing"; exit 1; }
echo "Inspect's viewer lists the logs: $logs/../inspect-view.png"
