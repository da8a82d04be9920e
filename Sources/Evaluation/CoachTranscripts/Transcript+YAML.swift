public import CoachModel
import Documents
public import SourceFiles

extension Transcript {
  /// The domain of a transcript that names none.
  public static let unsortedDomain = "general"

  /// The person of a transcript that names none, of whom nothing is known.
  package static let unknownPerson = "new"

  /// Reads a transcript file.
  ///
  /// A file needs `id`, `kind`, `quality`, `language` and `messages`; everything else has a default, so that a
  /// conversation can be written down quickly. An unknown key is always an error. Throws ``SourceError`` with the
  /// locations of all problems.
  public init(_ file: SourceFile) throws(SourceError) {
    self = try LocatedTranscript(file).transcript
  }
}

extension Transcript.Flaw {
  init(_ node: DocumentNode) throws(SourceError) {
    var map = try MappingReader(node, "a flaw")
    self.init(
      grader: try map.string("grader"),
      coachMessage: try map.optional("message")?.integer("'message'", in: 1...(.max)))
    _ = try map.optional("why")?.string("'why'")
    try map.finish()
  }
}

extension Message {
  /// Reads a message such as `coach: …` or `person: …`.
  init(_ node: DocumentNode) throws(SourceError) {
    let map = try MappingReader(node, "a message")
    guard map.entries.count == 1, let entry = map.entries.first, let role = Role(word: entry.key),
      role != .system
    else {
      throw node.error(
        "transcript.message", "a message has one key", hint: "write 'coach: …' or 'person: …'")
    }
    self.init(role, try entry.value.string("'\(entry.key)'"))
  }
}
