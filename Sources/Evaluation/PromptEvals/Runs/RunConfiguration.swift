package import Documents
import LanguageModels

/// Everything that determines what a run generates and how it grades it, as named facts.
public struct RunConfiguration: Sendable, Hashable {
  /// What a fact determines.
  public enum Part: String, Sendable, Hashable {
    /// What is generated.
    ///
    /// Replies from before and after a change must not be mixed.
    case generation
    /// How replies are graded.
    ///
    /// After a change, replies can be kept and have to be graded again.
    case grading
  }

  /// The facts that determine what is generated.
  public var generation: RecordedFacts
  /// The facts that determine how replies are graded.
  public var grading: RecordedFacts

  /// Creates a configuration, without facts by default.
  public init(generation: RecordedFacts = [:], grading: RecordedFacts = [:]) {
    self.generation = generation
    self.grading = grading
  }

  /// A fact that has changed, or that cannot be compared.
  public struct Change: Sendable, Hashable, CustomStringConvertible {
    /// What the fact determines.
    public var part: Part
    /// The name of the fact, such as `prompt of v1`.
    public var name: String
    /// The earlier value; `nil` if the fact is new.
    public var before: String?
    /// The later value; `nil` if the fact is gone.
    public var after: String?
    /// False if an earlier version of CoachKit recorded the fact in a format that cannot be compared with
    /// today's.
    public var isComparable = true

    /// The change in words, such as `replay: next-turn is now conversation`.
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

  /// Returns what changed between this configuration and a later one: facts of the generation first, each part
  /// sorted by name.
  public func changes(to later: RunConfiguration) -> [Change] {
    Self.changes(in: .generation, from: generation, to: later.generation)
      + Self.changes(in: .grading, from: grading, to: later.grading)
  }

  /// Whether a fact differs only because it now has the digest of a script, which earlier versions did not record.
  private static func isOfEarlierScript(_ before: String?, now after: String?) -> Bool {
    guard let before, let after, !before.contains(digestMark), after.contains(digestMark) else {
      return false
    }
    let words = after.split(separator: " ", omittingEmptySubsequences: false).map { word in
      word.split(separator: digestMark).first.map { name in
        word.hasSuffix(",") && !name.hasSuffix(",") ? "\(name)," : String(name)
      } ?? String(word)
    }
    return words.joined(separator: " ") == before && before.contains("scripted:")
  }

  /// Whether a fact differs only because it now has the address of a server, which earlier versions did not record.
  private static func isOfUnknownServer(
    _ name: String, in before: RecordedFacts, now after: RecordedFacts
  ) -> Bool {
    guard !before.namesServers, let old = before[name], let new = after[name] else { return false }
    let parts = new.split(separator: ModelIdentity.addressMark + "http")
    let withoutAddresses = parts.enumerated().map { place, part in
      place == 0 ? part : part[(part.firstIndex { $0 == " " || $0 == "," } ?? part.endIndex)...]
    }
    return withoutAddresses.joined() == old
  }

  private static let digestMark = "@sha256:"

  private static func changes(
    in part: Part, from before: RecordedFacts, to after: RecordedFacts
  ) -> [Change] {
    Set(before.names).union(after.names).sorted().compactMap { name in
      guard before[name] != after[name], !isOfEarlierScript(before[name], now: after[name]) else {
        return nil
      }
      let isComparable =
        before[name] == nil || after[name] == nil
        || before.isComparable(name, with: after)
          && !isOfUnknownServer(name, in: before, now: after)
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

  /// Reads the format of ``json``, also from before it had versions.
  init(_ value: JSONValue?) {
    generation = RecordedFacts(value?["generation"], version: value?["versions"]?["generation"])
    grading = RecordedFacts(value?["grading"], version: value?["versions"]?["grading"])
  }
}
