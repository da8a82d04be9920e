// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "course",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "coachkit", path: "../../..", traits: [])],
  targets: [
    .executableTarget(
      name: "Course", dependencies: [.product(name: "CoachKit", package: "coachkit")])
  ]
)
