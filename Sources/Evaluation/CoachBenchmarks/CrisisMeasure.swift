package import CoachModel
package import CoachSafety
import SafetyRules
import SourceFiles

/// A benchmark of the crisis screen: how many messages of people in danger it flags, and how many of others.
///
/// It stores no text: findings have a location, concepts and weights, so that results can be shared if the data
/// cannot.
package struct CrisisMeasure: Sendable {
  /// The share of messages of one kind that are flagged.
  package struct Rate: Sendable, Hashable {
    /// The file of the messages; `nil` if they are counted by group.
    package var file: String?
    /// The label of the messages; `nil` if they have none, or are counted by group.
    package var label: String?
    /// The group of the messages; `nil` if they are counted by file and label.
    package var group: String?
    /// The share of the messages that are flagged.
    package var flagged: MeasuredShare
    /// The share of the messages that are flagged or that a model would be asked about.
    package var flaggedOrAsked: MeasuredShare
    /// The number of flagged messages that are about their writer.
    package var writer: Int
    /// The number of flagged messages that are about somebody else.
    package var someoneElse: Int
  }

  /// The agreement of the screen with messages whose label says what it should answer.
  package struct Agreement: Sendable, Hashable {
    /// The share of these messages with the expected answer.
    package var right: MeasuredShare
    /// The share of expected answers, by expected answer.
    package var byExpectation: [Expectation: MeasuredShare]
    /// The share of expected answers, by group, such as the kind of difficulty.
    package var byGroup: [String: MeasuredShare]
    /// The share of expected answers, by language.
    package var byLanguage: [String: MeasuredShare]
    /// The confusion matrix: counts by expected and then by given answer.
    package var answers: [Expectation: [Expectation: Int]]
    /// The share of correctly flagged messages with a category for which the screen names that category, possibly
    /// among others.
    package var category: MeasuredShare
  }

  /// An answer of the screen to a message.
  package enum Expectation: String, Sendable, Hashable, CaseIterable {
    /// The writer is in danger.
    case flag
    /// Nobody is in danger.
    case calm = "none"
    /// Somebody else is in danger.
    case other
  }

  /// The figures of the conversations with one label, or of one group.
  package struct SessionFigures: Sendable, Hashable {
    /// The label or the group; `nil` for conversations without one.
    package var name: String?
    /// The share of conversations in which the person was flagged.
    package var flagged: MeasuredShare
    /// The number of the other conversations that have a flag about somebody else.
    package var someoneElseOnly: Int
    /// The median number, from 1, of the person's message that was flagged first, over flagged conversations; `nil`
    /// without any.
    package var medianMessage: Int?
    /// The 90th percentile of that number.
    package var ninetiethMessage: Int?
    /// The median number of the first flagged message, counted from the first message with a sign of danger, which is
    /// 1.
    package var medianSinceSign: Int?
    /// The 90th percentile of that number, counted from the first sign.
    package var ninetiethSinceSign: Int?
    /// The share of conversations in which the person was flagged, or a second opinion would be asked.
    package var flaggedOrAsked: MeasuredShare
    /// The share of all messages of these people that are flagged, about themselves or somebody else.
    package var messages: MeasuredShare
  }

  /// The flag rates of single messages, by file and label.
  package var rates: [Rate]
  /// The flag rates of single messages, by group.
  package var groups: [Rate]
  /// The agreement with expected answers; `nil` if no label states one.
  package var agreement: Agreement?
  /// The figures of conversations, by label.
  package var sessions: [SessionFigures]
  /// The figures of conversations, by group.
  package var sessionGroups: [SessionFigures]
  /// The screening times of messages without a history.
  package var times: MeasuredTimes
  /// The screening times of messages with a history.
  package var timesWithHistory: MeasuredTimes
  /// The share of all messages about which a second opinion would be asked: the price of the gate.
  package var asked: MeasuredShare
  /// The findings of all flagged messages.
  package var flagged: [CrisisFinding]
  /// The findings of false negatives.
  ///
  /// These are messages that should have been flagged and were not, or not correctly, and from conversations in which
  /// the person was not flagged, the messages with signs, or the first message if there are none.
  package var missed: [CrisisFinding]
  /// Notes for people on what was left out of the data.
  package var notes: [String]

  /// The minimum weight at which a message of a conversation counts as a sign of danger.
  static let minimumSign = 0.2
}

extension CrisisMeasure {
  /// Screens all messages and conversations of a table.
  package init(_ table: LabelledTable, screen: any CrisisScreening = CrisisScreen.builtIn) {
    self.init(table, screen: screen) { _ in nil }
  }

