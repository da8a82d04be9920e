import Documents
import PromptTemplates
import SourceFiles
import Testing

/// Every possible error in a file, one per line: the message, the location, and the fix.
@Suite("Every error has a location and a fix")
struct LocatedErrorTests {
  private static let partials = [
    "tone": "x", "self": "{{> self}}", "uses": "one\n two {{nobody}}",
  ]

  private static let cases: [JSONValue] = {
    let folder = "/" + #filePath.split(separator: "/").dropLast().joined(separator: "/")
    let file = try? DiskFileSystem().read("\(folder)/located-errors.jsonl")
    return (file?.bytes ?? []).split(separator: UInt8(ascii: "\n")).compactMap {
      try? JSONValue(parsing: String(decoding: $0, as: UTF8.self))
    }
  }()

  @Test("message, line, column and hint")
  func mistakes() throws {
    #expect(Self.cases.count >= 70)
    for expected in Self.cases {
      let prompt = expected["prompt"]?.string ?? ""
      let found = try library(prompt, partials: Self.partials).diagnostics.first
      #expect(found?.code == expected["code"]?.string, "\(prompt)")
      #expect(found?.message == expected["message"]?.string, "\(prompt)")
      #expect(found?.hint == expected["hint"]?.string, "\(prompt)")
      #expect(found?.location?.line == expected["line"]?.integer, "\(prompt)")
      #expect(found?.location?.column == expected["column"]?.integer, "\(prompt)")
      #expect(found?.excerpt != nil, "\(prompt)")
    }
  }
}
