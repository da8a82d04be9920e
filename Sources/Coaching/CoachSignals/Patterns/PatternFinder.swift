public import CoachModel
import TextAnalysis

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The notes on one session in which patterns are looked for.
public struct NotedSession: Sendable, Hashable {
  /// The id of the session.
  public var session: String
  /// The person's day of the session.
  public var day: CalendarDay
  /// The id of its domain; `nil` if it is unknown.
  public var domain: String?
  /// What the person wrote, one text for each message.
  public var messages: [String]

  /// Creates notes on a session.
  public init(session: String, day: CalendarDay, domain: String?, messages: [String]) {
    self.session = session
    self.day = day
    self.domain = domain
    self.messages = messages
  }
}

/// A theme that may recur, found by comparing the person's sentences.
public struct PatternCandidate: Sendable, Hashable {
  /// The person's sentence that shows it best, verbatim.
  public var text: String
  /// The sessions in which it came up, the earliest first.
  public var sessions: [String]
  /// The days of these sessions.
  public var days: [CalendarDay]
  /// The ids of their domains, the most frequent first.
  public var domains: [String]
  /// How sure it is that these sessions are about the same, from 0 to 1.
  public var confidence: Double
}

/// Finds what a person keeps coming back to, without a model: words that occur together in a sentence in more sessions than
/// chance explains.
///
/// Single words say little about a theme ("work"); two or more content words in the same sentence, in three sessions or
/// more, say much ("brother" and "silent"). Sentences are compared by stems, so that wordings may differ, and without dates,
/// which everybody names.
public struct PatternFinder: Sendable {
  /// The minimum number of sessions.
  private static let minimumSessions = PatternSummary.minimumOccurrences
  /// The probability above which a coincidence of any two words is too likely. It is divided by the number of pairs that
  /// are looked at (Bonferroni), since among thousands of pairs some coincide by chance.
  private static let maximumChance = 0.05
  /// The share of common sessions from which two pairs of words are one theme.
  private static let sameShare = 0.5
  /// The number of words of a sentence that are compared, since their pairs grow with the square.
  private static let maximumTerms = 40
  /// The number of themes that are looked at, those of the most frequent pairs.
  private static let maximumThemes = 50

  private struct Sentence {
    var text: String
    var session: Int
    var terms: Set<Int>
  }

  /// Two words in one number, which hashes faster than two.
  private struct Pair: Hashable {
    let both: UInt64

    init(_ first: Int, _ second: Int) { both = UInt64(first) << 32 | UInt64(second) }

    var first: Int { Int(both >> 32) }
    var second: Int { Int(both & 0xFFFF_FFFF) }
  }

  /// The sessions in which something occurs, in ascending order.
  private struct Places {
    private(set) var sessions: [Int] = []

    var count: Int { sessions.count }

    /// Adds a session, which is not before those that were added.
    mutating func add(_ session: Int) {
      if sessions.last != session { sessions.append(session) }
    }
  }

  private let notes: [NotedSession]
  private var sentences: [Sentence] = []
  private var terms: [String: Int] = [:]
  /// The sessions in which each term occurs.
  private var sessions: [Places] = []

  /// Reads the notes on a person's sessions, which may be in any order.
  public init(_ notes: [NotedSession], language: String) {
    self.notes = notes.sorted { ($0.day, $0.session) < ($1.day, $1.session) }
    var reader = SearchTerms()
    for (number, note) in self.notes.enumerated() {
      for text in note.messages.flatMap({ Sentences.split($0) }) where !Self.isAddressed(text) {
        let words = reader.terms(
          in: DateMention.masked(text, language: language), language: language)
        let found = Set(words.prefix(Self.maximumTerms).map { self.number(of: $0) })
        for term in found { sessions[term].add(number) }
        sentences.append(Sentence(text: text, session: number, terms: found))
      }
    }
  }

  /// The number of words below which an exclamation says nothing about the person.
  private static let shortExclamation = 6

  /// Whether a sentence is meant for the other side rather than about oneself: a question, or a short exclamation.
  private static func isAddressed(_ sentence: String) -> Bool {
    if Sentences.questionCount(sentence) > 0 { return true }
    return sentence.hasSuffix("!") && SpokenWords(sentence).count < shortExclamation
  }

