public import Documents
public import SourceFiles

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The version of a prompt that a person gets, with the reason: the record that an experiment logs as an exposure.
///
/// A conversation keeps the assignment with which it began, whatever becomes of the shares: its caller stores the
/// assignment and sends it again.
public struct PromptAssignment: Sendable, Hashable {
  /// The name and version that the person gets.
  public var reference: PromptReference
  /// The caller's identifier of the person.
  public var person: String
  /// The traffic split at the time of the assignment, by version; empty if everyone gets the production version.
  public var traffic: [PromptLabels.Share]
  /// The salt of the split, as in ``PromptLabels/Entry/salt``; nil if there was none.
  public var salt: String?
  /// Identifies the experiment by the prompt, its salt, its versions, and a digest of the shares and of those before them.
  /// Exposures with the same identifier were assigned in the same way.
  public var experiment: String

  /// Creates an assignment from its parts.
  public init(
    reference: PromptReference, person: String, traffic: [PromptLabels.Share] = [],
    salt: String? = nil, experiment: String
  ) {
    self.reference = reference
    self.person = person
    self.traffic = traffic.sorted { $0.version < $1.version }
    self.salt = salt
    self.experiment = experiment
  }

  /// The exposure as a log entry, without anything that the person said.
  public var json: JSONValue { Self.members.form.write(self) }

  /// Reads an assignment from JSON. Throws ``SourceError`` with the kind and the location of the problem.
  public init(json: JSONValue) throws(SourceError) { self = try Self.document.read(json) }
}

extension PromptAssignment {
  package static let members = JSONObjectForm<PromptAssignment>(
    "the assignment of a prompt's version", .required("prompt", \.reference.name, .filledText),
    .required("version", \.version, .filledText), .required("person", \.person, .text),
    .required("experiment", \.experiment, .text), .optional("salt", \.salt, .text),
    .optional("traffic", \.traffic, .shares, default: [])
  ) {
    PromptAssignment(
      reference: PromptReference(name: $0[\.reference.name], version: $0.version),
      person: $0.person, traffic: $0.traffic, salt: $0.salt, experiment: $0.experiment)
  }

  private static let document = JSONDocumentForm(members)

  /// The version, which every assignment has.
  private var version: String { reference.version ?? "" }
}

extension JSONForm where Value == [PromptLabels.Share] {
  /// Weights by version, sorted by version.
  package static var shares: JSONForm {
    converted(
      .map(.number(in: PromptLabels.weights)),
      write: { shares in Dictionary(shares.map { ($0.version, $0.weight) }) { $1 } },
      read: { weights in
        weights.sorted { $0.key < $1.key }
          .map { PromptLabels.Share(version: $0.key, weight: $0.value) }
      }, "labels.shares", "are no shares")
  }
}

extension PromptLabels {
  /// Assigns a person to a version; nil if the prompt has neither traffic nor a production version.
  ///
  /// Weighted rendezvous hashing (Thaler and Ravishankar 1998; weights after Schindelhauer and Schomaker 2005): every
  /// version draws a number u for the person from a hash, and the lowest −ln(u) / weight wins. The shares therefore
  /// follow the weights, and a person gets the same version as long as the shares stay the same. A version that is added,
  /// or whose share grows at the cost of all others alike, takes people from the others without moving anyone between
  /// those, and loses nobody.
  public func assign(_ person: String, to name: String) -> PromptAssignment? {
    guard let entry = entries[name], let version = version(of: name, for: person) else {
      return nil
    }
    return PromptAssignment(
      reference: PromptReference(name: name, version: version), person: person,
      traffic: entry.traffic, salt: entry.salt, experiment: entry.experiment(of: name))
  }

  /// Returns the version of a prompt that a person gets; nil if the prompt has neither traffic nor a production version.
  package func version(of name: String, for person: String) -> String? {
    guard let entry = entries[name] else { return nil }
    let salt = entry.salt ?? name
    let winner = entry.traffic.filter { $0.weight > 0 }.map { share in
      (version: share.version, draw: Self.draw(share, salt: salt, for: person))
    }.min { $0.draw < $1.draw }
    return winner?.version ?? entry.labels["production"]
  }

  private static func draw(_ share: Share, salt: String, for person: String) -> Double {
    let digits = ContentDigest(ofParts: [salt, share.version, person]).hexadecimal.prefix(13)
    let whole = UInt64(digits, radix: 16) ?? 0
    // 52 bits, centred within their step: never 0, never 1.
    let uniform = (Double(whole) + 0.5) / 4_503_599_627_370_496
    return -log(uniform) / share.weight
  }

  /// Whether a conversation keeps an assignment: until the prompt's salt changes, which assigns everyone again, or the
  /// version is withdrawn. Only versions that labels, splits or the lock name are kept, since assignments come with requests.
  func keep(_ assignment: PromptAssignment, lockedBy lock: PromptLock) -> Bool {
    let name = assignment.reference.name
    let entry = entries[name] ?? Entry()
    guard entry.salt == assignment.salt, let version = assignment.reference.version,
      !entry.withdrawn.contains(version)
    else { return false }
    let splits = [entry.traffic] + entry.earlierTraffic
    return entry.labels.values.contains(version)
      || splits.contains { $0.contains { $0.version == version } }
      || lock.digests["\(name)@\(version)"] != nil
  }
}

extension PromptLabels.Entry {
  /// The versions that the split lists with weight 0, which conversations in progress do not keep either.
  package var withdrawn: Set<String> { Set(traffic.filter { $0.weight == 0 }.map(\.version)) }

  /// The versions that somebody gets.
  package var served: Set<String> {
    traffic.isEmpty
      ? Set([labels["production"]].compactMap(\.self))
      : Set(traffic.filter { $0.weight > 0 }.map(\.version))
  }

  /// Returns the identifier of the experiment that runs; see ``PromptAssignment/experiment``.
  package func experiment(of name: String) -> String {
    let versions = traffic.map(\.version).sorted().joined(separator: "+")
    let split = "\(name):\(salt ?? name):\(versions)"
    guard !traffic.isEmpty else { return split }
    let history = (earlierTraffic + [traffic]).map { shares in
      let total = shares.reduce(0) { $0 + $1.weight }
      return shares.filter { $0.weight > 0 }.sorted { $0.version < $1.version }
        .map { "\($0.version)=\(JSONValue.number($0.weight / total).text())" }
        .joined(separator: ",")
    }
    return "\(split):\(ContentDigest(ofParts: history).hexadecimal.prefix(8))"
  }
}
