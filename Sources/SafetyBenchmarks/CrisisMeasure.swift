import SafetyRules
public import CoachSafety
import SourceFiles

/// How well the screen finds messages of people in danger, and how often it errs among others.
///
/// It holds no text: what is listed has a place, concepts and weights, so that a result can be passed on where the data
/// cannot.
public struct CrisisMeasure: Sendable {
  /// How many messages of a kind are flagged.
  public struct Rate: Sendable, Hashable {
    /// Their file; nil where they are counted by group.
    public var file: String?
    /// Their label; nil where they have none, or are counted by group.
    public var label: String?
    /// Their group; nil where they are counted by file and label.
    public var group: String?
    /// Of them, those that are flagged.
    public var flagged: MeasuredShare
    /// How many of these are about their writer.
    public var writer: Int
    /// How many are about somebody else.
    public var someoneElse: Int
  }

  /// How the screen agrees with messages whose label says what it should do.
  public struct Agreement: Sendable, Hashable {
    /// Of all such messages, those in which it does.
    public var right: MeasuredShare
    /// By expected answer.
    public var byExpectation: [Expectation: MeasuredShare]
    /// By group, such as what makes a message hard.
    public var byGroup: [String: MeasuredShare]
    /// By language.
    public var byLanguage: [String: MeasuredShare]
    /// By expected answer, how often each was given.
    public var answers: [Expectation: [Expectation: Int]]
    /// Of the messages that are rightly flagged and have a category, those for which the screen names it, perhaps
    /// among others.
    public var category: MeasuredShare
  }

  /// What the screen should say of a message.
  public enum Expectation: String, Sendable, Hashable, CaseIterable {
    /// Its writer is in danger.
    case flag
    /// Nobody is.
    case calm = "none"
    /// Somebody else is.
    case other
  }

  /// How conversations with a label, or of a group, came out.
  public struct SessionFigures: Sendable, Hashable {
    /// The label or the group; nil for conversations without.
    public var name: String?
    /// Of them, those in which the person was flagged.
    public var flagged: MeasuredShare
    /// How many of the others have a flag about somebody else.
    public var someoneElseOnly: Int
    /// Which of the person's messages was the first that was flagged, from 1: half were flagged by this one.
    public var medianMessage: Int?
    /// Nine of ten were flagged by this one.
    public var ninetiethMessage: Int?
    /// The same, counted from the first message with any sign.
    public var medianSinceSign: Int?
    /// Likewise.
    public var ninetiethSinceSign: Int?
    /// Of all messages of these people, those that are flagged in any way.
    public var messages: MeasuredShare
  }

  /// Single messages by file and label.
  public var rates: [Rate]
  /// Single messages by group.
  public var groups: [Rate]
  /// Nil where no label says what the screen should do.
  public var agreement: Agreement?
  /// Conversations by label.
  public var sessions: [SessionFigures]
  /// Conversations by group.
  public var sessionGroups: [SessionFigures]
  /// The time for a message without a history.
  public var times: MeasuredTimes
  /// The time for a message with one.
  public var timesWithHistory: MeasuredTimes
  /// Every message that was flagged.
  public var flagged: [CrisisFinding]
  /// Messages that should have been flagged and were not, or not rightly so, and the messages with signs of
  /// conversations in which the person was not flagged.
  public var missed: [CrisisFinding]
  /// What was left out of the data, for people.
  public var notes: [String]

  /// A message of a conversation with less weight has no sign of danger.
  static let minimumSign = 0.2
}

extension CrisisMeasure {
  /// Screens everything that the data holds.
  public init(_ table: LabelledTable, screen: any CrisisScreening = CrisisScreen.builtIn) {
    var screening = Screening(screen: screen)
    let rows = table.rows.map { screening.screen($0) }
    let sessions = table.sessions.map { screening.screen($0) }
    // 'none' may also be a class of something else: only beside 'flag' it says what the screen should do.
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
    self.sessions = SessionFigures.by(\.label, sessions)
    sessionGroups = SessionFigures.by(\.group, sessions.filter { $0.group != nil })
    times = screening.alone.times
    timesWithHistory = screening.withHistory.times
    flagged =
      rows.filter { $0.answer != .calm }.map { $0.finding() }
      + sessions.flatMap(\.flaggedMessages)
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
        "the screen saw no sign in any message: nobody is in danger, or it does not know the language, or its own data cannot be read (coachkit doctor)"
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
    _ name: (ScreenedSession) -> String?, _ sessions: [ScreenedSession]
  ) -> [CrisisMeasure.SessionFigures] {
    Dictionary(grouping: sessions, by: name).sorted { ($0.key ?? "") < ($1.key ?? "") }
      .map { CrisisMeasure.SessionFigures($0.key, $0.value) }
  }

  private init(_ name: String?, _ sessions: [ScreenedSession]) {
    self.name = name
    let found = sessions.filter { $0.firstFlag != nil }
    flagged = MeasuredShare(found.count, of: sessions.count)
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
