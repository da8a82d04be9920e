import CoachModel
import Documents
import SourceFiles

/// Reads one message in any of the shapes of common chat formats.
struct JSONMessageReader {
  /// The result of reading a value.
  enum Reading {
    case message(ImportedMessage)
    /// Not a speaker's message, such as a tool call; recorded in the notes.
    case nothing
    case problem(Diagnostic)
  }

  let file: SourceFile
  let columns: FieldMapping
  var notes = ImportNotes()

  /// Types of items in a list of messages that are not messages of a speaker.
  private static let silentItems: Set<String> = [
    "function_call", "function_call_output", "web_search_call", "file_search_call",
    "computer_call", "computer_call_output", "mcp_call", "mcp_list_tools", "item_reference",
    "code_interpreter_call", "image_generation_call", "local_shell_call", "local_shell_call_output",
    "custom_tool_call", "custom_tool_call_output",
  ]

  /// The type of an item that holds what a model thought before it wrote.
  private static let reasoningItem = "reasoning"

  /// Types of parts that belong to a tool.
  private static let toolParts: Set<String> = [
    "tool_use", "tool_result", "tool_call", "server_tool_use", "function_call",
    "function_call_output",
  ]

  /// Returns whether a value can be read as a message.
  func isMessage(_ value: JSONValue) -> Bool {
    speaker(value) != nil
      || value["type"]?.string.map { $0 == Self.reasoningItem || Self.silentItems.contains($0) }
        ?? false
  }

  /// Reads a value, and adds its message or its problem to a chat.
  mutating func add(_ value: JSONValue, at place: SourcePlace, to chat: inout ImportedChat) {
    switch read(value, at: place) {
    case .message(let message): chat.messages.append(message)
    case .nothing: break
    case .problem(let problem): chat.problems.append(problem)
    }
  }

  mutating func read(_ value: JSONValue, at place: SourcePlace) -> Reading {
    guard case .object(let object) = value else {
      return problem("a message must be an object, but is of type \(value.typeName)", at: place)
    }
    if let type = object["type"]?.string {
      if type == Self.reasoningItem {
        notes.reasoningItems += 1
        return .nothing
      }
      if Self.silentItems.contains(type) {
        notes.toolCalls += 1
        return .nothing
      }
    }
    guard let (speakerPath, speaker) = speaker(value) else {
      return problem(
        "the message does not say who speaks", at: place,
        hint: missing(.speaker, in: object, example: "role"))
    }
    guard let (textPath, content) = field(.text, in: value) else {
      if object["tool_calls"] != nil || object["function_call"] != nil {
        notes.toolCalls += 1
        return .nothing
      }
      let names = columns.names[.text].map { [$0] } ?? FieldMapping.commonNames(.text)
      if names.contains(where: { object[$0] == .null }) {
        let text = object["refusal"]?.string ?? ""
        return .message(ImportedMessage(speaker: speaker, text: text, place: place))
      }
      return problem(
        "the message has no text", at: place,
        hint: missing(.text, in: object, example: "content"))
    }
    if object["tool_calls"]?.array?.isEmpty == false { notes.toolCalls += 1 }
    switch text(of: content) {
    case .success(let text):
      var speakerPlace = place
      speakerPlace.path += speakerPath
      return .message(ImportedMessage(speaker: speaker, text: text, place: speakerPlace))
    case .failure(let unreadable):
      var textPlace = place
      textPlace.path += textPath
      return problem(unreadable.message, at: textPlace, hint: "write a text or a list of parts")
    }
  }

  private struct Unreadable: Error { var message: String }

  /// Returns the text of a content, and records the parts without text in the notes.
  private mutating func text(of content: JSONValue) -> Result<String, Unreadable> {
    switch content {
    case .string(let text): return .success(text)
    case .null: return .success("")
    case .array(let parts):
      var texts: [String] = []
      for part in parts {
        switch text(ofPart: part) {
        case .success(let text): if let text { texts.append(text) }
        case .failure(let error): return .failure(error)
        }
      }
      return .success(texts.joined(separator: "\n\n"))
    case .object(let object):
      guard let inner = object["parts"] ?? object["text"] else { fallthrough }
      return text(of: inner)
    default:
      return .failure(
        Unreadable(message: "the message's text is of type \(content.typeName)"))
    }
  }

  private mutating func text(ofPart part: JSONValue) -> Result<String?, Unreadable> {
    if let text = part.string { return .success(text) }
    guard case .object(let object) = part else {
      return .failure(Unreadable(message: "a part of the text is of type \(part.typeName)"))
    }
    if let text = object["text"]?.string ?? object["refusal"]?.string { return .success(text) }
    let type = object["type"]?.string ?? "unknown"
    if Self.toolParts.contains(type) {
      notes.toolCalls += 1
    } else {
      notes.otherParts[type, default: 0] += 1
    }
    return .success(nil)
  }

  /// Returns the speaker, and the path to it; in some exports the speaker is an object with a role.
  private func speaker(_ value: JSONValue) -> ([JSONStep], String)? {
    guard let (path, found) = field(.speaker, in: value) else { return nil }
    if let role = found["role"]?.string { return (path + [.member("role")], role) }
    return found.string.map { (path, $0) }
  }

  /// Returns the field that was named for a role, or that has a common name for it; null counts as missing.
  func field(_ role: FieldMapping.Role, in value: JSONValue) -> ([JSONStep], JSONValue)? {
    let names = columns.names[role].map { [$0] } ?? FieldMapping.commonNames(role)
    for name in names {
      if let found = value[name], found != .null { return ([.member(name)], found) }
      // `metadata.user` is the member `user` of `metadata`.
      let steps = name.split(separator: ".").map(String.init)
      let found = steps.reduce(value as JSONValue?) { $0?[$1] }
      if steps.count > 1, let found, found != .null { return (steps.map { .member($0) }, found) }
    }
    return nil
  }

  /// Returns the value of a field as text; numbers become text.
  func word(_ role: FieldMapping.Role, in value: JSONValue) -> String? {
    field(role, in: value).flatMap { $0.1.word }
  }

  private func missing(
    _ role: FieldMapping.Role, in object: JSONObject, example: String
  ) -> String {
    let wanted = columns.names[role] ?? example
    let close = object.keys.closestMatch(to: wanted)
    let means =
      close.map { "is '\($0)' meant? " } ?? "it has: \(object.keys.joined(separator: ", ")); "
    return means + "name the field with --columns \(role.rawValue)=NAME"
  }

  private func problem(_ message: String, at place: SourcePlace, hint: String? = nil) -> Reading {
    .problem(Diagnostic("import.message", message, in: file, at: place, hint: hint))
  }
}

extension JSONValue {
  /// The value as an id: a string that is not blank, or a number as text; `nil` for anything else.
  package var word: String? {
    switch self {
    case .string(let text): text.contains { !$0.isWhitespace } ? text : nil
    case .integer, .number: self.text()
    default: nil
    }
  }
}
