package import CoachModel
import CoachSignals
package import Documents
package import EvalStatistics

/// How many of the messages that answer questions are found among a person's earlier messages.
package struct MemoryMeasure: Sendable {
  /// The figures of one kind of question.
  package struct Row: Sendable {
    package var kind: String
    package var count: Int
    /// The mean share of the answering messages that are among the results.
    package var recall: Estimate?
    /// The share of questions with at least one answering message among the results.
    package var any: Double
  }

  /// The number of results that are looked at.
  package let depth: Int
  package let conversations: Int
  package let messages: Int
  package let unanswerable: Int
  /// All questions.
  package let total: Row
  /// The questions by kind.
  package let kinds: [Row]
  /// The time of a search.
  package let times: MeasuredTimes
  /// The time in which a conversation's index is made.
  package let indexing: MeasuredTimes

  /// Asks all questions. `embedding` returns the vector of a text, if there is one.
  package init(
    _ data: MemoryQuestions, depth: Int = 10, embedding: (String) -> TextEmbedding? = { _ in nil }
  ) {
    var stopwatch = Stopwatch()
    var indexing = Stopwatch()
    var results: [(kind: String, recall: PairedDifference)] = []
    for conversation in data.conversations {
      var index = indexing.time {
        conversation.sessions.reduce(into: MemoryIndex()) { $0.add($1) }
      }
      index.embed(embedding)
      for question in conversation.questions {
        var query = MemoryQuery(
          conversation.words(of: question), context: question.context,
          language: conversation.language,
          speaker: question.speaker,
          embedding: embedding(question.text), limit: depth)
        query.isSpeakerOnly = question.namesSessions
        let found = stopwatch.time { index.search(query) }
        let places = Set(found.map { question.namesSessions ? $0.session : $0.message })
        let count = places.intersection(question.evidence).count
        results.append(
          (
            question.kind,
            PairedDifference(
              value: Double(count) / Double(question.evidence.count), cluster: conversation.id)
          ))
      }
    }
    self.depth = depth
    conversations = data.conversations.count
    messages = data.conversations.flatMap(\.sessions).reduce(0) { $0 + $1.messages.count }
    unanswerable = data.unanswerable
    times = stopwatch.times
    self.indexing = indexing.times
    total = Row("all", results.map(\.recall))
    kinds = Dictionary(grouping: results, by: \.kind).sorted { $0.key < $1.key }
      .map { Row($0.key, $0.value.map(\.recall)) }
  }

  /// The texts that need a vector.
  package static func texts(in data: MemoryQuestions) -> [String] {
    var known: Set<String> = []
    return data.conversations.flatMap { conversation in
      conversation.sessions.flatMap { $0.messages.map(\.text) }
        + conversation.questions.map(\.text)
    }.filter { known.insert($0).inserted }
  }

  /// The figures as JSON.
  package var json: JSONObject {
    [
      "depth": .integer(depth), "conversations": .integer(conversations),
      "messages": .integer(messages), "left_out": .integer(unanswerable), "all": total.json,
      "kinds": .object(kinds.reduce(into: JSONObject()) { $0[$1.kind] = $1.json }),
      "microseconds": times.json, "index_microseconds": indexing.json,
    ]
  }
}

extension MemoryMeasure.Row {
  fileprivate init(_ kind: String, _ recalls: [PairedDifference]) {
    self.init(
      kind: kind, count: recalls.count, recall: Estimate.mean(of: recalls, within: 0...1),
      any: recalls.isEmpty
        ? 0 : Double(recalls.count { $0.value > 0 }) / Double(recalls.count))
  }

  fileprivate var json: JSONValue {
    [
      "n": .integer(count), "recall": (recall?.value).json,
      "low": (recall?.interval?.lowerBound).json, "high": (recall?.interval?.upperBound).json,
      "any": .number(any),
    ]
  }
}

extension MemoryIndex {
  /// Sets the vectors of all messages that have one.
  fileprivate mutating func embed(_ embedding: (String) -> TextEmbedding?) {
    var vectors: [String: [Float]] = [:]
    var model: String?
    for text in sessions.flatMap(\.messages).map(\.text) {
      guard let found = embedding(text) else { continue }
      vectors[text] = found.vector
      model = found.model
    }
    if let model { setVectors(vectors, of: model) }
  }
}
