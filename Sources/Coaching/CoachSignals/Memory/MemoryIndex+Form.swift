import CoachModel
public import Documents
public import SourceFiles
import TextAnalysis

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension MemoryIndex: JSONConvertible {
  /// The words are stored in a packed form, so that a large index opens quickly. They follow from the texts: if they are
  /// missing, damaged, or of another version of the analysis, they are read again.
  static let members = JSONObjectForm<MemoryIndex>(
    "a memory index", .list("sessions", \.sessions, RememberedSession.members.form),
    .optional("vector_model", \.vectorModel, .filledText),
    .optional("words", \.packedWords, .text)
  ) { object in
    if let words = object.packedWords, let packed = try? PackedWords(base64: words),
      packed.version == PackedWords.current, packed.texts == PackedWords.hash(of: object.sessions),
      let index = MemoryIndex(object.sessions, vectorModel: object.vectorModel, words: packed.words)
    {
      return index
    }
    return MemoryIndex(object.sessions, vectorModel: object.vectorModel)
  }

  package static let document = JSONDocumentForm(members)

  private var packedWords: String? {
    sessions.isEmpty
      ? nil
      : PackedWords(
        version: PackedWords.current, texts: PackedWords.hash(of: sessions), words: words
      ).base64
  }

  /// The index as JSON.
  public var json: JSONValue { Self.document.json(self) }

  /// Reads an index from JSON. Throws ``SourceError`` with the kind and the location of the problem.
  public init(json: JSONValue) throws(SourceError) { self = try Self.document.read(json) }
}

/// The words of an index as they are stored.
private struct PackedWords: TableValue {
  /// Increases when a text no longer has the same words.
  static let current = 1

  let version: Int
  /// What the words were read from: they are not those of texts that somebody changed.
  let texts: Int
  let words: TermIndex

  init(version: Int, texts: Int, words: TermIndex) {
    self.version = version
    self.texts = texts
    self.words = words
  }

  /// Returns a hash of all texts and languages (FNV-1a), the same on every machine.
  static func hash(of sessions: [RememberedSession]) -> Int {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    func add(_ text: String) {
      for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
      // No text contains this byte, so that texts cannot flow into each other.
      hash = (hash ^ 0xFF) &* 0x100_0000_01b3
    }
    for session in sessions {
      add(session.language)
      for message in session.messages { add(message.text) }
    }
    return Int(truncatingIfNeeded: hash)
  }

  init(from table: inout TableReader) throws(TableDamage) {
    version = try table.number()
    texts = try table.number()
    words = try TermIndex(from: &table)
  }

  func write(to table: inout TableWriter) {
    table.write(version)
    table.write(texts)
    words.write(to: &table)
  }
}

extension RememberedSession {
  static let members = JSONObjectForm<RememberedSession>(
    "a remembered session", .required("id", \.id, .filledText),
    .required("conversation", \.conversation, .filledText), .required("day", \.day, .day),
    .optional("domain", \.domain, .filledText), .required("language", \.language, .languageTag),
    .list("messages", \.messages, RememberedMessage.members.form)
  ) {
    RememberedSession(
      id: $0.id, conversation: $0.conversation, day: $0.day, domain: $0.domain,
      language: $0.language, messages: $0.messages)
  }
}

extension RememberedMessage {
  static let members = JSONObjectForm<RememberedMessage>(
    "a remembered message", .required("id", \.id, .filledText),
    .required("role", \.role, .speaker), .required("text", \.text, .text),
    .optional("vector", \.vector, .vector)
  ) { object in
    var message = RememberedMessage(id: object.id, role: object.role, text: object.text)
    message.vector = object.vector
    return message
  }
}

extension JSONForm where Value == MemoryVector {
  fileprivate static var vector: JSONForm {
    converted(
      .text,
      write: { Data($0.numbers.map { UInt8(bitPattern: $0) }).base64EncodedString() },
      read: { text in
        Data(base64Encoded: text).flatMap { data in
          MemoryVector(numbers: data.map { Int8(bitPattern: $0) })
        }
      }, "memory.vector", "is not a vector", hint: "leave it out; it can be computed again")
  }
}
