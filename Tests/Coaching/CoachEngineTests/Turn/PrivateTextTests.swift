import CoachAccess
import CoachEngine
import CoachModel
import CoachSafety
import Documents
import LanguageModels
import Logging
import PromptTemplates
import SafetyRules
import SourceFiles
import StreamParsing
import Synchronization
import Testing
import TestKit

/// A mark stands in every text that must stay private, so one search finds it wherever it went.
@Suite("What people, models and prompts say stays out of apps, logs and errors")
struct PrivateTextTests {
  private static let mark = "Xq7PRIVATE"

  /// Flags every message that contains a word.
  private struct WordScreen: CrisisScreening {
    func assess(_ message: String, history: [Message]) -> SafetyAssessment? {
      guard message.contains("FLAG") else { return nil }
      return SafetyAssessment(
        categories: [.suicidalThoughts], severity: .high,
        evidence: SafetyAssessment.Evidence(text: message, range: 0..<4),
        stage: ScreeningStage(rawValue: "test"))
    }
  }

  /// The planted person: every text has the mark.
  private static func person() -> Person {
    var person = Person(id: "p-1")
    person.name = mark
    person.region = "GB"
    person.sessions = 6
    let item = ContextProfile.Item(text: mark, source: .told, date: "2026-11-14")
    person.profile = ContextProfile(values: [item], goals: [item], situation: [item])
    person.discovery = DiscoveryProfile(
      coachingDomains: ["career"], currentChallenges: [mark], emotionalBaseline: mark,
      communicationStyle: mark, keyThemes: [mark], strengthsIdentified: [mark], values: [mark],
      vision: mark, ahaInsight: mark)
    person.patterns = PatternSummary(
      themes: [.init(text: mark, count: 3, domains: ["career"], lastSeen: "2026-11-14")],
      growth: [mark])
    person.memories = [Memory(text: mark, date: "2026-11-14")]
    person.openQuestion = mark
    return person
  }

