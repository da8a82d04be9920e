import Documents
import LanguageModels

/// OpenRouter's encrypted reasoning, assembled from its deltas: the provider requires it back complete.
struct ReasoningDetails {
  /// The member of a message that holds the details.
  static let name = "reasoning_details"

  /// The members that arrive in pieces; for others the last value counts.
  private static let growing = ["text", "summary", "data"]

  private var details: [JSONObject] = []

  /// Adds a piece to the detail with the same index and type, or as a new detail.
  mutating func add(_ piece: JSONObject) {
    let known = details.lastIndex { detail in
      piece["index"] != nil && detail["index"] == piece["index"] && detail["type"] == piece["type"]
    }
    guard let known else { return details.append(piece) }
    for (name, value) in piece where value != .null {
      if Self.growing.contains(name), let earlier = details[known][name]?.string,
        let more = value.string
      {
        details[known][name] = .string(earlier + more)
      } else {
        details[known][name] = value
      }
    }
  }

  /// All details as a JSON list; nil if there are none.
  var json: String? {
    details.isEmpty ? nil : JSONValue.array(details.map { .object($0) }).text()
  }
}
