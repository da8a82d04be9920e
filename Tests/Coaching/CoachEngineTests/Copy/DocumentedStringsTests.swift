@testable import CoachEngine
import Documents
import SourceFiles
import TestKit
import Testing

@Suite("The strings of the product's documents")
struct DocumentedStringsTests {
  private static let path =
    "\(ProjectFolder.path)/Tests/Coaching/CoachEngineTests/Copy/documented-strings.yaml"

  /// The strings of a part of the list by key.
  private static func strings(_ part: String) throws -> [(key: CopyKey, text: String)] {
    let file = try DocumentNode.parse(DiskFileSystem().read(path)).json
    return try #require(file[part]?.object).map { (CopyKey($0), $1.string ?? "") }
  }

  private static func written(_ key: CopyKey) -> String {
    MessageCatalog.builtIn.texts[key]?["en"]?.other.source ?? ""
  }

  @Test("the default catalog differs in none of them")
  func exact() throws {
    let strings = try Self.strings("exact")
    let different = strings.filter { Self.written($0.key) != $0.text }
    #expect(strings.count == 31 && different.isEmpty, "\(different.map(\.key.rawValue))")
  }

  @Test("where a string is quoted in part, the text begins with it, or has it")
  func parts() throws {
    for (key, text) in try Self.strings("begins") {
      #expect(Self.written(key).hasPrefix(text), "\(key.rawValue): \(Self.written(key))")
    }
    for (key, text) in try Self.strings("includes") {
      expect(Self.written(key), contains: text)
    }
  }

  @Test("every listed key is one of the catalog")
  func keys() throws {
    for part in ["exact", "begins", "includes"] {
      for (key, _) in try Self.strings(part) { #expect(key.isBuiltIn, "\(key.rawValue)") }
    }
  }
}
