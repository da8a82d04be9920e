import CoachAccess
import CoachEngine
import CoachModel
import CoachSignals
import Documents
import Foundation
import SourceFiles
import Testing
import TestKit

/// A type with a JSON form, for tests over all of them.
struct WireSubject: Sendable, CustomTestStringConvertible {
  let name: String
  /// Writes a random value, and returns the problems of reading it again.
  let problems: @Sendable (inout RandomValues, JSONSchema) -> [String]
  /// Writes a random value.
  let write: @Sendable (inout RandomValues) -> JSONValue
  /// Reads a value.
  let read: @Sendable (JSONValue) throws(SourceError) -> Void

  var testDescription: String { name }

  /// - Parameter document: The strict form of a type whose own reader leaves out what it does not know.
  init<Value: JSONConvertible & Hashable>(
    _ name: String, strictly document: JSONDocumentForm<Value>? = nil,
    _ make: @escaping @Sendable (inout RandomValues) -> Value
  ) {
    self.name = name
    write = { make(&$0).json }
    read = { json throws(SourceError) in
      if let document { _ = try document.read(json) } else { _ = try Value(json: json) }
    }
    problems = { values, schema in
      let value = make(&values)
      let json = value.json
      var problems: [String] = []
      if json["v"] != 1 { problems.append("it has no version") }
      problems += schema.violations(of: json).map { "its schema: \($0)" }
      do {
        let again = try JSONValue(parsing: json.text())
        if try Value(json: again) != value { problems.append("reading gives another value") }
        let data = try JSONEncoder().encode(value)
        let decoded = try JSONDecoder().decode(Value.self, from: data)
        if decoded != value { problems.append("decoding gives another value") }
      } catch {
        problems.append("\(error)")
      }
      return problems.isEmpty ? [] : problems + [json.text()]
    }
  }

  static let all = [
    WireSubject("request") { $0.request() }, WireSubject("event") { $0.event() },
    WireSubject("client-event", strictly: ClientEvent.document) { $0.clientEvent() },
    WireSubject("outcome") { $0.outcome() },
    WireSubject("person") { $0.person() }, WireSubject("persona") { $0.persona() },
    WireSubject("access-record") { $0.access() }, WireSubject("access-event") { $0.accessEvent() },
    WireSubject("device-trials") { $0.deviceTrials() }, WireSubject("memory") { $0.memory() },
    WireSubject("person-record") { $0.record() },
    WireSubject("session-outcome") { $0.sessionOutcome() },
    WireSubject("learned", strictly: LearnedKnowledge.document) {
      $0.record().learned(on: CalendarDay(number: 20_000))
    },
    WireSubject("nudge-candidate") { $0.record().nudgeCandidate() },
    WireSubject("signal") { $0.signal() },
    WireSubject("usage-ledger") { $0.ledger() },
    WireSubject("journey-state") { $0.journeyState() },
  ]

  func schema() throws -> JSONSchema {
    let found = try #require(WireSchemas.all.first { $0.name == name }).schema
    return try JSONSchema(found)
  }
}

/// Random values of every form. `COACHKIT_CASES` sets how many.
@Suite("JSON forms of requests, events and all that is stored")
struct WireFormPropertyTests {
  @Test("every form has a schema and a subject here")
  func complete() {
    #expect(WireSchemas.all.map(\.name) == WireSubject.all.map(\.name))
  }

  @Test("what is written is valid, and reads as the same value", arguments: WireSubject.all)
  func roundTrip(subject: WireSubject) throws {
    let schema = try subject.schema()
    var failures = 0
    for seed in TestCases.seeds(300) where failures < 3 {
      var values = RandomValues(seed: seed)
      let problems = subject.problems(&values, schema)
      if !problems.isEmpty {
        failures += 1
        Issue.record("seed \(seed): \(problems.joined(separator: "\n"))")
      }
    }
  }

  /// The conditions that a schema cannot state.
  private static let acrossMembers: Set<String> = [
    "turn.message", "turn.person", "turn.request", "turn.session", "turn.refusal", "access.period",
    "json.range",
    "date.day", "memory.vector", "style.evidence", "turn.digest", "json.version",
  ]

  @Test("reader and schema agree on changed documents", arguments: WireSubject.all)
  func changes(subject: WireSubject) throws {
    let schema = try subject.schema()
    var (accepted, rejected) = (0, 0)
    for seed in TestCases.seeds(300) {
      var values = RandomValues(seed: seed)
      let changed = subject.write(&values).changed(&values.random)
      let isValid = schema.violations(of: changed).isEmpty
      do throws(SourceError) {
        try subject.read(changed)
        accepted += 1
        #expect(isValid, "seed \(seed): the schema refuses \(changed)")
      } catch {
        rejected += 1
        let isKnown = error.diagnostics.allSatisfy { Self.acrossMembers.contains($0.code) }
        #expect(!isValid || isKnown, "seed \(seed): \(error)\nthe schema accepts \(changed)")
      }
    }
    guard TestCases.seeds(300).count > 100 else { return }
    #expect(accepted > 10 && rejected > 10, "\(accepted) accepted, \(rejected) rejected")
  }

  @Test(
    "the files in Documentation/wire are those of this version",
    arguments: WireSchemas.all.map(\.name))
  func files(name: String) throws {
    let schema = try #require(WireSchemas.all.first { $0.name == name }).schema
    let path = "\(ProjectFolder.path)/Documentation/wire/\(name).schema.json"
    let text = String(decoding: try DiskFileSystem().read(path).bytes, as: UTF8.self)
    #expect(
      text == schema.text(.indented(2)) + "\n",
      "run 'coachkit wire --to Documentation/wire' and review the difference")
  }

  @Test("a version that is not known is refused, none is the first one")
  func versions() throws {
    let memory = Memory(text: "rows on Wednesdays", date: "2026-11-14")
    var json = try #require(memory.json.object)
    for version: JSONValue in [2, "1", 1.5] {
      json["v"] = version
      let error = #expect(throws: SourceError.self) { try Memory(json: .object(json)) }
      #expect(error?.description.contains("this version of CoachKit reads \"v\": 1") == true)
    }
    json["v"] = nil
    try expect(Memory(json: .object(json)), equals: memory)
  }
}

extension JSONValue {
  /// The value with one change: a member left out, added, or of another type.
  fileprivate func changed(_ random: inout SplitMix) -> JSONValue {
    switch self {
    case .object(var object) where !object.isEmpty:
      let key = random.pick(object.keys)
      switch random.below(6) {
      case 0: object[key] = nil
      case 1: object["unknown \(random.below(9))"] = 1
      default: object[key] = object[key]?.changed(&random)
      }
      return .object(object)
    case .array(var items) where !items.isEmpty:
      let index = random.below(items.count)
      items[index] = items[index].changed(&random)
      return .array(items)
    default:
      return random.pick(["other", 3, -1, true, [], [:], [1], 2.5, ""])
    }
  }
}
