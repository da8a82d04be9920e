// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "backend",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "coachkit", path: "../..", traits: ["SQLiteUsage"]),
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.0.0"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.0.0"),
  ],
  targets: [
    .executableTarget(
      name: "Backend",
      dependencies: [
        .product(name: "CoachKit", package: "coachkit"),
        .product(name: "SQLiteUsage", package: "coachkit"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
      ]),
    .executableTarget(
      name: "Minimal",
      dependencies: [
        .product(name: "CoachKit", package: "coachkit"),
        .product(name: "Hummingbird", package: "hummingbird"),
      ]),
    // The programs of the articles "Your first prompt" and "Your first turn".
    .executableTarget(
      name: "FirstPrompt", dependencies: [.product(name: "CoachKit", package: "coachkit")]),
    .executableTarget(
      name: "FirstTurn", dependencies: [.product(name: "CoachKit", package: "coachkit")]),
    .testTarget(
      name: "BackendTests",
      dependencies: [
        "Backend", .product(name: "CoachKit", package: "coachkit"),
        .product(name: "CoachKitTesting", package: "coachkit"),
        .product(name: "HummingbirdTesting", package: "hummingbird"),
      ]),
  ]
)