  private mutating func number(of term: String) -> Int {
    if let number = terms[term] { return number }
    terms[term] = sessions.count
    sessions.append(Places())
    return sessions.count - 1
  }

  /// Returns the recurring themes, the most frequent first, and of equally frequent ones the more recent.
  public func candidates() -> [PatternCandidate] {
    var clusters: [(terms: Set<Int>, sessions: Set<Int>)] = []
    for (pair, sessions) in recurringPairs() {
      let same = clusters.firstIndex { cluster in
        let common = sessions.count { cluster.sessions.contains($0) }
        let isLinked = cluster.terms.contains(pair.first) || cluster.terms.contains(pair.second)
        return isLinked
          && Double(common) >= Self.sameShare * Double(min(cluster.sessions.count, sessions.count))
      }
      if let same {
        clusters[same].terms.formUnion([pair.first, pair.second])
        clusters[same].sessions.formUnion(sessions)
      } else if clusters.count < Self.maximumThemes {
        clusters.append(([pair.first, pair.second], Set(sessions)))
      }
    }
    var texts: Set<String> = []
    return clusters.compactMap { candidate(of: $0.terms) }.sorted { left, right in
      (left.sessions.count, left.days.last?.number ?? 0, left.text)
        > (right.sessions.count, right.days.last?.number ?? 0, right.text)
    }.filter { texts.insert($0.text).inserted }
  }

  /// Returns the pairs of words that occur in a sentence in enough sessions, those in most sessions first.
  private func recurringPairs() -> [(pair: Pair, sessions: [Int])] {
    var found: [Pair: Places] = [:]
    for sentence in sentences {
      let frequent = sentence.terms.filter { sessions[$0].count >= Self.minimumSessions }.sorted()
      for (place, first) in frequent.enumerated() {
        for second in frequent[(place + 1)...] {
          found[Pair(first, second), default: Places()].add(sentence.session)
        }
      }
    }
    let maximum = Self.maximumChance / Double(max(1, found.count))
    return found.filter { pair, together in
      together.count >= Self.minimumSessions
        && chance(of: pair, in: together.count) <= maximum
    }.sorted { left, right in
      (left.value.count, left.key.both) > (right.value.count, right.key.both)
    }.map { ($0.key, $0.value.sessions) }
  }

  /// Returns the probability that two words share a sentence in as many sessions if sentences are put together at random.
  private func chance(of pair: Pair, in together: Int) -> Double {
    let count = Double(max(1, notes.count))
    let both = Double(sessions[pair.first].count * sessions[pair.second].count) / count
    return Self.tail(together, mean: both / max(1, Double(sentences.count) / count))
  }

  /// Returns the probability of at least `count` events where `mean` are expected (Poisson).
  private static func tail(_ count: Int, mean: Double) -> Double {
    guard mean > 0 else { return 0 }
    var term = exp(-mean)
    var below = 0.0
    for number in 0..<count {
      below += term
      term *= mean / Double(number + 1)
    }
    return max(0, 1 - below)
  }

  private func candidate(of terms: Set<Int>) -> PatternCandidate? {
    let showing = sentences.filter { $0.terms.intersection(terms).count >= 2 }
    let places = Set(showing.map(\.session)).sorted()
    guard places.count >= Self.minimumSessions else { return nil }
    // With three words in common or in many sessions, it is hardly a coincidence.
    let shared =
      Double(showing.reduce(0) { $0 + $1.terms.intersection(terms).count }) / Double(showing.count)
    let confidence = min(1, 0.3 * (shared - 1) + 0.1 * Double(places.count))
    let kept = PatternScope.counted(places, confidence: confidence) { notes[$0].domain }
    guard kept.count >= Self.minimumSessions else { return nil }
    let own = showing.filter { kept.contains($0.session) }
    let best = own.max { left, right in
      let (first, second) = (
        left.terms.intersection(terms).count, right.terms.intersection(terms).count
      )
      return (first, -left.text.utf8.count, left.session) < (
        second, -right.text.utf8.count, right.session
      )
    }
    guard let best else { return nil }
    let counts = Dictionary(grouping: kept.compactMap { notes[$0].domain }) { $0 }
      .mapValues(\.count)
    return PatternCandidate(
      text: best.text, sessions: kept.map { notes[$0].session }, days: kept.map { notes[$0].day },
      domains: counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key),
      confidence: confidence)
  }
}