  private static let failures: [ScriptedModel.Turn] = [
    .failure(ModelError(.authentication, "the key \(mark) is invalid", advice: mark), after: []),
    .failure(ModelError(.transport, "no answer from \(mark)", advice: mark), after: ["Well, "]),
    .reply([]),
    .reply(["Quiet. You have depression, \(mark). What helps?"]),
    .reply([#"Fine. [DISCOVERY_COMPLETE]{"vision": "\#(mark)"}"#]),
    .reply([#"Fine. [DISCOVERY_COMPLETE]{"vision": "\#(mark)" broken"#]),
  ]

  @Test("no event for an app and no line at info contains them", arguments: failures.indices)
  func turns(_ index: Int) async throws {
    for message in ["hello \(Self.mark)", "FLAG \(Self.mark)", nil] {
      for isSubscribed in [true, false] {
        let turns = [Self.failures[index]]
        let scene = try TurnScene(small: turns, strong: turns)
        let lines = LogLines()
        scene.service.logger = Logger(label: "test") { _ in KeptLog(lines: lines, logLevel: .info) }
        scene.service.screen = WordScreen()
        scene.person = Self.person()
        if isSubscribed { try scene.subscribe() }
        scene.conversation.messages = [Message(.user, Self.mark), Message(.assistant, "Yes?")]
        var request = scene.request(message)
        request.inputs = ["note": .string(Self.mark), "message_number": .string(Self.mark)]
        request.persona = Persona(
          name: Self.mark, tone: Self.mark, methodology: Self.mark, personality: Self.mark)
        let played = try await scene.play(request)
        // Where a prompt does not declare the tag, it is the coach's own text.
        if index >= 4, played.outcome?.route != .discovery { continue }
        let shown = played.events.compactMap(\.forClient).map(\.json.description)
        #expect(shown.last?.contains(#""event":"done""#) == true)
        #expect(shown.filter { $0.contains(Self.mark) } == [])
        #expect(lines.all.count == 1)
        #expect(lines.all.filter { $0.contains(Self.mark) } == [])
      }
    }
  }

  @Test("an app is told what it needs, and not by which prompt or model")
  func projection() async throws {
    let scene = try TurnScene(
      small: [],
      strong: [.reply(["You [PATTERN: A pause becomes your task.] You have depression."])])
    try scene.subscribe()
    let played = try await scene.say("hello")
    let events = played.events.compactMap(\.forClient).map(\.json.description)
    let id = try #require(played.outcome?.message?.id)
    #expect(
      events.first == #"{"v":1,"event":"started","message_id":"\#(id)"}"#)
    #expect(
      events.contains(
        #"{"v":1,"event":"text","text":"A pause becomes your task.","tag":"PATTERN"}"#))
    #expect(
      events.last
        == #"{"v":1,"event":"done","message_id":"\#(id)","is_partial":false,"discovery_complete":false}"#
    )
    for word in ["depression", "coaching@", "scripted", "cost", "finding"] {
      #expect(!events.joined().contains(word), "\(word)")
    }
    #expect(played.outcome?.findings.count == 1)
  }

  @Test("the details of a failure are logged at debug")
  func details() async throws {
    let scene = try TurnScene(small: [], strong: [Self.failures[0]])
    let lines = LogLines()
    scene.service.logger = Logger(label: "test") { _ in KeptLog(lines: lines, logLevel: .debug) }
    try scene.subscribe()
    _ = try await scene.say("hello")
    #expect(lines.all.count == 2)
    #expect(lines.all[0].hasPrefix("warning turn failed") && lines.all[0].contains("unreachable"))
    #expect(lines.all[0].contains("model: authentication"))
    #expect(lines.all[1].hasPrefix("debug ") && lines.all[1].contains(Self.mark))
  }

  @Test("what was said is logged at debug alone, and never in danger")
  func exchanges() async throws {
    for (message, event, isSaid) in [
      ("hello \(Self.mark)", "debug exchange ", true),
      ("FLAG \(Self.mark)", "debug exchange withheld ", false),
    ] {
      let scene = try TurnScene(
        small: [.reply(["Fine."])], strong: [.reply(["How so?"]), .reply(["How so?"])])
      let lines = LogLines()
      scene.service.logger = Logger(label: "test") { _ in KeptLog(lines: lines, logLevel: .debug) }
      scene.service.screen = WordScreen()
      try scene.subscribe()
      _ = try await scene.say(message)
      let line = try #require(lines.all.first { $0.hasPrefix(event) }, "\(lines.all)")
      #expect(line.contains(Self.mark) == isSaid && line.contains("How so?") == isSaid)
      #expect(lines.all.filter { !$0.hasPrefix("debug ") && $0.contains(Self.mark) } == [])
    }
  }

  @Test("no error of a request's form contains what the request does")
  func errors() throws {
    let request = TurnRequest(
      id: "r", person: Self.person(), access: AccessRecord(updatedAt: 0),
      conversation: TurnRequest.Conversation(
        id: "c", messages: [Message(.user, Self.mark)], domain: "career"),
      message: Self.mark,
      persona: Persona(
        name: Self.mark, tone: Self.mark, methodology: Self.mark, personality: Self.mark),
      domain: "career", inputs: ["note": .string(Self.mark)], today: CalendarDay("2026-11-21"))
    let planted: [JSONValue] = [
      .string(Self.mark), [.string(Self.mark)], ["key \(Self.mark)": 1], .string("  "), 5, .null,
    ]
    var count = 0
    for variant in request.json.variants(planting: planted) {
      for text in [variant.text(), variant.text() + "}", variant.text(.indented(1))] {
        let message: String
        do {
          _ = try TurnRequest(body: text.utf8)
          continue
        } catch {
          message = error.description
        }
        count += 1
        #expect(!message.contains(Self.mark), "\(message)")
        #expect(message.hasPrefix("request:"), "\(message)")
      }
    }
    #expect(count > 300)
    // Asked for, the line is quoted.
    let file = SourceFile(path: "request.json", text: #"{"id": "\#(Self.mark)"}"#)
    let error = #expect(throws: SourceError.self) { try TurnRequest(file) }
    #expect(error?.description.contains(Self.mark) == true)
  }
}

extension JSONValue {
  /// The value with each of its parts replaced by each of other values in turn, and with another member everywhere.
  fileprivate func variants(planting others: [JSONValue]) -> [JSONValue] {
    var variants = others
    switch self {
    case .object(let object):
      for (name, value) in object {
        variants += value.variants(planting: others).map { variant in
          var changed = object
          changed[name] = variant
          return .object(changed)
        }
      }
      var extended = object
      extended["Xq7PRIVATE"] = 1
      variants.append(.object(extended))
    case .array(let items):
      for index in items.indices {
        variants += items[index].variants(planting: others).map { variant in
          var changed = items
          changed[index] = variant
          return .array(changed)
        }
      }
    case .null, .bool, .integer, .number, .string: break
    }
    return variants
  }
}

/// The lines that a logger was given.
final class LogLines: Sendable {
  private let lines = Mutex<[String]>([])

  var all: [String] { lines.withLock { $0 } }

  func add(_ line: String) { lines.withLock { $0.append(line) } }
}

/// Keeps lines with their level and metadata.
struct KeptLog: LogHandler {
  let lines: LogLines
  var logLevel: Logger.Level
  var metadata: Logger.Metadata = [:]

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    lines.add("\(event.level) \(event.message) \(event.metadata ?? [:])")
  }
}
