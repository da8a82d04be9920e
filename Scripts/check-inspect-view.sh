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
page --window-size=1400,900 --screenshot="$logs/../inspect-view.png" >/dev/null || true
shown=$(page --dump-dom)
rm -rf "$profile"
for log in "$logs"/*.eval; do
  variant=$(basename "$log" | cut -d_ -f2)
  task=${variant%-*}
  grep -q "$task" <<<"$shown" || { echo "Inspect's viewer does not show $task"; exit 1; }
done
echo "Inspect's viewer lists the logs: $logs/../inspect-view.png"
