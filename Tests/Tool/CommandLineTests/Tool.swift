import Foundation
import TestKit

/// Runs the built `coachkit` like a user.
enum Tool {
  struct Result {
    var output: String
    var errors: String
    var code: Int32
  }

  /// The tool is next to the test bundle.
  private static var path: String {
    URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
      .appending(path: "coachkit").path()
  }

  static func run(
    _ arguments: [String], in folder: String = ProjectFolder.path, input: String = "",
    environment: [String: String] = [:]
  ) throws -> Result {
    let process = Process()
    process.executableURL = URL(filePath: path)
    process.arguments = arguments
    process.currentDirectoryURL = URL(filePath: folder)
    // A developer's own keys must not reach a test.
    var values = ProcessInfo.processInfo.environment.filter { !$0.key.hasSuffix("_API_KEY") }
    values["COACHKIT_LOCAL_URL"] = nil
    process.environment = values.merging(environment) { $1 }
    let streams = FileManager.default.temporaryDirectory
      .appending(path: "coachkit-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: streams, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: streams) }
    // Files, not pipes: a full pipe would block the tool while the test does not read.
    let files = try ["in", "out", "err"].map { name -> FileHandle in
      let url = streams.appending(path: name)
      try Data((name == "in" ? input : "").utf8).write(to: url)
      return try FileHandle(forUpdating: url)
    }
    process.standardInput = files[0]
    process.standardOutput = files[1]
    process.standardError = files[2]
    try process.run()
    process.waitUntilExit()
    func text(_ name: String) throws -> String {
      String(decoding: try Data(contentsOf: streams.appending(path: name)), as: UTF8.self)
    }
    return Result(
      output: try text("out"), errors: try text("err"), code: process.terminationStatus)
  }

  /// A time zone in which it is about midday now, so that no day ends while a test talks.
  static var middayZone: String {
    let hour = Int(Date().timeIntervalSince1970) / 3600 % 24
    // The signs of these names are reversed: Etc/GMT-5 is five hours ahead of UTC.
    return hour == 12 ? "Etc/GMT" : "Etc/GMT\(hour < 12 ? "-" : "+")\(abs(12 - hour))"
  }

  /// A folder that is removed afterwards.
  static func inFolder(_ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "coachkit-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder.path())
  }
}
