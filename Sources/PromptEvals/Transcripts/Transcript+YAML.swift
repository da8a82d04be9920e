public import Conversations
public import SourceFiles
import YAMLDocument

extension Transcript {
  /// Reads a transcript file. Throws ``SourceError`` with the place of what is wrong.
  public init(_ file: SourceFile) throws(SourceError) {
    var map = try YAMLMapping(try YAMLNode.parse(file), "a transcript")
    let idNode = try map.required("id")
    let id = try idNode.string("'id'")
    guard file.path.fileName == "\(id).yaml" else {
      throw idNode.error(
        "transcript.id", "the id is '\(id)', and the file is called '\(file.path.fileName)'",
        hint: "give both the same name")
    }
    _ = try map.string("about")
    let isComplete = try map.string("ends") == "complete"
    let reason = try map.optional("stop_reason")?.string("'stop_reason'")
    let ending: Ending = isComplete ? .complete : .stopped(reason: reason ?? "")
    guard isComplete == (reason == nil) else {
      throw map.node.error(
        "transcript.ending", "'stop_reason' belongs to a transcript that ends: stopped",
        hint: "say why it stopped, or that it is complete")
    }
    var flaws: [Flaw] = []
    for node in try map.optional("flaws")?.list("'flaws'") ?? [] { flaws.append(try Flaw(node)) }
    var messages: [Message] = []
    for node in try map.required("messages").list("'messages'") {
      messages.append(try Message(node))
    }
    self.init(
      id: id, title: try map.string("title"), kind: try map.required("kind").choice("'kind'"),
      origin: try map.string("origin"), quality: try map.required("quality").choice("'quality'"),
      domain: try map.string("domain"), language: try map.string("language"),
      person: try map.string("person"), tags: try map.strings("tags"), ending: ending,
      flaws: flaws, messages: messages)
    try map.finish()
  }
}

extension Transcript.Flaw {
  init(_ node: YAMLNode) throws(SourceError) {
    var map = try YAMLMapping(node, "a flaw")
    self.init(
      grader: try map.string("grader"),
      coachMessage: try map.optional("message")?.integer("'message'", in: 1...(.max)))
    _ = try map.string("why")
    try map.finish()
  }
}

extension Message {
  /// Reads `coach: …` or `person: …`.
  init(_ node: YAMLNode) throws(SourceError) {
    let map = try YAMLMapping(node, "a message")
    guard map.entries.count == 1, let entry = map.entries.first, let role = Role(word: entry.key),
      role != .system
    else {
      throw node.error(
        "transcript.message", "a message has one key", hint: "write 'coach: …' or 'person: …'")
    }
    self.init(role, try entry.value.string("'\(entry.key)'"))
  }
}
