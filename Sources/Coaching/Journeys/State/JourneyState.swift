public import Documents
public import SourceFiles

/// Where a person is in a journey: the facts, stored by the caller.
///
/// A state holds no position; that follows from the facts. All times are in seconds since 1970.
public struct JourneyState: Sendable, Hashable {
  /// The name of the journey.
  public var journey: String
  /// The facts by name.
  public var facts: JSONObject
  /// The name of the phase after the last step, for programs that do not know the journey. It is written and not believed.
  public internal(set) var currentPhase: String?
  /// The time at which a fact was last changed. Of two saved states, the one with the later time is newer.
  public var updatedAt: Double

  /// The latest time that a state can have.
  static let latest = 253_402_300_799.0

  /// Creates the state of somebody who begins.
  public init(journey: String, facts: JSONObject = [:], updatedAt: Double) {
    self.journey = journey
    self.facts = facts
    self.updatedAt = updatedAt
  }
}

extension JourneyState: JSONConvertible {
  package static let document = JSONDocumentForm(
    JSONObjectForm<JourneyState>(
      "the state of a journey", .required("journey", \.journey, .filledText),
      .optional("current_phase", \.currentPhase, .text),
      .required("facts", \.facts, .anyObject), .required("updated_at", \.updatedAt, .unixTime)
    ) { object in
      var state = JourneyState(
        journey: object.journey, facts: object.facts, updatedAt: object.updatedAt)
      state.currentPhase = object.currentPhase
      return state
    })

  /// The state as JSON.
  public var json: JSONValue { Self.document.json(self) }

  /// Reads a state from JSON. Throws ``SourceError`` with the kind and the location of the problem.
  public init(json: JSONValue) throws(SourceError) { self = try Self.document.read(json) }
}
