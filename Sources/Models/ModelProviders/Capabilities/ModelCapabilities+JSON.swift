public import Documents
public import LanguageModels

extension ModelCapabilities {
  /// The members of a table entry that are token counts.
  static let counts: [(String, any WritableKeyPath<ModelCapabilities, Int?> & Sendable)] = [
    ("context", \.context), ("output", \.output), ("cache_minimum", \.cacheMinimum),
  ]

  /// The members of a table entry that are Booleans.
  static let flags: [(String, any WritableKeyPath<ModelCapabilities, Bool?> & Sendable)] = [
    ("images", \.takesImages), ("tools", \.takesTools), ("schema", \.takesSchema),
    ("sampling", \.takesSampling), ("seed", \.takesSeed), ("stop", \.takesStop),
    ("prefill", \.takesPrefill), ("forced_tools", \.takesForcedTools),
    ("starts_reasoning", \.startsReasoning),
  ]

  /// The known capabilities, with the member names of a ``CapabilityTable``.
  public var json: JSONObject {
    var object: JSONObject = [:]
    for (name, path) in Self.counts { object[name] = self[keyPath: path].map { .integer($0) } }
    for (name, path) in Self.flags { object[name] = self[keyPath: path].map { .bool($0) } }
    object["cache"] = caching.map { .string($0.rawValue) }
    object["reasoning"] = reasoning.map { .string($0.rawValue) }
    object["efforts"] = efforts.map { .array($0.map { .string($0) }) }
    return object
  }
}
