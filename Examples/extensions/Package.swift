// swift-tools-version: 6.2
import PackageDescription

// What another package adds to CoachKit, each in one file: a protocol with its provider, a model, a layer, a grader, a tag,
// a guardrail, a task, a stage of routing; and a test that gates a prompt.
let package = Package(
  name: "extensions",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "coachkit", path: "../..", traits: ["SQLiteUsage"])],
  targets: [
    .target(
      name: "Extensions",
      dependencies: [
        .product(name: "CoachKit", package: "coachkit"),
        .product(name: "EvalGraders", package: "coachkit"),
      ]),
    .testTarget(
      name: "ExtensionsTests",
      dependencies: [
        "Extensions", .product(name: "CoachKit", package: "coachkit"),
        .product(name: "EvalGraders", package: "coachkit"),
        .product(name: "CoachKitTesting", package: "coachkit"),
        .product(name: "PromptEvalsTesting", package: "coachkit"),
      ]),
  ]
)
