import Documents
import LanguageModels
import SourceFiles

/// The texts that the requests of a recording share, stored once: every request repeats the conversation before
/// it.
struct SharedTexts {
  /// The length in bytes below which texts are not shared.
  private static let minimumLength = 60
  private var texts: [String: String] = [:]
  private var newLines: [String] = []

  /// Returns the value with long texts replaced by references.
  mutating func fold(_ value: JSONValue) -> JSONValue {
    switch value {
    case .string(let text):
      guard text.utf8.count >= Self.minimumLength else { return value }
      let name = ContentDigest(of: text).short
      if texts[name] == nil {
        texts[name] = text
        newLines.append(JSONValue.object(["text": .string(name), "is": .string(text)]).text())
      }
      return ["text": .string(name)]
    case .array(let list): return .array(list.map { fold($0) })
    case .object(let object):
      var folded: JSONObject = [:]
      for (name, member) in object { folded[name] = fold(member) }
      return .object(folded)
    case .null, .bool, .integer, .number: return value
    }
  }

  /// Returns the value with references replaced by their texts.
  func unfold(_ value: JSONValue) -> JSONValue {
    switch value {
    case .array(let list): return .array(list.map { unfold($0) })
    case .object(let object):
      if object.count == 1, let text = object["text"]?.string.flatMap({ texts[$0] }) {
        return .string(text)
      }
      var unfolded: JSONObject = [:]
      for (name, member) in object { unfolded[name] = unfold(member) }
      return .object(unfolded)
    case .null, .bool, .integer, .number, .string: return value
    }
  }

  /// Reads a line that defines a text; returns false for any other line.
  mutating func read(_ line: JSONValue) -> Bool {
    guard let name = line["text"]?.string, let text = line["is"]?.string else { return false }
    texts[name] = text
    return true
  }

  /// Returns the lines for the texts that were added since the last call.
  mutating func takeNewLines() -> [String] {
    defer { newLines = [] }
    return newLines
  }
}
