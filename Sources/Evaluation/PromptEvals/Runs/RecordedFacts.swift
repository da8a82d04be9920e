import Documents
import EvalGraders

/// Named facts about a run, such as a digest under `prompt of v1`, with the version of their format.
///
/// Structured values are recorded as canonical JSON or as a digest of it, so that the names of Swift's types
/// and properties do not affect what is stored. Version 1 took some digests of Swift's own description of
/// values, which no other version can reproduce. Version 2 named models without the addresses of their servers.
public struct RecordedFacts: Sendable, Hashable {
  static let currentVersion = 3

  /// The version of the format.
  let version: Int
  private var values: [String: String]

  /// The names of all facts, in no particular order.
  public var names: some Collection<String> { values.keys }

  /// The fact with a name; `nil` if there is none.
  public subscript(name: String) -> String? {
    get { values[name] }
    set { values[name] = newValue }
  }

  /// Whether a difference in a fact that both have is a change of the fact, rather than of the format.
  func isComparable(_ name: String, with other: RecordedFacts) -> Bool {
    version == other.version || !(isOpaque(name) || other.isOpaque(name))
  }

  /// Whether the address of a server is a part of its models' names.
  var namesServers: Bool { version >= 3 }

  /// Whether version 1 recorded the fact as a digest of a Swift description.
  private func isOpaque(_ name: String) -> Bool {
    guard version == 1 else { return false }
    if name == "profiles" || name.hasPrefix("profile ") || name.hasPrefix("domain file ") {
      return true
    }
    // In a run with a simulated person, the facts about transcripts are about cards.
    return self["person"] != nil && (name == "transcripts" || name.hasPrefix("transcript "))
  }
}

extension RecordedFacts: ExpressibleByDictionaryLiteral {
  /// Creates facts in the current format.
  ///
  /// Of several values for a name, the last one counts.
  public init(dictionaryLiteral elements: (String, String)...) {
    version = Self.currentVersion
    values = Dictionary(elements) { $1 }
  }
}

extension RecordedFacts {
  var json: JSONObject {
    values.sorted { $0.key < $1.key }.reduce(into: JSONObject()) { $0[$1.key] = .string($1.value) }
  }

  init(_ value: JSONValue?, version: JSONValue?) {
    self.version = version?.integer ?? 1
    values = value?.object?.reduce(into: [:]) { $0[$1.key] = $1.value.string } ?? [:]
    guard self.version == 1 else { return }
    for (name, fact) in values where name == "turns" || name.hasPrefix("pairwise ") {
      values[name] = TurnSelection.rewritten(fact)
    }
  }
}

extension TurnSelection {
  /// The selection as a fact: `all`, or canonical JSON such as `[1,2,"last"]`.
  var fact: String {
    switch self {
    case .all: "all"
    case .chosen(let numbers, let last):
      JSONValue.array(numbers.map { .integer($0) } + (last ? ["last"] : [])).text(.canonical)
    }
  }

  /// Converts a fact of version 1, with `chosen([1, 2], last: true)`, to the current format.
  fileprivate static func rewritten(_ fact: String) -> String {
    let parts = fact.split(separator: "chosen([", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let end = parts[1].firstRange(of: "], last: ") else { return fact }
    let numbers = parts[1][..<end.lowerBound].split(separator: ", ").compactMap { Int($0) }
    let rest = parts[1][end.upperBound...]
    for last in [true, false] where rest.hasPrefix("\(last))") {
      return parts[0] + TurnSelection.chosen(numbers, last: last).fact
        + rest.dropFirst("\(last))".count)
    }
    return fact
  }
}
