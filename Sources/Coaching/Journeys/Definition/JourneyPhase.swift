import Documents
import SourceFiles

/// A phase of a journey: what completes it, and what happens in it.
public struct JourneyPhase: Sendable {
  /// Which texts a paywall has.
  public enum Paywall: String, Sendable, Hashable, CaseIterable {
    /// Those after discovery, the first time and when the person returns; those of `lapsed` to somebody who has paid before.
    case offer
    /// Those for a person whose trial or subscription has ended.
    case lapsed
  }

  /// The name, unique in the journey.
  public let name: String
  /// The keys of the texts in the message catalog that the person reads when the phase is reached.
  public let copy: [String]
  /// The task whose text the person reads first; `nil` for none.
  public let greeting: JourneyTask?
  /// The conversation of the phase; `nil` for none.
  public let conversation: JourneyConversation?
  /// The task that runs by itself; `nil` for none.
  public let task: JourneyTask?
  /// The fields that the person fills in.
  public let form: [JourneyField]
  /// The fact that the person reviews; `nil` for none.
  public let document: String?
  /// The fact with the state of each topic of the conversation; `nil` for none.
  public let progress: String?
  /// The texts of a paywall; `nil` for none.
  public let paywall: Paywall?
  /// What can be done.
  public let actions: [JourneyAction]
  let until: JourneyCondition?
  let lasts: JourneyCondition?
  /// By tag, the facts that its payload sets.
  let tags: [(tag: String, set: [(name: String, value: JourneyValue)])]
  /// The facts that are set when the phase is reached.
  let enters: [(name: String, value: JourneyValue)]

  init(_ node: DocumentNode) throws(SourceError) {
    var map = try MappingReader(node, "a phase")
    name = try map.string("phase")
    copy = try map.optional("copy")?.copyKeys("'copy'") ?? []
    until = try map.optional("until").map { node throws(SourceError) in try JourneyCondition(node) }
    lasts = try map.optional("while").map { node throws(SourceError) in try JourneyCondition(node) }
    greeting = try map.optional("says").map { node throws(SourceError) in try JourneyTask(node) }
    conversation = try map.optional("converses").map { node throws(SourceError) in
      try JourneyConversation(node)
    }
    task = try map.optional("runs").map { node throws(SourceError) in try JourneyTask(node) }
    form = try Self.list(&map, "form") { entry throws(SourceError) in try JourneyField(entry) }
    actions = try Self.list(&map, "actions") { entry throws(SourceError) in try JourneyAction(entry)
    }
    tags = try Self.list(&map, "tags") { entry throws(SourceError) in
      (entry.key, try JourneyValue.read(entry.value, "the tag '\(entry.key)'"))
    }
    document = try map.optional("document")?.string("'document'")
    progress = try map.optional("progress")?.string("'progress'")
    paywall = try map.optional("paywall")?.choice("'paywall'", of: Paywall.self)
    enters =
      try map.optional("enters").map { node throws(SourceError) in
        try JourneyValue.read(node, "'enters'")
      } ?? []
    try map.finish()
  }

  private static func list<Part>(
    _ map: inout MappingReader, _ key: String, part: (DocumentEntry) throws(SourceError) -> Part
  ) throws(SourceError) -> [Part] {
    guard let node = map.optional(key) else { return [] }
    var parts: [Part] = []
    for entry in try MappingReader(node, "'\(key)'").entries { parts.append(try part(entry)) }
    return parts
  }

  /// The tags that it reads.
  package var tagNames: [String] { tags.map(\.tag) }

  /// Returns whether the phase is the current one if none before it is.
  func isOpen(for facts: JSONValue) -> Bool {
    if let lasts { return lasts.holds(for: facts) }
    return !(until?.holds(for: facts) ?? false)
  }

  /// The actions that can be performed now.
  func available(for facts: JSONValue) -> [JourneyAction] {
    actions.filter { $0.isAvailable(for: facts) }
  }
}
