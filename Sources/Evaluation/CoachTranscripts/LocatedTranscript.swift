import CoachModel
import Documents
import SourceFiles

/// A transcript with the locations of its parts, for diagnostics.
struct LocatedTranscript: Sendable {
  let transcript: Transcript
  let file: SourceFile
  /// The location of the id, or of the document if the id is missing.
  let id: FileLocation
  let flaws: [FileLocation]
  let messages: [FileLocation]
  /// The locations of the values that diagnostics refer to, for the keys that the file has.
  private let values: [String: FileLocation]

  /// Reads a transcript file.
  ///
  /// Throws ``SourceError`` with all problems.
  init(_ file: SourceFile) throws(SourceError) {
    self.file = file
    let root = try DocumentNode.parse(file)
    var reader = TranscriptReader(map: try MappingReader(root, "a transcript"))
    (transcript, flaws, messages) = try reader.read(file)
    id = reader.map.optional("id")?.location ?? root.location
    var values: [String: FileLocation] = [:]
    for key in ["title", "domain", "language", "cluster", "tags", "stop_reason"] {
      values[key] = reader.map.optional(key)?.location
    }
    self.values = values
  }

  /// Returns whether the file has a key to which diagnostics refer.
  func has(_ key: String) -> Bool { values[key] != nil }

  /// Returns the location of a key's value, or of the id if the file does not have the key.
  func place(of key: String) -> FileLocation { values[key] ?? id }
}

/// Reads the keys one by one and continues after a problem, so that all problems are reported at once.
private struct TranscriptReader {
  var map: MappingReader
  var problems: [Diagnostic] = []

  mutating func read(_ file: SourceFile) throws(SourceError) -> (
    Transcript, flaws: [FileLocation], messages: [FileLocation]
  ) {
    let id = text("id") { map throws(SourceError) in try map.required("id") }
    if let id, file.path.fileName != "\(id).yaml" {
      problems += misnamed(id, in: file).diagnostics
    }
    _ = optional("about")
    let ending = ending()
    let kind = value { map throws(SourceError) in
      try map.required("kind").conversationKind("'kind'")
    }
    let quality = value { map throws(SourceError) in
      try map.required("quality").choice("'quality'", of: Transcript.Quality.self)
    }
    let language = text("language") { map throws(SourceError) in try map.required("language") }
    let (title, origin) = (optional("title"), optional("origin"))
    let (domain, person) = (optional("domain"), optional("person"))
    let cluster = optional("cluster")
    let tags = value { map throws(SourceError) in try map.strings("tags") }
    let flawNodes =
      value { map throws(SourceError) in try map.optional("flaws")?.list("'flaws'") } ?? []
    let flaws = each(flawNodes ?? []) { node throws(SourceError) in try Transcript.Flaw(node) }
    let nodes = value { map throws(SourceError) in
      try map.required("messages").list("'messages'")
    }
    let messages = each(nodes ?? []) { node throws(SourceError) in try Message(node) }
    _ = value { map throws(SourceError) in try map.finish() }
    if let error = SourceError(problems.inFileOrder) { throw error }
    guard let id, let kind, let quality, let language else {
      throw map.node.error(.missing, "the transcript is incomplete")
    }
    let transcript = Transcript(
      id: id, title: title ?? Transcript.title(of: messages) ?? id, kind: kind,
      origin: origin ?? "unknown", quality: quality, domain: domain ?? Transcript.unsortedDomain,
      language: language, person: person ?? Transcript.unknownPerson, cluster: cluster,
      tags: tags ?? [],
      ending: ending, flaws: flaws, messages: messages)
    return (transcript, flawNodes?.map(\.location) ?? [], nodes?.map(\.location) ?? [])
  }

  private mutating func ending() -> Transcript.Ending {
    let reason = optional("stop_reason")
    guard let node = map.optional("ends") else {
      return reason.map { .stopped(reason: $0) } ?? .complete
    }
    let ending = value { _ throws(SourceError) in try node.choice("'ends'", of: EndingWord.self) }
    if let ending, (ending == .complete) != (reason == nil) {
      let error = map.node.error(
        "transcript.ending", "'stop_reason' belongs to a transcript that ends: stopped",
        hint: "say why it stopped, or that it is complete")
      problems += error.diagnostics
    }
    return ending == .stopped ? .stopped(reason: reason ?? "") : .complete
  }

  private enum EndingWord: String, CaseIterable {
    case complete, stopped
  }

  private func misnamed(_ id: String, in file: SourceFile) -> SourceError {
    var map = map
    return (map.optional("id") ?? map.node).error(
      "transcript.id", "the ID '\(id)' does not match the file name '\(file.path.fileName)'",
      hint: "give both the same name")
  }

  private mutating func optional(_ key: String) -> String? {
    text(key) { map throws(SourceError) in map.optional(key) }
  }

  private mutating func text(
    _ key: String, find: (inout MappingReader) throws(SourceError) -> DocumentNode?
  ) -> String? {
    value { map throws(SourceError) in try find(&map)?.string("'\(key)'") } ?? nil
  }

  /// Returns the result of a reading, or `nil` after recording its failure.
  private mutating func value<Value>(
    _ read: (inout MappingReader) throws(SourceError) -> Value
  ) -> Value? {
    do throws(SourceError) {
      return try read(&map)
    } catch {
      problems += error.diagnostics
      return nil
    }
  }

  private mutating func each<Value>(
    _ nodes: [DocumentNode], read: (DocumentNode) throws(SourceError) -> Value
  ) -> [Value] {
    nodes.compactMap { node in
      do throws(SourceError) {
        return try read(node)
      } catch {
        problems += error.diagnostics
        return nil
      }
    }
  }
}

extension [Diagnostic] {
  /// The diagnostics from the top of the file to its end; those at one location stay in order.
  var inFileOrder: [Diagnostic] {
    enumerated().sorted { left, right in
      let places = [left, right].map { item in
        (item.element.location?.line ?? 0, item.element.location?.column ?? 0, item.offset)
      }
      return places[0] < places[1]
    }.map(\.element)
  }
}
