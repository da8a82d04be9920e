import CoachEngine
import CoachModel
import Documents
import LanguageModels
import PromptTemplates
import SourceFiles
import StreamParsing

/// The JSON documents exchanged with a grader's program.
struct CommandProtocol {
  /// The version of the documents, which increases with every change that a program would notice.
  static let version = 1

  let grader: String
  let conversation: GradedConversation

  /// Returns the document about one message.
  func input(for message: CoachMessage) -> String {
    var document = head(.message)
    document["message"] = .object(Self.json(message))
    document["history"] = Self.json(message.history)
    return JSONValue.object(document).text() + "\n"
  }

  /// Returns the document about all judged messages.
  func input() -> String {
    var document = head(.conversation)
    document["messages"] = .array(
      conversation.messages.map { message in
        var object = Self.json(message)
        object["history"] = Self.json(message.history)
        return .object(object)
      })
    return JSONValue.object(document).text() + "\n"
  }

  private func head(_ scope: GraderScope) -> JSONObject {
    let transcript = conversation.transcript
    var document: JSONObject = [
      "version": .integer(Self.version), "grader": .string(grader),
      "scope": .string(scope.rawValue),
      "transcript": [
        "id": .string(transcript.id), "title": .string(transcript.title),
        "kind": .string(transcript.kind.rawValue), "domain": .string(transcript.domain),
        "language": .string(transcript.language), "person": .string(transcript.person),
        "quality": .string(transcript.quality.rawValue),
        "tags": .array(transcript.tags.map { .string($0) }),
        "coach_messages": .integer(conversation.length),
      ],
      "contract": [
        "tags": .array(
          conversation.contract.tags.map { tag in
            var object: JSONObject = [
              "name": .string(tag.name), "form": .string(tag.form.rawValue),
            ]
            object["payload"] = conversation.contract.payloads[tag.name]?.source
            return .object(object)
          })
      ],
    ]
    if let task = conversation.task {
      document["inputs"] = .object(task.contract.inputs)
      document["target"] = task.target.map { .string($0) }
    }
    return document
  }

  private static func json(_ message: CoachMessage) -> JSONObject {
    var object: JSONObject = [
      "number": .integer(message.number), "text": .string(message.visibleText),
      "reply": .string(message.events.writtenText),
      "tags": .array(message.events.tags.map(json)),
    ]
    object["recorded"] = message.recorded.map { .string($0) }
    object["tool_calls"] = message.toolCalls.map { .array($0.map(\.json)) }
    return object
  }

  private static func json(_ tag: ReplyTag) -> JSONValue {
    var object: JSONObject = ["name": .string(tag.name)]
    switch tag.content {
    case .inline(let words, let isClosed):
      object["words"] = .string(words)
      object["is_closed"] = .bool(isClosed)
    case .bare: break
    case .payload(let payload):
      object["payload"] = payload.value
      if !payload.repairs.isEmpty {
        object["repairs"] = .array(payload.repairs.map { .string($0.rawValue) })
      }
    case .malformed(let raw, let reason):
      object["malformed"] = .string(raw)
      object["problem"] = .string(reason)
    }
    return .object(object)
  }

  private static func json(_ history: ArraySlice<Message>) -> JSONValue {
    .array(
      history.map { message in
        let role =
          switch message.role {
          case .assistant: "coach"
          case .user: "person"
          case .system: "system"
          }
        return ["role": .string(role), "text": .string(message.text)]
      })
  }

  /// Parses the program's output about one message, or about all of them if `message` is `nil`.
  ///
  /// Throws ``GraderFailure`` for anything other than valid verdicts.
  func grades(_ output: String, for message: CoachMessage? = nil) throws(GraderFailure) -> [Grade] {
    var index = JSONIndex()
    do throws(JSONSyntaxError) {
      try index.read(Array(output.utf8).span)
    } catch {
      let start = output.trimmingWhitespace.prefix(200)
      throw GraderFailure(
        start.isEmpty
          ? "the program wrote no verdict"
          : "the program wrote invalid JSON (\(error)): \(start)")
    }
    if let name = index.repeatedNames.first {
      throw GraderFailure("the program names '\(name)' more than once, so that no verdict counts")
    }
    guard let value = index.value(index.root) else {
      throw GraderFailure("the program wrote a number that is too large")
    }
    var grades: [Grade] = []
    for item in value.array ?? [value] { grades.append(try grade(item, for: message)) }
    if message != nil, grades.count > 1 {
      throw GraderFailure("the program gave \(grades.count) verdicts on one message")
    }
    try refuseContradictions(among: grades)
    return grades
  }

  /// Throws if two verdicts on the same message differ.
  private func refuseContradictions(among grades: [Grade]) throws(GraderFailure) {
    var known: [Int?: Grade.Verdict] = [:]
    for grade in grades {
      guard let other = known.updateValue(grade.verdict, forKey: grade.message),
        other != grade.verdict
      else { continue }
      let place = grade.message.map { "message \($0)" } ?? "the conversation as a whole"
      throw GraderFailure(
        "the program gave two verdicts on \(place), \(other.rawValue) and \(grade.verdict.rawValue)"
      )
    }
  }

  /// Throws if a score says the opposite of its verdict.
  ///
  /// A score in between may belong to either: where a pass begins is up to the program.
  private func refuseContradiction(
    of verdict: Grade.Verdict, with score: Double
  ) throws(GraderFailure) {
    let remedy =
      switch verdict {
      case .fail where score == 1: "a failure has a score under 1"
      case .pass where score == 0: "a pass has a score over 0"
      case .inconclusive, .notApplicable: "a verdict other than pass and fail has no score"
      case .fail, .pass, .error: nil as String?
      }
    guard let remedy else { return }
    throw GraderFailure(
      "the program contradicts itself: the verdict is \(verdict.rawValue) and the score \(score): \(remedy)"
    )
  }

  private func grade(_ value: JSONValue, for message: CoachMessage?) throws(GraderFailure) -> Grade
  {
    guard let word = value["verdict"]?.string, let verdict = Self.verdicts[word] else {
      let found = String(value.text().prefix(200))
      throw GraderFailure(
        "a verdict must be pass, fail, inconclusive or not-applicable, not \(found)")
    }
    let score = try optional("score", of: value) { $0.number }
    if let score, !(0...1).contains(score) {
      throw GraderFailure("a score must be from 0 to 1, not \(score)")
    }
    if let score { try refuseContradiction(of: verdict, with: score) }
    let number = try optional("message", of: value) { $0.integer }
    let allowed = message.map { [$0.number] } ?? conversation.messages.map(\.number)
    if let number, !allowed.contains(number) {
      throw GraderFailure("message \(number) is not among those to be judged")
    }
    return Grade(
      grader: grader, message: message?.number ?? number, verdict: verdict, degree: score,
      measured: try optional("measured", of: value) { $0.number },
      reason: try optional("reason", of: value) { $0.string })
  }

  private func optional<Value>(
    _ name: String, of object: JSONValue, read: (JSONValue) -> Value?
  ) throws(GraderFailure) -> Value? {
    guard let member = object[name], member != .null else { return nil }
    guard let value = read(member) else {
      throw GraderFailure("'\(name)' of a verdict cannot be \(member.text().prefix(60))")
    }
    return value
  }

  private static let verdicts: [String: Grade.Verdict] = [
    "pass": .pass, "fail": .fail, "inconclusive": .inconclusive, "not-applicable": .notApplicable,
  ]
}
