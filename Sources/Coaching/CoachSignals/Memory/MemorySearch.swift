import CoachModel
import TextAnalysis

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension MemoryIndex {
  /// Returns the messages that fit a query best, the best first.
  ///
  /// Words are weighed by BM25. Since a conversation is about one thing for a while, a message also counts for its
  /// neighbours, and a session for all its messages. Vectors, if both sides have them, add what is said in other words.
  /// Questions count less than what answers them.
  public func search(_ query: MemoryQuery) -> [MemoryHit] {
    var search = MemorySearch(self)
    search.addWords(query)
    search.addVectors(query.embedding)
    return search.best(for: query)
  }
}

/// One search: the scores of all messages.
private struct MemorySearch {
  private let sessions: [RememberedSession]
  private let words: TermIndex
  private let vectorModel: String?
  /// The range of each session in the scores.
  private let ranges: [Range<Int>]
  private var scores: [Float]

  init(_ index: MemoryIndex) {
    sessions = index.sessions
    words = index.words
    vectorModel = index.vectorModel
    var end = 0
    ranges = sessions.map { session in
      defer { end += session.messages.count }
      return end..<(end + session.messages.count)
    }
    scores = [Float](repeating: 0, count: index.count)
  }

  // MARK: Words

  /// BM25's usual constants: how fast repetitions of a word stop counting, and how much long messages are discounted.
  private static let saturation: Float = 1.2
  private static let lengthShare: Float = 0.75

  /// How much the previous and next message, and those two away, contribute. This constant and those below were chosen by
  /// hand on six of LoCoMo's conversations; recall varies little around them.
  private static let neighbours: (next: Float, second: Float) = (0.6, 0.3)
  private static let sessionWeight: Float = 0.5
  /// The weight of the words of messages before the one that is asked about.
  private static let contextWeight: Float = 0.3

  mutating func addWords(_ query: MemoryQuery) {
    var reader = SearchTerms()
    var weights: [String: Float] = [:]
    for text in query.context {
      for term in reader.terms(in: text, language: query.language) {
        weights[term] = Self.contextWeight
      }
    }
    for term in reader.terms(in: query.text, language: query.language) { weights[term] = 1 }
    var own = [Float](repeating: 0, count: scores.count)
    var whole = [Float](repeating: 0, count: sessions.count)
    // In a fixed order, so that sums do not depend on the dictionary's.
    for (term, weight) in weights.sorted(by: { $0.key < $1.key }) {
      add(words.postings(of: term), weight: weight, to: &own, sessions: &whole)
    }
    spread(&own)
    for (place, range) in ranges.enumerated() where whole[place] > 0 {
      for message in range { own[message] += Self.sessionWeight * whole[place] }
    }
    add(own)
  }

  private func add(
    _ postings: [TermIndex.Posting], weight: Float, to own: inout [Float],
    sessions whole: inout [Float]
  ) {
    let rarity = weight * Self.rarity(of: postings.count, among: scores.count)
    var counts: [(session: Int, count: Int32)] = []
    var session = 0
    for posting in postings {
      let message = Int(posting.document)
      own[message] +=
        rarity
        * Self.saturated(
          posting.count, length: words.length(of: message), mean: words.meanLength)
      while ranges[session].upperBound <= message { session += 1 }
      if counts.last?.session == session {
        counts[counts.count - 1].count += posting.count
      } else {
        counts.append((session, posting.count))
      }
    }
    let sessionRarity = weight * Self.rarity(of: counts.count, among: sessions.count)
    let mean = words.meanLength * Float(scores.count) / Float(max(1, sessions.count))
    for (session, count) in counts {
      let length = ranges[session].reduce(0) { $0 + words.length(of: $1) }
      whole[session] += sessionRarity * Self.saturated(count, length: length, mean: mean)
    }
  }

  private static func rarity(of count: Int, among total: Int) -> Float {
    let (count, total) = (Double(count), Double(total))
    return Float(log(1 + (total - count + 0.5) / (count + 0.5)))
  }

  private static func saturated(_ count: Int32, length: Int, mean: Float) -> Float {
    let count = Float(count)
    let relative = mean > 0 ? Float(length) / mean : 1
    return count * (saturation + 1)
      / (count + saturation * (1 - lengthShare + lengthShare * relative))
  }

