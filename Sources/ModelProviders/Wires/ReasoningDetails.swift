import JSON
import LanguageModels

/// OpenRouter's sealed thoughts, put together from their pieces: it wants them back whole.
struct ReasoningDetails {
  /// The member of a message that holds them.
  static let name = "reasoning_details"

  /// The members that come in pieces; of the others the last one counts.
  private static let growing = ["text", "summary", "data"]

  private var details: [JSONObject] = []

  /// Adds a piece: more of the detail with its number and type, or a new one.
  mutating func add(_ piece: JSONObject) {
    let known = details.lastIndex { detail in
      piece["index"] != nil && detail["index"] == piece["index"] && detail["type"] == piece["type"]
    }
    guard let known else { return details.append(piece) }
    for (name, value) in piece where value != .null {
      if Self.growing.contains(name), let begun = details[known][name]?.string,
        let more = value.string
      {
        details[known][name] = .string(begun + more)
      } else {
        details[known][name] = value
      }
    }
  }

  /// All of them as a JSON list; nil when there are none.
  var json: String? {
    details.isEmpty ? nil : JSONValue.array(details.map { .object($0) }).text()
  }
}
