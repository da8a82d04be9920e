import CoachModel
import CoachTranscripts
import EvalGraders
import EvalStatistics
import SourceFiles

extension EvalSuite {
  /// Whether a transcript has a coach message that the suite chooses.
  ///
  /// A sample without one would count, and would have nothing to count.
  func choosesMessage(of subject: EvalSubject) -> Bool {
    !transcripts.turns.numbers(of: messages(of: subject)).isEmpty
  }

  /// Whether a transcript as it was written has a coach message that the suite chooses.
  func choosesWrittenMessage(of subject: EvalSubject) -> Bool {
    !transcripts.turns.numbers(of: subject.transcript.coachPositions.count).isEmpty
  }

  /// The number of coach messages that a subject has, or has at most.
  func messages(of subject: EvalSubject) -> Int {
    switch replay {
    case .nextTurn, .task: subject.replyPositions.count
    case .recorded, .conversation: subject.transcript.coachPositions.count
    case .simulated: generation.person?.coachMessages ?? 0
    }
  }

  /// The numbers of the messages of which a finished sample consists.
  func sampleMessages(of subject: EvalSubject) -> [Int] {
    let count = messages(of: subject)
    switch replay {
    case .recorded, .nextTurn, .task: return transcripts.turns.numbers(of: count)
    case .conversation, .simulated: return Array(1..<(transcripts.turns.last(of: count) + 1))
    }
  }
}

extension EvalPlan {
  /// Why a suite's choice of messages leaves nothing to evaluate.
  static func noMessage(of subjects: [EvalSubject], in suite: EvalSuite) -> Diagnostic {
    let longest = subjects.map(suite.messages).max() ?? 0
    let hint =
      longest == 0
      ? "the \(suite.replay.unit)s need messages of the coach"
      : "they have up to \(Figures.counted(longest, "message")) of the coach: choose among these"
    return Diagnostic(
      "suite.turns",
      "'turns' selects no message: none of the \(Figures.counted(subjects.count, suite.replay.unit)) has"
        + " \(suite.transcripts.turns.words)", hint: hint)
  }

  /// Checks that each pairwise judge compares messages that the samples have.
  ///
  /// Throws ``SourceError`` with all judges for which this is not so.
  static func checkPairs(_ suite: EvalSuite, _ subjects: [EvalSubject]) throws(SourceError) {
    let messages = subjects.map(suite.sampleMessages)
    let problems = suite.grading.pairwise.compactMap { judge -> Diagnostic? in
      guard let turns = judge.turns else { return nil }
      let isSeen = messages.contains { numbers in
        numbers.contains { turns.includes($0, of: numbers.last ?? 0) }
      }
      guard !isSeen else { return nil }
      let known = Set(messages.joined()).sorted()
      return Diagnostic(
        "suite.turns",
        "the judge '\(judge.id)' compares \(turns.words), and the samples have"
          + " \(MessageNumbers.words(known))",
        hint: "choose among them, or leave 'turns' of the judge out to compare all of them")
    }
    if let error = SourceError(problems) { throw error }
  }

  /// Remarks on chosen messages that some transcripts do not have, one sentence each.
  var turnNotes: [String] {
    guard suite.replay != .simulated else { return [] }
    var numbers: [Int] = []
    if case .chosen(let chosen, _) = suite.transcripts.turns { numbers = chosen }
    let unit = suite.replay.unit
    let all = subjects.count + leftOut.count
    var notes: [String] = []
    for number in Set(numbers).sorted() {
      let missing = leftOut.count + subjects.count { suite.messages(of: $0) < number }
      guard missing > 0 else { continue }
      notes.append(
        "\(Figures.count(missing)) of \(Figures.counted(all, unit)) \(missing == 1 ? "has" : "have") no message"
          + " \(number)")
    }
    if !leftOut.isEmpty {
      let names = leftOut.sorted().prefix(5).joined(separator: ", ")
      let rest = leftOut.count > 5 ? " and \(Figures.count(leftOut.count - 5)) more" : ""
      notes.append(
        "\(Figures.counted(leftOut.count, unit)) without a chosen message \(leftOut.count == 1 ? "is" : "are")"
          + " left out: \(names)\(rest)")
    }
    return notes
  }
}

extension TurnSelection {
  /// The selection in words: `message 3`, `messages 8–10 or the last`.
  fileprivate var words: String {
    switch self {
    case .all: "a message of the coach"
    case .chosen(let numbers, let last):
      [
        numbers.isEmpty ? nil : MessageNumbers.words(Set(numbers).sorted()),
        last ? "the last one" : nil,
      ].compactMap { $0 }.joined(separator: " or ")
    }
  }
}
