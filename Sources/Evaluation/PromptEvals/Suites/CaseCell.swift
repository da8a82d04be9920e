import Documents
import SourceFiles

/// The value of an input in a table or a JSON object, before it is compared with what the prompt takes.
struct CaseCell: Sendable {
  /// What is written there.
  enum Content: Sendable {
    /// The text of a cell, which becomes a value of the input's type.
    case text(String)
    /// A value that has a type already.
    case value(JSONValue)
  }

  let content: Content
  let file: SourceFile
  /// Where the value is, and where its column or member is named.
  let (offset, nameOffset): (Int, Int)
  /// The name of the column or member.
  let name: String
  /// Whether it is a key of the case, too, so that the prompt need not have an input of that name.
  let isKey: Bool

  func error(_ message: String, hint: String?) -> Diagnostic {
    Diagnostic("cases.value", message, in: file, at: offset, hint: hint)
  }
}

extension CaseCell {
  /// Returns the value for an input with a schema.
  ///
  /// A text is a text where the input takes one; numbers, true and false are read as such; lists and objects are JSON. Throws
  /// ``SourceError`` at the cell.
  func value(for input: String, schema: JSONValue) throws(SourceError) -> JSONValue {
    guard let compiled = try? JSONSchema(schema) else { return plain }
    var value: JSONValue
    switch content {
    case .value(let given): value = given
    case .text(let text):
      guard !compiled.violations(of: .string(text)).isEmpty else { return .string(text) }
      value = try converted(text, for: input, schema: schema)
    }
    if let messages = Self.messages(value, schema: schema) { value = messages }
    guard let violation = compiled.violations(of: value).first else { return value }
    throw SourceError(
      error(
        "'\(name)' is no value of the input '\(input)': it \(violation)",
        hint: Self.hint(for: schema)))
  }

  /// The value without a schema.
  var plain: JSONValue {
    switch content {
    case .text(let text): .string(text)
    case .value(let value): value
    }
  }

  private func converted(
    _ text: String, for input: String, schema: JSONValue
  ) throws(SourceError) -> JSONValue {
    let types = Self.types(of: schema)
    let word = text.trimmingWhitespace
    if types.contains("boolean"), let flag = Bool(word.lowercased()) { return .bool(flag) }
    if let value = try? JSONValue(parsing: word) { return value }
    if types.contains("array"), let said = Self.speech(in: text) { return said }
    guard !types.isEmpty, !types.contains("string") else { return .string(text) }
    let wanted = types.filter { $0 != "null" }.joined(separator: " or ")
    throw SourceError(
      error(
        "'\(name)' cannot be read as \(wanted), for the input '\(input)'",
        hint: Self.hint(for: schema)))
  }

  private static func types(of schema: JSONValue) -> [String] {
    if let type = schema["type"]?.string { return [type] }
    if let types = schema["type"]?.array { return types.compactMap(\.string) }
    return ["anyOf", "oneOf"].flatMap { schema[$0]?.array ?? [] }.flatMap(types(of:))
  }

  private static func hint(for schema: JSONValue) -> String? {
    if let words = schema["enum"]?.array {
      return "write one of: \(words.map { $0.string ?? $0.text() }.joined(separator: ", "))"
    }
    return switch types(of: schema).first {
    case "number", "integer": "write digits, with a point before decimals, as in 3.5"
    case "boolean": "write true or false"
    case "array": #"write a list in JSON, such as ["a", "b"]"#
    case "object": #"write an object in JSON, such as {"name": "…"}"#
    default: nil
    }
  }

  // MARK: Conversations

  /// Returns lines such as `person: I am late.` as a list of what was said; `nil` if the first line is none.
  ///
  /// A line without a speaker goes on with the message before it.
  private static func speech(in text: String) -> JSONValue? {
    var messages: [(speaker: String, text: String)] = []
    for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      if parts.count == 2, let speaker = role(String(parts[0])) {
        messages.append((speaker, parts[1].trimmingWhitespace))
      } else if messages.isEmpty {
        return nil
      } else {
        messages[messages.count - 1].text += "\n" + line
      }
    }
    guard !messages.isEmpty else { return nil }
    return .array(
      messages.map { message in
        ["speaker": .string(message.speaker), "text": .string(message.text.trimmingWhitespace)]
      })
  }

  /// Returns a list of messages as `role` and `content` in the form that prompts take, `speaker` and `text`; `nil` if the input
  /// takes another one, or the value is something else.
  private static func messages(_ value: JSONValue, schema: JSONValue) -> JSONValue? {
    let members = schema["items"]?["properties"]
    guard let list = value.array, members?["speaker"] != nil, members?["text"] != nil else {
      return nil
    }
    var messages: [JSONValue] = []
    for item in list {
      guard item["speaker"] == nil, let word = item["role"]?.string, let speaker = role(word),
        let text = item["content"]?.string
      else { return nil }
      messages.append(["speaker": .string(speaker), "text": .string(text)])
    }
    return messages.isEmpty ? nil : .array(messages)
  }

  private static func role(_ word: String) -> String? {
    switch word.trimmingWhitespace.lowercased() {
    case "person", "user", "human", "client": "person"
    case "coach", "assistant", "ai", "model": "coach"
    default: nil
    }
  }
}
