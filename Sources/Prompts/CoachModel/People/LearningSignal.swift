public import Documents
public import SourceFiles

/// An observation from a conversation, as input for patterns, style and summaries.
///
/// A turn and the end of a session report signals; the caller stores them with their times.
public enum LearningSignal: Sendable, Hashable {
  /// The discovery conversation was completed.
  case discoveryCompleted
  /// A coaching turn took place in the domain with this id.
  case domainUsed(String)
  /// The coach named a pattern, in these words.
  case patternSurfaced(String)
  /// The person went on with a pattern that the coach had named, for this number of messages; at least 2.
  case patternEngaged(String, messages: Int)
  /// The coach recalled a detail, in these words.
  case memoryRecalled(String)
  /// The person confirmed what had been inferred about them.
  case insightConfirmed(ProfileCategory)
  /// The person rejected what had been inferred about them, or deleted it later.
  case insightDismissed(ProfileCategory)
  /// A session was completed.
  case sessionCompleted(SessionFigures)
  /// The person accepted the offer to look back.
  case reflectionAccepted(ReflectionKind)
  /// The person declined the offer to look back.
  case reflectionDeclined(ReflectionKind)
  /// The person opened a nudge of this kind, such as `event`.
  case nudgeOpened(String)
  /// An observation of a product's own, by its name, with whatever it says. Nothing is learned from it; it is stored,
  /// merged and forgotten like the others.
  case product(String, JSONObject)
}

/// The kind of a look back that a coach offers.
public enum ReflectionKind: String, Sendable, Hashable, CaseIterable {
  /// A question about what the last session left open.
  case checkIn = "check_in"
  /// A look back at a month.
  case monthly
}

/// The size of a session in numbers.
public struct SessionFigures: Sendable, Hashable {
  /// The number of the person's messages.
  public var messages: Int
  /// The mean number of words in them; 0 without messages.
  public var averageLength: Double
  /// The time from the first to the last message, in seconds.
  public var duration: Double
  /// How much the person opened up, from 0 (a few words each time) to 1 (long, personal answers).
  public var depth: Double
  /// The id of the domain of most turns; `nil` if there was none.
  public var domain: String?

  /// Creates figures.
  public init(
    messages: Int, averageLength: Double, duration: Double, depth: Double, domain: String?
  ) {
    self.messages = messages
    self.averageLength = averageLength
    self.duration = duration
    self.depth = depth
    self.domain = domain
  }
}

extension SessionFigures {
  package static let members = JSONObjectForm<SessionFigures>(
    "figures of a session", .required("messages", \.messages, .integer()),
    .required("average_length", \.averageLength, .amount),
    .required("duration", \.duration, .amount), .required("depth", \.depth, .number(in: 0...1)),
    .optional("domain", \.domain, .filledText)
  ) {
    SessionFigures(
      messages: $0.messages, averageLength: $0.averageLength, duration: $0.duration,
      depth: $0.depth, domain: $0.domain)
  }
}

extension LearningSignal: JSONConvertible {
  /// An observation of a product's own.
  private struct Observation {
    var name: String
    var values: JSONObject

    static let members = JSONObjectForm<Observation>(
      "an observation", .required("name", \.name, .filledText),
      .optional("values", \.values, .anyObject, default: [:])
    ) { Observation(name: $0.name, values: $0.values) }
  }

  /// A pattern with which the person went on.
  private struct Engagement {
    var text: String
    var messages: Int

    static let members = JSONObjectForm<Engagement>(
      "an engagement", .required("text", \.text, .text),
      .required("messages", \.messages, .integer(from: 2))
    ) { Engagement(text: $0.text, messages: $0.messages) }
  }

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
        JSONVariant("pattern_engaged", Engagement.members) {
          if case .patternEngaged(let text, let messages) = $0 {
            Engagement(text: text, messages: messages)
          } else {
            nil
          }
        } make: {
          .patternEngaged($0.text, messages: $0.messages)
        },
        JSONVariant("memory_recalled", "text", .text) {
          if case .memoryRecalled(let text) = $0 { text } else { nil }
        } make: {
          .memoryRecalled($0)
        },
        JSONVariant("insight_confirmed", "category", .name(among: ProfileCategory.standard)) {
          if case .insightConfirmed(let category) = $0 { category } else { nil }
        } make: {
          .insightConfirmed($0)
        },
        JSONVariant("insight_dismissed", "category", .name(among: ProfileCategory.standard)) {
          if case .insightDismissed(let category) = $0 { category } else { nil }
        } make: {
          .insightDismissed($0)
        },
        JSONVariant("session_completed", SessionFigures.members) {
          if case .sessionCompleted(let figures) = $0 { figures } else { nil }
        } make: {
          .sessionCompleted($0)
        },
        JSONVariant("reflection_accepted", "kind", .choice) {
          if case .reflectionAccepted(let kind) = $0 { kind } else { nil }
        } make: {
          .reflectionAccepted($0)
        },
        JSONVariant("reflection_declined", "kind", .choice) {
          if case .reflectionDeclined(let kind) = $0 { kind } else { nil }
        } make: {
          .reflectionDeclined($0)
        },
        JSONVariant("nudge_opened", "kind", .text) {
          if case .nudgeOpened(let kind) = $0 { kind } else { nil }
        } make: {
          .nudgeOpened($0)
        },
        JSONVariant("product", Observation.members) {
          if case .product(let name, let values) = $0 {
            Observation(name: name, values: values)
          } else {
            nil
          }
        } make: {
          .product($0.name, $0.values)
        },
      ]))

  /// The signal as JSON.
  public var json: JSONValue { Self.document.json(self) }

  /// Reads a signal from JSON. Throws ``SourceError`` with the kind and the location of the problem.
  public init(json: JSONValue) throws(SourceError) { self = try Self.document.read(json) }
}
