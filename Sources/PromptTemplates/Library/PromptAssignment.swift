public import JSON
import SourceFiles

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Which version of a prompt a person gets, and why: what an experiment logs as an exposure.
public struct PromptAssignment: Sendable, Hashable {
  /// The version.
  public var reference: PromptReference
  /// The caller's id for the person.
  public var person: String
  /// The versions that the traffic was shared out among; empty when everyone gets production.
  public var traffic: [PromptLabels.Share]
  /// Names the experiment: the prompt, its salt and its versions. Two exposures with the same name
  /// were dealt by the same cards.
  public var experiment: String

  /// The exposure for a log, without anything that the person said.
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
  /// Deals a version to a person; nil when the prompt has neither traffic nor a production version.
  ///
  /// Weighted rendezvous hashing (Thaler and Ravishankar 1998; weights after Schindelhauer and
  /// Schomaker 2005): every version draws a number for the person from a hash, and the best of
  /// −ln(u) / weight wins. So the shares are the weights, a person always gets the same version, and a
  /// version that is added takes people from the others without moving anyone between those.
  public func assign(_ person: String, to name: String) -> PromptAssignment? {
    guard let entry = entries[name] else { return nil }
    let salt = entry.salt ?? name
    let versions = entry.traffic.map(\.version).sorted().joined(separator: "+")
    let experiment = "\(name):\(salt):\(versions)"
    let winner = entry.traffic.filter { $0.weight > 0 }.min { left, right in
      Self.draw(left, salt, person) < Self.draw(right, salt, person)
    }
    guard let version = winner?.version ?? entry.labels["production"] else { return nil }
    return PromptAssignment(
      reference: PromptReference(name: name, version: version), person: person,
      traffic: entry.traffic, experiment: experiment)
  }

  private static func draw(_ share: Share, _ salt: String, _ person: String) -> Double {
    let digits = ContentDigest(ofParts: [salt, share.version, person]).hexadecimal.prefix(13)
    let whole = UInt64(digits, radix: 16) ?? 0
    // 52 bits, in the middle of their step: never 0, never 1.
    let uniform = (Double(whole) + 0.5) / 4_503_599_627_370_496
    return -log(uniform) / share.weight
  }
}
