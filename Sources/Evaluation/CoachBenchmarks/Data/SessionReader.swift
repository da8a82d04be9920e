import CoachModel
import CoachTranscripts
import Documents
import SourceFiles

/// A reader for the turns of a conversation and for the history of a message in JSON.
struct SessionReader {
  let file: SourceFile

  private static let lists = ["turns", "messages"]
  private static let speakers = ["role", "speaker"]
  private static let texts = ["text", "content"]
  private static let words = SpeakerWords(
    coach: ["therapist", "counsellor", "counselor"], person: ["patient"])

  /// Returns the name of the member that holds a conversation; `nil` if there is none.
  func list(in object: JSONObject) -> String? {
    Self.lists.first { object[$0]?.array?.first?.object != nil }
  }

  /// Returns the turns of a conversation, without those of systems and tools.
  func turns(
    of object: JSONObject, list name: String, _ line: Range<Int>
  ) throws(SourceError) -> [LabelledTable.Turn] {
    var turns: [LabelledTable.Turn] = []
    for (number, value) in (object[name]?.array ?? []).enumerated() {
      let path: [JSONStep] = [.member(name), .element(number)]
      guard let message = try message(from: value, at: path, in: line) else { continue }
      turns.append(
        LabelledTable.Turn(
          message, label: try label(from: value, at: path, in: line),
          isSwitch: value["switch"]?.bool ?? false, isDanger: value["danger"]?.bool ?? false))
    }
    return turns
  }

  /// Returns the history of a message, whose elements are texts of the person, or turns.
  func history(in object: JSONObject, _ line: Range<Int>) throws(SourceError) -> [Message] {
    var messages: [Message] = []
    for (number, value) in (object["history"]?.array ?? []).enumerated() {
      if let text = value.string {
        messages.append(Message(.user, text))
      } else if let message = try message(
        from: value, at: [.member("history"), .element(number)], in: line)
      {
        messages.append(message)
      }
    }
    return messages
  }

  private func label(
    from value: JSONValue, at path: [JSONStep], in line: Range<Int>
  ) throws(SourceError) -> String? {
    guard let label = value["label"]?.word else { return nil }
    guard label.isName else {
      throw problem(
        "a label of \(label.unicodeScalars.count) characters is a text",
        at: path + [.member("label")], in: line)
    }
    return label
  }

  private func message(
    from value: JSONValue, at path: [JSONStep], in line: Range<Int>
  ) throws(SourceError) -> Message? {
    guard let object = value.object else {
      throw problem(
        "a turn must be an object, but is of type \(value.typeName)", at: path, in: line)
    }
    guard let name = Self.speakers.first(where: { object[$0]?.string != nil }),
      let word = object[name]?.string
    else {
      throw problem(
        "the turn does not say who speaks", at: path, in: line,
        hint: "it has: \(object.keys.columnList)")
    }
    let role: Role
    switch Self.words.speaker(word) {
    case .coach: role = .assistant
    case .person: role = .user
    case .system, .tool: return nil
    case nil:
      throw problem(
        word.isName ? "unknown speaker '\(word)'" : "a text stands where the speaker belongs",
        at: path + [.member(name)], in: line, hint: "write 'user' or 'coach'")
    }
    guard let text = Self.texts.lazy.compactMap({ object[$0]?.string }).first else {
      throw problem(
        "the turn has no text", at: path, in: line, hint: "it has: \(object.keys.columnList)")
    }
    return Message(role, text)
  }

  /// Returns an error with its location; it quotes no text.
  private func problem(
    _ message: String, at path: [JSONStep], in line: Range<Int>, hint: String? = nil
  ) -> SourceError {
    let offset = JSONIndex.offset(of: path, in: file.bytes[line])
    return SourceError(
      Diagnostic("measure.turn", message, at: file.location(at: offset), hint: hint))
  }
}
