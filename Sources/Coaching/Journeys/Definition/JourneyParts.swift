import Documents
import ReplyContracts
import SourceFiles

/// A task that a journey runs.
public struct JourneyTask: Sendable {
  /// The name of the prompt.
  public let prompt: String
  /// The key of the text in the message catalog that stands if it fails; `nil` if the journey waits for another attempt.
  public let fallback: String?
  /// The condition under which it need not run.
  let unless: JourneyCondition?
  let inputs: [(name: String, value: JourneyValue)]
  /// The facts that its value sets.
  let set: [(name: String, value: JourneyValue)]
  /// Where in its value stands what the person should be told.
  let tells: ValuePath?
  /// The condition on its value under which help comes first.
  let crisis: JourneyCondition?

  init(_ node: DocumentNode) throws(SourceError) {
    var map = try MappingReader(node, "a task")
    prompt = try map.string("task")
    fallback = try map.optional("otherwise")?.string("'otherwise'")
    unless = try map.optional("unless").map { node throws(SourceError) in
      try JourneyCondition(node)
    }
    inputs =
      try map.optional("inputs").map { node throws(SourceError) in
        try JourneyValue.read(node, "'inputs'")
      } ?? []
    set =
      try map.optional("set").map { node throws(SourceError) in
        try JourneyValue.read(node, "'set'")
      } ?? []
    let place = map.optional("tells")
    tells = try place.map { node throws(SourceError) in
      let text = try node.string("'tells'")
      guard let path = ValuePath(text) else {
        throw node.error("journey.path", "'\(text)' is not a place in a value")
      }
      return path
    }
    crisis = try map.optional("crisis").map { node throws(SourceError) in
      try JourneyCondition(node)
    }
    try map.finish()
  }

  /// The names of the inputs that it gives.
  package var inputNames: [String] { inputs.map(\.name) }
}

/// A conversation that a journey holds.
public struct JourneyConversation: Sendable {
  /// What answers the person.
  public enum Speaker: Sendable, Hashable {
    /// A prompt of its own, by name.
    case prompt(String)
    /// The product's usual conversation of a kind, such as `coaching`.
    case kind(String)
  }

  /// What answers the person.
  public let speaker: Speaker
  /// The fact that holds the id of the conversation; `nil` for the kind's own.
  public let session: String?
  /// The purpose by which the caller's table of models chooses one; `nil` for that of coaching.
  public let model: String?
  /// The number of messages of the other side with which the conversation is over even without its signal; `nil` for no
  /// limit.
  public let ceiling: Int?
  /// The task that then reads from the conversation what the signal would have brought.
  public let extraction: JourneyTask?
  let inputs: [(name: String, value: JourneyValue)]

  /// The names of the inputs that it gives.
  package var inputNames: [String] { inputs.map(\.name) }

  init(_ node: DocumentNode) throws(SourceError) {
    var map = try MappingReader(node, "'converses'")
    let (prompt, kind) = (map.optional("prompt"), map.optional("kind"))
    switch (prompt, kind) {
    case (let prompt?, nil): speaker = .prompt(try prompt.string("'prompt'"))
    case (nil, let kind?): speaker = .kind(try kind.string("'kind'"))
    default:
      throw node.error(
        "journey.conversation", "a conversation has either a prompt or a kind",
        hint: "write prompt: trainer-intake, or kind: coaching")
    }
    session = try map.optional("session")?.string("'session'")
    model = try map.optional("model")?.string("'model'")
    ceiling = try map.optional("ceiling")?.integer("'ceiling'", in: 1...1_000)
    extraction = try map.optional("extracts").map { node throws(SourceError) in
      try JourneyTask(node)
    }
    guard (ceiling == nil) == (extraction == nil) else {
      throw node.error(
        "journey.ceiling", "'ceiling' and 'extracts' belong together",
        hint: "say what is read from the conversation when it is over")
    }
    inputs =
      try map.optional("inputs").map { node throws(SourceError) in
        try JourneyValue.read(node, "'inputs'")
      } ?? []
    try map.finish()
  }
}

/// A field that a person fills in.
public struct JourneyField: Sendable, Hashable {
  /// The fact that it sets.
  public let fact: String
  /// Whether it must be filled.
  public let isRequired: Bool
  /// The maximum number of characters, or of elements that can be chosen.
  public let maximum: Int?
  /// Where the choices stand; `nil` for free text.
  let among: ValuePath?

  init(_ entry: DocumentEntry) throws(SourceError) {
    var map = try MappingReader(entry.value, "the field '\(entry.key)'")
    fact = entry.key
    isRequired = try map.flag("required")
    maximum = try map.optional("maximum")?.integer("'maximum'", in: 1...100_000)
    among = try map.optional("among").map { node throws(SourceError) in
      let text = try node.string("'among'")
      guard let path = ValuePath(text) else {
        throw node.error("journey.path", "'\(text)' is not the place of choices")
      }
      return path
    }
    try map.finish()
  }
}

/// Something that a person, or the app for them, can do in a phase.
public struct JourneyAction: Sendable {
  /// The name by which it is performed.
  public let name: String
  /// The key of its words in the message catalog; `nil` if the app has its own.
  public let copy: String?
  /// The key of the text that the person reads when it was performed; `nil` for none.
  public let confirmation: String?
  /// Whether the person writes something with it.
  public let takesText: Bool
  /// The task that it runs.
  public let task: JourneyTask?
  let when: JourneyCondition?
  let unless: JourneyCondition?
  let set: [(name: String, value: JourneyValue)]

  init(_ entry: DocumentEntry) throws(SourceError) {
    var map = try MappingReader(entry.value, "the action '\(entry.key)'")
    name = entry.key
    copy = try map.optional("copy")?.string("'copy'")
    confirmation = try map.optional("confirms")?.string("'confirms'")
    takesText = try map.optional("takes")?.choice("'takes'", of: Input.self) == .text
    task = try map.optional("runs").map { node throws(SourceError) in try JourneyTask(node) }
    when = try map.optional("when").map { node throws(SourceError) in try JourneyCondition(node) }
    unless = try map.optional("unless").map { node throws(SourceError) in
      try JourneyCondition(node)
    }
    set =
      try map.optional("set").map { node throws(SourceError) in
        try JourneyValue.read(node, "'set'")
      } ?? []
    guard task != nil || !set.isEmpty else {
      throw entry.value.error(
        "journey.action", "the action '\(entry.key)' does nothing", hint: "add 'set' or 'runs'")
    }
    try map.finish()
  }

  private enum Input: String, CaseIterable { case text }

  func isAvailable(for facts: JSONValue) -> Bool {
    when?.holds(for: facts) ?? true && !(unless?.holds(for: facts) ?? false)
  }
}

extension DocumentNode {
  /// Reads a key of the message catalog, or a list of keys.
  func copyKeys(_ what: String) throws(SourceError) -> [String] {
    if case .sequence = content { return try strings(what) }
    return [try string(what)]
  }
}
