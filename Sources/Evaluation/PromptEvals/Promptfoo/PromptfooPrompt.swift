import Documents

/// A prompt of promptfoo: a text with `{{variables}}`, or a list of messages.
struct PromptfooPrompt {
  let text: String
  /// What must be changed by hand.
  private(set) var notes: [String] = []

  /// Reads a prompt; a list of messages in JSON becomes one with roles.
  init(_ written: String, label: String) {
    let messages = (try? JSONValue(parsing: written))?.array ?? []
    let isChat = !messages.isEmpty && messages.allSatisfy { $0["role"]?.string != nil }
    text =
      isChat
      ? messages.map { message in
        "{{role \"\(message["role"]?.string ?? "user")\"}}\n"
          + (message["content"]?.string ?? message["content"]?.text() ?? "")
      }.joined(separator: "\n") : written
    if text.contains("{%") || Self.hasFilter(text) {
      notes.append(
        "'\(label)' has statements or filters of Nunjucks ({% … %}, {{x | f}}): rewrite them, as"
          + " Prompts/README.md shows")
    }
  }

  private static func hasFilter(_ text: String) -> Bool {
    text.split(separator: "{{").dropFirst().contains { part in
      part.firstRange(of: "}}").map { part[..<$0.lowerBound].contains("|") } ?? false
    }
  }

  /// Returns the prompt as a file, with the types of the inputs as the tests have them.
  func file(inputs: [JSONObject]) -> String {
    var types: [(name: String, type: String)] = []
    var required: [String: Int] = [:]
    for (name, value) in inputs.joined() {
      required[name, default: 0] += 1
      let type =
        switch value {
        case .string: "string"
        case .integer, .number: "number"
        case .bool: "boolean"
        default: "any"
        }
      if let index = types.firstIndex(where: { $0.name == name }) {
        if types[index].type != type { types[index].type = "any" }
      } else {
        types.append((name, type))
      }
    }
    let schema = types.map { name, type in
      let key = name + (required[name] == inputs.count ? "" : "?")
      return "    \(JSONValue.string(key).text()): \(type)"
    }
    guard !schema.isEmpty else { return text + "\n" }
    return (["---", "input:", "  schema:"] + schema + ["---", text]).joined(separator: "\n") + "\n"
  }
}
