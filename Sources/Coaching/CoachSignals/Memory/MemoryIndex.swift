import CoachModel
import TextAnalysis

/// A person's earlier messages, so that those which fit a new message can be found.
///
/// It contains the messages that were added and nothing else: what is removed is gone from texts, words and vectors.
///
/// ```swift
/// var memory = MemoryIndex()
/// memory.add(
///   RememberedSession(
///     id: "s-7", conversation: "c-1", day: day, domain: "career", language: "en",
///     messages: [RememberedMessage(id: "m-31", role: .user, text: "Dana moved the report to Friday again.")]))
/// for hit in memory.search(MemoryQuery("the report is due", language: "en")) {
///   print(hit.day, hit.text)
/// }
/// ```
public struct MemoryIndex: Sendable, Hashable {
  /// The sessions in the order in which they were added.
  public private(set) var sessions: [RememberedSession] = []
  /// The name of the model of all vectors; `nil` if there are none.
  public private(set) var vectorModel: String?
  /// The words of all messages in the order of ``sessions``.
  private(set) var words = TermIndex()
  private var reader = SearchTerms()

  /// Creates an index without messages.
  public init() {}

  /// Restores an index whose words were stored; `nil` if they are not those of the messages.
  init?(_ sessions: [RememberedSession], vectorModel: String?, words: TermIndex) {
    guard words.documents.count == sessions.reduce(0, { $0 + $1.messages.count }) else {
      return nil
    }
    self.sessions = sessions
    self.vectorModel = vectorModel
    self.words = words
  }

  /// Creates an index of sessions, whose words are read again.
  init(_ sessions: [RememberedSession], vectorModel: String?) {
    for session in sessions { add(session) }
    self.vectorModel = vectorModel
  }

  /// The number of messages.
  public var count: Int { words.documents.count }

  /// Adds a session. One with the same id is replaced, so that repeating it changes nothing.
  public mutating func add(_ session: RememberedSession) {
    if let known = sessions.first(where: { $0.id == session.id }) {
      guard known != session else { return }
      removeSessions { $0.id == session.id }
    }
    sessions.append(session)
    for message in session.messages {
      words.add(reader.terms(in: message.text, language: session.language))
    }
  }

  /// Removes the sessions of a conversation.
  public mutating func remove(conversation id: String) { remove(conversations: [id]) }

  /// Removes the sessions of conversations.
  mutating func remove(conversations ids: Set<String>) {
    removeSessions { ids.contains($0.conversation) }
  }

  /// The sessions, the earliest first: one that was closed late was added late.
  var sessionsByDay: [RememberedSession] {
    sessions.enumerated().sorted {
      ($0.element.day, $0.offset) < ($1.element.day, $1.offset)
    }.map(\.element)
  }

  /// Removes a session.
  public mutating func remove(session id: String) { removeSessions { $0.id == id } }

  /// Removes single messages.
  public mutating func remove(messages ids: Set<String>) {
    removeMessages { _, message in ids.contains(message.id) }
  }

  private mutating func removeSessions(where isRemoved: (RememberedSession) -> Bool) {
    guard sessions.contains(where: isRemoved) else { return }
    removeMessages { session, _ in isRemoved(session) }
    sessions.removeAll(where: isRemoved)
  }

  private mutating func removeMessages(
    where isRemoved: (RememberedSession, RememberedMessage) -> Bool
  ) {
    var kept: [Bool] = []
    for index in sessions.indices {
      let session = sessions[index]
      let isKept = session.messages.map { !isRemoved(session, $0) }
      kept += isKept
      if isKept.contains(false) {
        sessions[index].messages = zip(session.messages, isKept).filter(\.1).map(\.0)
      }
    }
    guard kept.contains(false) else { return }
    words.keep { kept[$0] }
    // It knows the words of what was removed.
    reader = SearchTerms()
    if !sessions.contains(where: { $0.messages.contains { $0.vector != nil } }) {
      vectorModel = nil
    }
  }

  /// Returns the sessions of both indices; of two copies of a session, the one with more messages.
  func merged(with other: MemoryIndex) -> MemoryIndex {
    var merged = self
    let known = Dictionary(sessions.map { ($0.id, $0.messages.count) }) { first, _ in first }
    let longer = other.sessions.filter { known[$0.id] ?? -1 < $0.messages.count }
    let replaced = Set(longer.map(\.id)).intersection(known.keys)
    merged.removeSessions { replaced.contains($0.id) }
    let model = vectorModel ?? other.vectorModel
    for var session in longer {
      if model != other.vectorModel {
        for index in session.messages.indices { session.messages[index].vector = nil }
      }
      merged.add(session)
    }
    merged.vectorModel = model
    return merged
  }

  // MARK: Vectors

  /// Returns the texts of the messages that lack a vector of the given model.
  public func textsWithoutVector(of model: String) -> [String] {
    sessions.flatMap(\.messages).filter { vectorModel != model || $0.vector == nil }.map(\.text)
  }

  /// Sets the vectors of messages by their texts. Vectors of another model are dropped.
  public mutating func setVectors(_ vectors: [String: [Float]], of model: String) {
    for session in sessions.indices {
      for message in sessions[session].messages.indices {
        let text = sessions[session].messages[message].text
        if let vector = vectors[text] {
          sessions[session].messages[message].vector = MemoryVector(vector)
        } else if vectorModel != model {
          sessions[session].messages[message].vector = nil
        }
      }
    }
    vectorModel = model
  }

  // MARK: Equality

  /// Returns whether two indices have the same sessions with the same vectors.
  public static func == (left: MemoryIndex, right: MemoryIndex) -> Bool {
    left.sessions == right.sessions && left.vectorModel == right.vectorModel
  }

  /// Hashes the sessions.
  public func hash(into hasher: inout Hasher) { hasher.combine(sessions) }
}
