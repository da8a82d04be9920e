public import JSON

/// Something that happened in a conversation and that later summaries are drawn from.
///
/// A turn only proposes it; whoever keeps the person's data stores it with its time.
public enum LearningSignal: Sendable, Hashable {
  /// The discovery conversation came to its end.
  case discoveryCompleted
  /// A coaching turn took place in a domain.
  case domainUsed(String)
  /// The coach named a pattern.
  case patternSurfaced(String)
  /// The coach recalled a detail.
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