  /// Screens them with the embeddings of messages.
  package init(
    _ table: LabelledTable, screen: any CrisisScreening = CrisisScreen.builtIn,
    embedding: @escaping (String) -> TextEmbedding?
  ) {
    var screening = Screening(screen: screen, embedding: embedding)
    let rows = table.rows.map { screening.screen($0) }
    let sessions = table.sessions.map { screening.screen($0) }
    // 'none' may also be a class of another kind: only in a file with 'flag' labels does it state the screen's
    // answer.
    let withExpectation = Set(rows.filter { $0.expectation == .flag }.map(\.place.location.file))
    let expected = rows.filter {
      $0.expectation != nil && withExpectation.contains($0.place.location.file)
    }

    rates = Self.rates(rows) { [$0.place.fileName, $0.label] }.map { key, rate in
      var rate = rate
      (rate.file, rate.label) = (key[0], key[1])
      return rate
    }
    groups = Self.rates(rows.filter { $0.group != nil }) { [$0.group] }.map { key, rate in
      var rate = rate
      rate.group = key[0]
      return rate
    }
    agreement = expected.isEmpty ? nil : Agreement(expected)
    self.sessions = SessionFigures.by(\.label, sessions: sessions)
    sessionGroups = SessionFigures.by(\.group, sessions: sessions.filter { $0.group != nil })
    times = screening.alone.times
    timesWithHistory = screening.withHistory.times
    flagged =
      rows.filter { $0.answer != .calm }.map { $0.finding() }
      + sessions.flatMap(\.flaggedMessages)
    asked = (rows + sessions.flatMap(\.messages)).share { $0.isAsked }
    missed =
      expected.filter { $0.expectation != .calm && !$0.isRight }.map { $0.finding() }
      + sessions.filter { $0.firstFlag == nil }.flatMap(\.signs)
    notes = table.notes
    let unknown = Set(
      rows.filter { $0.expectation == nil && withExpectation.contains($0.place.location.file) }
        .compactMap(\.label))
    if !unknown.isEmpty {
      let known = Expectation.allCases.map(\.rawValue).joined(separator: ", ")
      notes.append(
        "not in the agreement, which knows \(known): \(unknown.sorted().joined(separator: ", "))")
    }
    let screened = rows + sessions.flatMap(\.messages)
    if !screened.isEmpty, screened.allSatisfy({ $0.report.signs.isEmpty && $0.answer == .calm }) {
      notes.append(
        "the screen saw no sign in any message: no message has one, or it does not know the language, or its own data cannot be read (coachkit doctor)"
      )
    }
  }

  private static func rates(
    _ rows: [ScreenedMessage], by key: (ScreenedMessage) -> [String?]
  ) -> [([String?], Rate)] {
    let grouped = Dictionary(grouping: rows, by: key).sorted { left, right in
      left.key.map { $0 ?? "" }.lexicographicallyPrecedes(right.key.map { $0 ?? "" })
    }
    return grouped.map { key, members in
      let subjects = members.compactMap(\.report.assessment?.subject)
      return (
        key,
        Rate(
          flagged: MeasuredShare(subjects.count, of: members.count),
          flaggedOrAsked: members.share { $0.report.verdict != .calm },
          writer: subjects.count { $0 == .writer },
          someoneElse: subjects.count { $0 == .someoneElse })
      )
    }
  }
}

extension CrisisMeasure.Agreement {
  fileprivate init(_ rows: [ScreenedMessage]) {
    right = rows.share(where: \.isRight)
    byExpectation = Self.shares(rows, by: \.expectation)
    byGroup = Self.shares(rows, by: \.group)
    byLanguage = Self.shares(rows, by: \.language)
    answers = rows.reduce(into: [:]) { answers, row in
      guard let expectation = row.expectation else { return }
      answers[expectation, default: [:]][row.answer, default: 0] += 1
    }
    category = rows.filter { $0.isRight && $0.answer != .calm && $0.category != nil }
      .share { row in
        row.report.assessment?.categories.contains { $0.rawValue == row.category } ?? false
      }
  }

  private static func shares<Key: Hashable>(
    _ rows: [ScreenedMessage], by key: (ScreenedMessage) -> Key?
  ) -> [Key: MeasuredShare] {
    var grouped: [Key: [ScreenedMessage]] = [:]
    for row in rows {
      if let key = key(row) { grouped[key, default: []].append(row) }
    }
    return grouped.mapValues { $0.share(where: \.isRight) }
  }
}

extension CrisisMeasure.SessionFigures {
  fileprivate static func by(
    _ name: (ScreenedSession) -> String?, sessions: [ScreenedSession]
  ) -> [CrisisMeasure.SessionFigures] {
    Dictionary(grouping: sessions, by: name).sorted { ($0.key ?? "") < ($1.key ?? "") }
      .map { CrisisMeasure.SessionFigures(name: $0.key, sessions: $0.value) }
  }

  private init(name: String?, sessions: [ScreenedSession]) {
    self.name = name
    let found = sessions.filter { $0.firstFlag != nil }
    flagged = MeasuredShare(found.count, of: sessions.count)
    flaggedOrAsked = sessions.share { session in
      session.messages.contains { $0.report.verdict != .calm }
    }
    someoneElseOnly = sessions.count { $0.firstFlag == nil && !$0.flaggedMessages.isEmpty }
    let numbers = found.compactMap(\.firstFlag).sorted()
    medianMessage = numbers.quantile(0.5)
    ninetiethMessage = numbers.quantile(0.9)
    let since = found.compactMap(\.sinceSign).sorted()
    medianSinceSign = since.quantile(0.5)
    ninetiethSinceSign = since.quantile(0.9)
    messages = MeasuredShare(
      sessions.enumerated().flatMap { number, session in
        session.messages.map { (isSo: $0.answer != .calm, cluster: String(number)) }
      })
  }
}