  /// Adds to each message the shares of its neighbours in the same session.
  private func spread(_ own: inout [Float]) {
    let single = own
    for range in ranges {
      for message in range where single[message] > 0 {
        for (distance, share) in [(1, Self.neighbours.next), (2, Self.neighbours.second)] {
          if message - distance >= range.lowerBound {
            own[message - distance] += share * single[message]
          }
          if message + distance < range.upperBound {
            own[message + distance] += share * single[message]
          }
        }
      }
    }
  }

  // MARK: Vectors

  private static let vectorWeight: Float = 1

  mutating func addVectors(_ embedding: TextEmbedding?) {
    guard let embedding, embedding.model == vectorModel,
      let asked = MemoryVector(embedding.vector)
    else { return }
    var cosines: [Float?] = []
    cosines.reserveCapacity(scores.count)
    for session in sessions {
      for message in session.messages {
        cosines.append(message.vector.flatMap { $0.cosine(to: asked) })
      }
    }
    let known = cosines.compactMap { $0 }
    guard known.count > 1 else { return }
    let mean = known.reduce(0, +) / Float(known.count)
    // Only what is closer than the average says anything.
    var closeness = cosines.map { max(0, ($0 ?? mean) - mean) }
    spread(&closeness)
    add(closeness, weight: Self.vectorWeight)
  }

  /// Adds scores as shares of the highest.
  private mutating func add(_ parts: [Float], weight: Float = 1) {
    guard let highest = parts.max(), highest > 0 else { return }
    for index in parts.indices { scores[index] += weight * parts[index] / highest }
  }

  // MARK: Results

  private static let speakerWeight: Float = 0.4
  private static let questionDiscount: Float = 0.4
  private static let periodWeight: Float = 1
  private static let recencyWeight: Float = 0.15
  /// After this many days, half of the weight of recency is left.
  private static let recencyHalfLife = 60.0
  /// The share of the best score below which a message does not fit.
  private static let minimumShare: Float = 0.25
  /// The share of common terms from which two messages say the same.
  private static let sameShare = 0.8

  func best(for query: MemoryQuery) -> [MemoryHit] {
    var found: [(place: Int, session: Int, score: Float)] = []
    var highest: Float = 0
    for (number, session) in sessions.enumerated() {
      let weight = Self.weight(of: session.day, for: query)
      for (message, place) in zip(session.messages, ranges[number]) where scores[place] > 0 {
        guard !query.excluded.contains(message.id), !query.excludedTexts.contains(message.text),
          !query.isSpeakerOnly || message.role == query.speaker
        else { continue }
        var score = scores[place] * weight
        if let speaker = query.speaker, message.role == speaker { score *= 1 + Self.speakerWeight }
        if message.isQuestion { score *= 1 - Self.questionDiscount }
        highest = max(highest, score)
        if score >= highest * Self.minimumShare { found.append((place, number, score)) }
      }
    }
    found.removeAll { $0.score < highest * Self.minimumShare }
    // Of equal ones, the later message.
    found.sort { ($0.score, $0.place) > ($1.score, $1.place) }
    var hits: [MemoryHit] = []
    var taken: [Set<Int32>] = []
    for (place, number, score) in found {
      guard hits.count < query.limit else { break }
      let terms = Set(words.documents[place])
      guard !taken.contains(where: { Self.areSame($0, terms) }) else { continue }
      taken.append(terms)
      let session = sessions[number]
      let message = session.messages[place - ranges[number].lowerBound]
      hits.append(
        MemoryHit(
          message: message.id, session: session.id, conversation: session.conversation,
          role: message.role, text: message.text, day: session.day, domain: session.domain,
          relevance: Double(score / highest)))
    }
    return hits
  }

  private static func weight(of day: CalendarDay, for query: MemoryQuery) -> Float {
    var weight: Float = 1
    if let period = query.period, period.contains(day) { weight += periodWeight }
    if let today = query.today {
      let age = Double(max(0, today.number - day.number))
      weight += recencyWeight * Float(exp2(-age / recencyHalfLife))
    }
    return weight
  }

  private static func areSame(_ left: Set<Int32>, _ right: Set<Int32>) -> Bool {
    guard !left.isEmpty, !right.isEmpty else { return left == right }
    let common = left.intersection(right).count
    return Double(common) >= sameShare * Double(left.count + right.count - common)
  }
}
