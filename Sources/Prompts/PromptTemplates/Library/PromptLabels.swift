import Documents
public import SourceFiles

/// The file `labels.yaml` of a prompt folder, which says which version of a prompt is released to whom.
///
/// A prompt has labels that each name a version (`production` among them) and, while an experiment runs, a split of
/// the traffic among versions.
public struct PromptLabels: Sendable, Hashable {
  /// The labels and the traffic of one prompt.
  public struct Entry: Sendable, Hashable {
    /// The version that each label stands for.
    public var labels: [String: String] = [:]
    /// The traffic split among versions, by weight; empty if everyone gets the production version.
    public var traffic: [Share] = []
    /// The splits that ``traffic`` replaced, the first one first: exposures from before a change of the shares belong to
    /// another experiment than those after it.
    public var earlierTraffic: [[Share]] = []
    /// A value that, when changed, reassigns everyone, also in the middle of a conversation; nil uses the prompt's name.
    public var salt: String?

    /// Creates an entry without labels and traffic.
    public init() {}
  }

  /// A version's part of the traffic.
  public struct Share: Sendable, Hashable {
    /// The version that gets this part.
    public var version: String
    /// The version's weight relative to the other shares. Files may give 0 to 1,000,000; a version with weight 0 gets
    /// no one, and is withdrawn from conversations in progress.
    public var weight: Double

    /// Creates a share; the weight need not be normalised.
    public init(version: String, weight: Double) {
      self.version = version
      self.weight = weight
    }
  }

  /// The entries by prompt name.
  public var entries: [String: Entry] = [:]
  /// A diagnostic with the location of each named version, for reporting unknown ones.
  var locations: [String: Diagnostic] = [:]

  /// Creates labels without entries.
  public init() {}

  /// Returns the versions of a prompt that a label or the traffic names, from the oldest to the newest.
  public func released(_ name: String) -> [String] {
    guard let entry = entries[name] else { return [] }
    let all = Array(entry.labels.values) + entry.traffic.map(\.version)
    return Set(all).sorted { VersionOrder($0) < VersionOrder($1) }
  }
}

extension PromptLabels {
  /// The name of the file inside a prompt folder.
  public static let fileName = "labels.yaml"

  /// The keys of an entry that are no labels.
  package static let reservedNames: Set = ["traffic", "earlier_traffic", "salt"]

  /// The weights that a share may have.
  static let weights = 0.0...1_000_000

  /// Reads `labels.yaml`.
  ///
  /// Throws ``SourceError`` with a location if the file is malformed, if no share has a weight above 0, or if a
  /// prompt with traffic has no production version.
  public init(_ file: SourceFile) throws(SourceError) {
    let root = try MappingReader(try DocumentNode.parse(file), "the labels")
    for prompt in root.entries {
      var map = try MappingReader(prompt.value, "'\(prompt.key)'")
      var entry = Entry()
      if let node = map.optional("traffic") {
        entry.traffic = try shares(in: node)
        for share in try MappingReader(node, "'traffic'").entries {
          note(prompt.key, version: share.key, at: share.value, in: file)
        }
      }
      if let node = map.optional("earlier_traffic") {
        for split in try node.list("'earlier_traffic'") {
          entry.earlierTraffic.append(try shares(in: split))
        }
      }
      entry.salt = try map.optional("salt")?.string("'salt'")
      for label in map.entries where !Self.reservedNames.contains(label.key) {
        let version = try label.value.string("'\(label.key)'")
        entry.labels[label.key] = version
        note(prompt.key, version: version, at: label.value, in: file)
      }
      if !entry.traffic.isEmpty, entry.labels["production"] == nil {
        throw prompt.value.error(
          "labels.production", "'\(prompt.key)' shares out traffic and has no production version",
          hint: "add 'production: v…', for requests that name no person")
      }
      entries[prompt.key] = entry
    }
  }

  private func shares(in node: DocumentNode) throws(SourceError) -> [Share] {
    var shares: [Share] = []
    for share in try MappingReader(node, "'traffic'").entries {
      let weight = try share.value.number("the weight of '\(share.key)'", in: Self.weights)
      shares.append(Share(version: share.key, weight: weight))
    }
    guard shares.contains(where: { $0.weight > 0 }) else {
      throw node.error(
        "labels.traffic", "no version gets any traffic", hint: "give a weight above 0")
    }
    return shares
  }

  private mutating func note(
    _ name: String, version: String, at node: DocumentNode, in file: SourceFile
  ) {
    locations["\(name)@\(version)"] = Diagnostic(
      "labels.unknown-version", "the prompt '\(name)' has no version '\(version)'",
      at: node.location, excerpt: file.excerpt(at: node.location))
  }

  /// Returns the problems of the labels; `versions` returns the versions of a prompt, or nil if there is no such
  /// prompt.
  func problems(versions: (String) -> [String]?) -> [Diagnostic] {
    entries.keys.sorted().flatMap { name -> [Diagnostic] in
      let known = versions(name) ?? []
      var found = released(name).filter { !known.contains($0) }.compactMap { version in
        var problem = locations["\(name)@\(version)"]
        problem?.hint = known.isEmpty ? "there is no prompt of that name" : known.hint(for: version)
        return problem
      }
      for label in entries[name]?.labels.keys.sorted() ?? [] where known.contains(label) {
        found.append(
          Diagnostic(
            "labels.version-name", "'\(name)' has a label and a version '\(label)'",
            at: locations["\(name)@\(entries[name]?.labels[label] ?? "")"]?.location,
            hint: "give the label another name"))
      }
      return found
    }
  }

  /// The content of the file for writing it back, sorted by prompt name.
  public var text: String {
    var lines = [
      "# Which version of each prompt is for whom. 'traffic' shares people out by weight; a person",
      "# always gets the same version, and a new version takes people only from the others.",
    ]
    if entries.values.contains(where: { !$0.earlierTraffic.isEmpty }) {
      lines.append(
        "# 'earlier_traffic' has the splits that were replaced: their results are not mixed with later ones."
      )
    }
    for (name, entry) in entries.sorted(by: { $0.key < $1.key }) {
      lines.append("\(Self.quoted(name)):")
      let others = entry.labels.filter { $0.key != "production" }.sorted { $0.key < $1.key }
      if let production = entry.labels["production"] {
        lines.append("  production: \(Self.quoted(production))")
      }
      for (label, version) in others {
        lines.append("  \(Self.quoted(label)): \(Self.quoted(version))")
      }
      if !entry.traffic.isEmpty { lines.append("  traffic: \(Self.text(entry.traffic))") }
      if !entry.earlierTraffic.isEmpty {
        let splits = entry.earlierTraffic.map(Self.text).joined(separator: ", ")
        lines.append("  earlier_traffic: [\(splits)]")
      }
      if let salt = entry.salt { lines.append("  salt: \(JSONValue.string(salt).text())") }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func text(_ shares: [Share]) -> String {
    let texts = shares.map { share in
      "\(quoted(share.version)): \(JSONValue.number(share.weight).text())"
    }
    return "{\(texts.joined(separator: ", "))}"
  }

  /// Quotes a name for YAML unless it can only be read as a plain word. JSON's quotes are valid in YAML.
  private static func quoted(_ name: String) -> String {
    let isPlain =
      name.first?.isLetter ?? false
      && name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") }
    let words = ["true", "false", "null", "yes", "no", "on", "off"]
    return isPlain && !words.contains(name.lowercased()) ? name : JSONValue.string(name).text()
  }
}
