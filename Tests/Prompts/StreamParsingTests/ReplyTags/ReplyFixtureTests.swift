import CoachModel
import Documents
import StreamParsing
import Testing
import TestKit

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite("Recorded replies of models")
struct ReplyFixtureTests {
  private static let folder = #filePath.split(separator: "/").dropLast().joined(separator: "/")

  private static func fixtures() throws -> [JSONValue] {
    let data = try Data(contentsOf: URL(filePath: "/\(folder)/Fixtures/replies.jsonl"))
    return try data.split(separator: 0x0a).map { try JSONValue(parsing: Array($0)) }
  }

  private static func declarations(_ set: String) -> [ReplyTagDeclaration] {
    let discovery = [
      ReplyTagDeclaration(name: "DISCOVERY_COMPLETE", form: .signal, expectsPayload: true)
    ]
    let coaching = ["PATTERN", "MEMORY"].map { ReplyTagDeclaration(name: $0, form: .inline) }
    let others = [
      ReplyTagDeclaration(name: "INTAKE_PROGRESS", form: .signal, expectsPayload: true),
      ReplyTagDeclaration(name: "INTAKE_COMPLETE", form: .signal, expectsPayload: true),
      ReplyTagDeclaration(name: "NO_NUDGE", form: .signal),
    ]
    switch set {
    case "discovery": return discovery.compactMap { $0 }
    case "coaching": return coaching.compactMap { $0 }
    default: return (discovery + coaching + others).compactMap { $0 }
    }
  }

  /// An event in the form of the fixtures.
  private static func json(_ event: ReplyEvent) -> JSONValue {
    switch event {
    case .text(let text): return ["text", .string(text)]
    case .tag(let tag):
      let name = JSONValue.string(tag.name)
      switch tag.content {
      case .inline(let words, let isClosed):
        return [isClosed ? "inline" : "unclosed", name, .string(words)]
      case .bare: return ["bare", name]
      case .payload(let payload):
        let repairs = payload.repairs.map { JSONValue.string($0.rawValue) }
        return ["payload", name, payload.value, .array(repairs)]
      case .malformed(let raw, _): return ["malformed", name, .string(raw)]
      }
    }
  }

  private static func read(
    _ pieces: [[UInt8]], _ declarations: [ReplyTagDeclaration]
  ) -> [ReplyEvent] {
    var parser = ReplyTagParser(declarations)
    return (pieces.flatMap { parser.feed($0) } + parser.finish()).coalesced
  }

  @Test("there are enough of them")
  func count() throws {
    let fixtures = try Self.fixtures()
    #expect(fixtures.count >= 150)
    #expect(Set(fixtures.compactMap { $0["name"]?.string }).count == fixtures.count)
  }

  @Test("each gives the same events under every split")
  func everySplitAlike() throws {
    for fixture in try Self.fixtures() {
      let name = try #require(fixture["name"]?.string)
      let reply = Array(try #require(fixture["reply"]?.string).utf8)
      let expected = try #require(fixture["events"]?.array)
      let declarations = Self.declarations(try #require(fixture["tags"]?.string))
      let whole = Self.read([reply], declarations)
      #expect(whole.map(Self.json) == expected, "\(name)")
      // The first split that differs suffices.
      let odd = everySplit(reply).first { Self.read($0, declarations) != whole }
      #expect(odd == nil, "\(name)")
    }
  }
}
