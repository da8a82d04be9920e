#!/usr/bin/env python3
"""Measures what a package that depends on CoachKit pays: the CPU time of a clean debug build, and the time from the
start of its program to the first text of a turn in a release build.

usage: bench-consumer.py FOLDER

FOLDER keeps the package and its release build. It depends on CoachKit without traits, and on swift-log and swift-metrics
with ranges of its own that begin below those of CoachKit.
"""
import os
import resource
import shutil
import statistics
import subprocess
import sys
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))

MANIFEST = """// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "consumer",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "coachkit", path: "ROOT", traits: []),
    .package(url: "https://github.com/apple/swift-log", from: "1.4.0"),
    .package(url: "https://github.com/apple/swift-metrics", from: "2.3.0"),
  ],
  targets: [
    .executableTarget(
      name: "consumer",
      dependencies: [
        .product(name: "CoachKit", package: "coachkit"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "Metrics", package: "swift-metrics"),
      ])
  ]
)
"""

PROGRAM = """import CoachKit

let model = ModelRoute(ScriptedModel(replies: ["Hello. What brings you here?"]))
let service = try ChatService(
  promptFolder: "ROOT/Prompts", domainFolder: "ROOT/DomainConfigs",
  models: ModelRoutes(discovery: model, coaching: model))
let request = TurnRequest(
  id: "r", person: Person(id: "p"), access: AccessRecord(updatedAt: 0),
  conversation: .init(id: "c"), message: "My boss moved the deadline again.")
for await event in service.reply(to: request) {
  if let event = event.forClient { print(event.json) }
}
"""


def build(folder, *options):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(["swift", "build", *options], cwd=folder, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(done.stdout + done.stderr)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def first_text(program):
    began = time.perf_counter()
    with subprocess.Popen([program], stdout=subprocess.PIPE, text=True) as running:
        for line in running.stdout:
            if '"event":"text"' in line:
                took = time.perf_counter() - began
                running.communicate()
                return took
    sys.exit("the program printed no text")


def main():
    folder = os.path.abspath(sys.argv[1])
    sources = os.path.join(folder, "Sources", "consumer")
    os.makedirs(sources, exist_ok=True)
    for path, text in ((f"{folder}/Package.swift", MANIFEST), (f"{sources}/main.swift", PROGRAM)):
        with open(path, "w", encoding="utf-8") as file:
            file.write(text.replace("ROOT", ROOT))
    subprocess.run(["swift", "package", "resolve"], cwd=folder, check=True, capture_output=True)
    debug = os.path.join(folder, ".build", "debug-measured")
    shutil.rmtree(debug, ignore_errors=True)
    print(f"clean debug build: {build(folder, '--scratch-path', debug):.0f} s of CPU time (goal: at most 100)")
    shutil.rmtree(debug, ignore_errors=True)
    build(folder, "-c", "release")
    program = os.path.join(folder, ".build", "release", "consumer")
    first_text(program)
    times = sorted(first_text(program) * 1000 for _ in range(21))
    print(
        f"first text after the start of the process, release: median {statistics.median(times):.0f} ms,"
        f" slowest of {len(times)} {times[-1]:.0f} ms (goal: at most 300)")


if __name__ == "__main__":
    main()
