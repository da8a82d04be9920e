public import JSON

/// An observation from a conversation, as input for later summaries.
///
/// A turn only reports it; the caller stores it with its time.
public enum LearningSignal: Sendable, Hashable {
  /// The discovery conversation was completed.
  case discoveryCompleted
  /// A coaching turn took place in the domain with this id.
  case domainUsed(String)
  /// The coach named a pattern, in these words.
  case patternSurfaced(String)
  /// The coach recalled a detail, in these words.
  case memoryRecalled(String)

  /// The signal as one JSON object.
  public var json: JSONValue {
    switch self {
    case .discoveryCompleted: ["signal": "discovery_completed"]
    case .domainUsed(let domain): ["signal": "domain_used", "domain": .string(domain)]
    case .patternSurfaced(let text): ["signal": "pattern_surfaced", "text": .string(text)]
    case .memoryRecalled(let text): ["signal": "memory_recalled", "text": .string(text)]
    }
  }
}
