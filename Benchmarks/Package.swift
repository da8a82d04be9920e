// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that what is measured against never becomes a dependency of the project.
let package = Package(
  name: "benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "coachkit", path: "..", traits: []),
    .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
    .package(url: "https://github.com/hummingbird-project/swift-mustache", exact: "2.1.1"),
  ],
  targets: [
    .executableTarget(
      name: "bench",
      dependencies: [
        .product(name: "CoachKit", package: "coachkit"),
        .product(name: "Mustache", package: "swift-mustache"),
      ]),
    .executableTarget(
      name: "layer-bench",
      dependencies: [
        .product(name: "CoachKit", package: "coachkit"),
        .product(name: "Logging", package: "swift-log"),
      ]),
    .executableTarget(
      name: "tag-bench", dependencies: [.product(name: "CoachKit", package: "coachkit")]),
    .executableTarget(
      name: "message-bench", dependencies: [.product(name: "CoachKit", package: "coachkit")]),
    .executableTarget(
      name: "stream-client", dependencies: [.product(name: "CoachKit", package: "coachkit")]),
  ],
  swiftLanguageModes: [.v6],
  cLanguageStandard: .c11
)

#if os(Linux)
  // The load and the floor of the streaming benchmark: C, and epoll.
  package.targets += [
    .executableTarget(name: "stream-server"),
    // The clients of the server.
    .executableTarget(name: "turn-load"),
    // The provider in front of which evaluations are measured, and killed.
    .executableTarget(name: "eval-server"),
    .executableTarget(name: "stream-floor", linkerSettings: [.linkedLibrary("curl")]),
  ]
#endif
