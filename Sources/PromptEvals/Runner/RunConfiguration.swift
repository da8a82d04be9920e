import Conversations

/// Everything that decides what a run generates and how it grades it, as named facts.
public struct RunConfiguration: Sendable, Hashable {
  /// What a fact decides.
  public enum Part: String, Sendable, Hashable {
    /// What is generated: replies made before and after a change do not belong together.
    case generation
    /// How it is graded: replies stay, grades must be made again.
    case grading
  }

  /// Facts about the generation, by name: `prompt v1` → a digest.
  public var generation: [String: String] = [:]
  /// Facts about the grading, by name.
  public var grading: [String: String] = [:]

  /// A fact that is not what it was.
  public struct Change: Sendable, Hashable, CustomStringConvertible {
    /// What it decides.
    public var part: Part
    /// Its name.
    public var name: String
    /// What it was; nil when it was not there.
    public var before: String?
    /// What it is; nil when it is gone.
    public var after: String?

    /// `prompt v1: sha256:… is now sha256:…`
    public var description: String {
      switch (before, after) {
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
    _ part: Part, _ before: [String: String], _ after: [String: String]
  ) -> [Change] {
    Set(before.keys).union(after.keys).sorted().compactMap { name in
      guard before[name] != after[name] else { return nil }
      return Change(part: part, name: name, before: before[name], after: after[name])
    }
  }
}

extension RunConfiguration {
  var json: JSONObject {
    [
      "generation": .object(Self.object(generation)), "grading": .object(Self.object(grading)),
    ]
  }

  init(_ value: JSONValue?) {
    generation = Self.facts(value?["generation"])
    grading = Self.facts(value?["grading"])
  }

  private static func object(_ facts: [String: String]) -> JSONObject {
    facts.sorted { $0.key < $1.key }.reduce(into: JSONObject()) { $0[$1.key] = .string($1.value) }
  }

  private static func facts(_ value: JSONValue?) -> [String: String] {
    value?.object?.reduce(into: [:]) { $0[$1.key] = $1.value.string } ?? [:]
  }
}
