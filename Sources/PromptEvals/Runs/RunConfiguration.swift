package import JSON

/// Everything that decides what a run generates and how it grades it, as named facts.
public struct RunConfiguration: Sendable, Hashable {
  /// What a fact decides.
  public enum Part: String, Sendable, Hashable {
    /// What is generated: replies made before and after a change do not belong together.
    case generation
    /// How it is graded: replies stay, grades must be made again.
    case grading
  }

  /// Facts about the generation.
  public var generation: RecordedFacts
  /// Facts about the grading.
  public var grading: RecordedFacts

  /// Creates a configuration.
  public init(generation: RecordedFacts = [:], grading: RecordedFacts = [:]) {
    self.generation = generation
    self.grading = grading
  }

  /// A fact that has changed, or that cannot be compared.
  public struct Change: Sendable, Hashable, CustomStringConvertible {
    /// What it decides.
    public var part: Part
    /// Its name.
    public var name: String
    /// What it was; nil when it was not there.
    public var before: String?
    /// What it is; nil when it is gone.
    public var after: String?
    /// False where an earlier version of CoachKit recorded the fact in a form that cannot be compared with today's.
    public var isComparable = true

    /// `prompt v1: sha256:… is now sha256:…`
    public var description: String {
      guard isComparable else {
        return
          "\(name): recorded by an earlier version of coachkit, in a form that cannot be compared"
      }
      return switch (before, after) {
      case (let before?, let after?): "\(name): \(before) is now \(after)"
      case (nil, let after?): "\(name): \(after) is new"
      case (let before?, nil): "\(name): \(before) is gone"
      case (nil, nil): name
      }
    }
  }

  /// What has changed since, sorted by name, what decides the generation first.
  public func changes(to later: RunConfiguration) -> [Change] {
    Self.changes(.generation, generation, later.generation)
      + Self.changes(.grading, grading, later.grading)
  }

  private static func changes(
    _ part: Part, _ before: RecordedFacts, _ after: RecordedFacts
  ) -> [Change] {
    Set(before.names).union(after.names).sorted().compactMap { name in
      guard before[name] != after[name] else { return nil }
      let isComparable =
        before[name] == nil || after[name] == nil || before.isComparable(name, with: after)
      return Change(
        part: part, name: name, before: before[name], after: after[name],
        isComparable: isComparable)
    }
  }
}

extension RunConfiguration {
  package var json: JSONObject {
    [
      "generation": .object(generation.json), "grading": .object(grading.json),
      "versions": [
        "generation": .integer(generation.version), "grading": .integer(grading.version),
      ],
    ]
  }

  /// Reads what ``json`` wrote, and what was written before there were versions.
  init(_ value: JSONValue?) {
    generation = RecordedFacts(value?["generation"], version: value?["versions"]?["generation"])
    grading = RecordedFacts(value?["grading"], version: value?["versions"]?["grading"])
  }
}
