import Documents
import Foundation
import Testing

/// The official suite of JSON Schema, draft 2020-12, without its optional part.
@Suite(
  "The official JSON Schema suite",
  .enabled(
    if: OfficialSuite.folder != nil, "set COACHKIT_SHARED to the folder with the suites to run it"))
struct OfficialSuiteTests {
  @Test("every case except those that need another document", arguments: OfficialSuite.files)
  func suite(file: String) throws {
    for group in try OfficialSuite.groups(in: file) {
      guard let schema = try OfficialSuite.schema(of: group) else { continue }
      for test in group["tests"]?.array ?? [] {
        let isValid = schema.violations(of: test["data"] ?? nil).isEmpty
        let names = [group["description"], test["description"]].compactMap { $0?.string }
        #expect(isValid == test["valid"]?.bool, "\(file): \(names.joined(separator: ": "))")
      }
    }
  }

  @Test("the few unsupported features are rejected")
  func leftOut() throws {
    var counts = (run: 0, leftOut: 0)
    for file in OfficialSuite.files {
      for group in try OfficialSuite.groups(in: file) {
        let count = group["tests"]?.array?.count ?? 0
        if try OfficialSuite.schema(of: group) == nil {
          counts.leftOut += count
        } else {
          counts.run += count
        }
      }
    }
    print("JSON Schema suite: \(counts.run) cases run, \(counts.leftOut) need other documents")
    #expect(counts.run > 1_200)
    #expect(counts.leftOut < 60)
  }
}

private enum OfficialSuite {
  static let folder = ProcessInfo.processInfo.environment["COACHKIT_SHARED"].map {
    "\($0)/conformance/json-schema/draft2020-12"
  }

  static var files: [String] {
    guard let folder else { return [] }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { $0.hasSuffix(".json") && $0 != "refRemote.json" }.sorted()
  }

  static func groups(in file: String) throws -> [JSONValue] {
    let data = try Data(contentsOf: URL(fileURLWithPath: "\(folder ?? "")/\(file)"))
    return try JSONValue(parsing: String(decoding: data, as: UTF8.self)).array ?? []
  }

  /// The schema of a group, or nil if it needs a document outside it. A metaschema of the suite, which disables
  /// vocabularies, is such a document, too.
  static func schema(of group: JSONValue) throws -> JSONSchema? {
    let source = group["schema"] ?? nil
    if source["$schema"]?.string?.contains("localhost") ?? false { return nil }
    do {
      return try JSONSchema(source)
    } catch {
      guard error.message.contains("is outside this document") else { throw error }
      return nil
    }
  }
}
