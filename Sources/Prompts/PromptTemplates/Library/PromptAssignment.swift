public import Documents
import SourceFiles

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The version of a prompt that a person gets, with the reason: the record that an experiment logs as an exposure.
public struct PromptAssignment: Sendable, Hashable {
  /// The name and version that the person gets.
  public var reference: PromptReference
  /// The caller's identifier of the person.
  public var person: String
  /// The traffic split at the time of the assignment; empty if everyone gets the production version.
  public var traffic: [PromptLabels.Share]
  /// Identifies the experiment by the prompt, its salt and its versions. Exposures with the same identifier were
  /// assigned in the same way, apart from the weights.
  public var experiment: String

  /// The exposure as a log entry, without anything that the person said.
  public var json: JSONValue {
    [
      "prompt": .string(reference.name), "version": .string(reference.version ?? ""),
      "person": .string(person), "experiment": .string(experiment),
      "traffic": .object(
        traffic.reduce(into: JSONObject()) { $0[$1.version] = .number($1.weight) }),
    ]
  }
}

extension PromptLabels {
  /// Assigns a person to a version; nil if the prompt has neither traffic nor a production version.
  ///
  /// Weighted rendezvous hashing (Thaler and Ravishankar 1998; weights after Schindelhauer and Schomaker 2005): every
  /// version draws a number u for the person from a hash, and the lowest −ln(u) / weight wins. The shares therefore
  /// follow the weights, a person always gets the same version, and an added version takes people from the others
  /// without moving anyone between those.
  public func assign(_ person: String, to name: String) -> PromptAssignment? {
    guard let entry = entries[name] else { return nil }
    let salt = entry.salt ?? name
    let versions = entry.traffic.map(\.version).sorted().joined(separator: "+")
    let experiment = "\(name):\(salt):\(versions)"
    let winner = entry.traffic.filter { $0.weight > 0 }.min { left, right in
      Self.draw(left, salt: salt, for: person) < Self.draw(right, salt: salt, for: person)
    }
    guard let version = winner?.version ?? entry.labels["production"] else { return nil }
    return PromptAssignment(
      reference: PromptReference(name: name, version: version), person: person,
      traffic: entry.traffic, experiment: experiment)
  }

  private static func draw(_ share: Share, salt: String, for person: String) -> Double {
    let digits = ContentDigest(ofParts: [salt, share.version, person]).hexadecimal.prefix(13)
    let whole = UInt64(digits, radix: 16) ?? 0
    // 52 bits, centred within their step: never 0, never 1.
    let uniform = (Double(whole) + 0.5) / 4_503_599_627_370_496
    return -log(uniform) / share.weight
  }
}
