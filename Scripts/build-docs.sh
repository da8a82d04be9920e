#!/usr/bin/env bash
# Builds the documentation of the library into .build/docs, as pages for any static web server. A link to a symbol that
# does not exist is an error, and so is code in an article or a document that does not compile, an output that differs, or a page on
# the command line that is not the help of its commands.
# usage: build-docs.sh [OPTION OF SWIFT BUILD]...
set -euo pipefail
cd "$(dirname "$0")/.."

output=.build/docs
symbols=.build/symbol-graphs
modules=.build/debug/Modules
# The headers of the system libraries are needed to read the modules; their symbols are not documented.
headers=(-I Sources/Models/CCoachCurl -I Sources/Models/CCoachZlib -I Sources/Base/CCoachYAML -I .build/checkouts/GRDB.swift/Sources/GRDBSQLite)
for flag in $(pkg-config --cflags libcurl yaml-0.1 2>/dev/null || true); do headers+=(-Xcc "$flag"); done
# On macOS docc is not in the search path, and modules are read against an SDK.
docc=(docc)
if [ "$(uname -s)" = Darwin ]; then
  docc=(xcrun docc)
  headers+=(-sdk "$(xcrun --show-sdk-path)")
fi

swift build "$@" --target CoachKit 2>&1 | Scripts/quiet-build.sh
for target in PromptEvals SQLiteUsage CoachKitTesting; do
  swift build "$@" --target "$target" 2>&1 | Scripts/quiet-build.sh
done

# The page of a re-exported type is in CoachKit, because that is the module that a backend imports.
exported=$(sed -nE 's/^@_exported public import ([A-Za-z]+)$/\1/p' Sources/Coaching/CoachKit/*.swift | paste -sd, -)
rm -rf "$symbols" "$output"
mkdir -p "$symbols"
swift symbolgraph-extract -module-name CoachKit -minimum-access-level public \
  -experimental-allowed-reexported-modules="$exported" -I "$modules" "${headers[@]}" -output-dir "$symbols"

"${docc[@]}" convert Sources/Coaching/CoachKit/CoachKit.docc --additional-symbol-graph-dir "$symbols" \
  --fallback-display-name CoachKit --fallback-default-module-kind Library --transform-for-static-hosting \
  --warnings-as-errors --output-dir "$output"

# The code of each article, except for package manifests, has to compile as one module. Excerpts have no import.
for article in Sources/Coaching/CoachKit/CoachKit.docc/First*.md; do
  code="$symbols/$(basename "$article" .md)"
  mkdir -p "$code"
  awk -v folder="$code" '
    /^```/ {
      file = file || $0 != "```swift" ? "" : folder "/" ++number ".swift"
      if (file) print "import CoachKit" > file
      next
    }
    /swift-tools-version/ { file = "" }
    file { print > file }' "$article"
  swiftc -typecheck -parse-as-library -swift-version 6 -I "$modules" "${headers[@]}" "$code"/*.swift
done

Scripts/write-cli.py .build/debug/coachkit --check
Scripts/check-samples.py "$modules" .build/debug:.build-example/debug "${headers[@]}"

echo "The documentation is in $output. To read it:"
echo "  python3 -m http.server 8000 --bind 127.0.0.1 --directory $output"
echo "  http://127.0.0.1:8000/documentation/coachkit"
