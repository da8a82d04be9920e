public import JSON
public import SourceFiles

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
}

extension LearningSignal: JSONConvertible {
  package static let document = JSONDocumentForm<LearningSignal>(
    title: "a signal",
    .variants(
      "a signal", tag: "signal",
      [
        JSONVariant("discovery_completed", .discoveryCompleted),
        JSONVariant("domain_used", "domain", .text) {
          if case .domainUsed(let domain) = $0 { domain } else { nil }
        } make: {
          .domainUsed($0)
        },
        JSONVariant("pattern_surfaced", "text", .text) {
          if case .patternSurfaced(let text) = $0 { text } else { nil }
        } make: {
          .patternSurfaced($0)
        },
        JSONVariant("memory_recalled", "text", .text) {
          if case .memoryRecalled(let text) = $0 { text } else { nil }
        } make: {
          .memoryRecalled($0)
        },
      ]))

  /// The signal as JSON.
  public var json: JSONValue { Self.document.json(self) }

  /// Reads a signal from JSON. Throws ``SourceError`` with the kind and the location of the problem.
  public init(json: JSONValue) throws(SourceError) { self = try Self.document.read(json) }
}
