package import CoachDomains
import CoachModel

/// A benchmark of the local router on messages and conversations.
///
/// A message that the coach would ask about is not routed: it counts for coverage and not for accuracy. One that is
/// taken for an outcome, such as not a coaching matter or one for professionals, counts as that class.
package struct RouterMeasure: Sendable {
  /// The figures of a class.
  package struct ClassFigures: Sendable, Hashable {
    /// The domain's id, or the outcome's name.
    package var id: String
    /// The share of messages routed to the class that belong to it.
    package var precision: MeasuredShare
    /// The share of messages of the class that are routed to it.
    ///
    /// One that the coach asks about counts as missed.
    package var recall: MeasuredShare
    /// The recall over routed messages only.
    package var routedRecall: MeasuredShare

    /// The harmonic mean of precision and recall, 2TP/(2TP + FP + FN); `nil` if no message has the class.
    package var f1: Double? { Self.f1(precision: precision, recall: recall) }
    /// The F1 over routed messages only; `nil` if no routed message has the class.
    package var routedF1: Double? { Self.f1(precision: precision, recall: routedRecall) }

    private static func f1(precision: MeasuredShare, recall: MeasuredShare) -> Double? {
      guard recall.total > 0 else { return nil }
      return Double(2 * recall.count) / Double(precision.total + recall.total)
    }
  }

  /// The figures of a group of messages.
  package struct GroupFigures: Sendable, Hashable {
    /// The name of the group in the data.
    package var name: String
    /// The share of its messages that are routed.
    package var coverage: MeasuredShare
    /// The share of its routed messages that are routed correctly.
    package var accuracy: MeasuredShare
  }

  /// The figures of messages for professionals, which are counted separately: the domain stays, and the coach points
  /// the person to other help.
  package struct ClinicalFigures: Sendable, Hashable {
    /// The share of these messages that are recognised.
    package var recognised: MeasuredShare
    /// The number of these messages that the coach asks about.
    package var asked: Int
    /// The share of all other messages that are taken for one of these.
    package var falseAlarms: MeasuredShare
  }

  /// The messages in a range of confidence, for calibration.
  package struct Bin: Sendable, Hashable {
    /// The range of confidence.
    package var range: Range<Double>
    /// The share of its messages whose most likely class is correct.
    package var right: MeasuredShare
    /// The mean confidence of its messages; `nil` if there are none.
    package var confidence: Double?
  }

  /// The number of scored messages: those whose label is a class, without those for professionals unless they count
  /// as a class.
  package var count: Int
  /// The number of messages whose label is not a class, by label; an empty label stands for none.
  package var leftOut: [String: Int]
  /// The share of scored messages that are routed.
  package var coverage: MeasuredShare
  /// The share of routed messages that are routed correctly.
  package var accuracy: MeasuredShare
  /// The classes that messages belong to or are routed to.
  package var classes: [ClassFigures]
  /// The figures by group.
  package var groups: [GroupFigures]
  /// The figures of messages for professionals; `nil` if there are none, or if they count as any other class.
  package var clinical: ClinicalFigures?
  /// The confusion matrix: counts by label and class, with ``asked`` for messages that the coach asks about.
  package var confusion: [String: [String: Int]]
  /// The calibration of the confidence in ten bins, including messages that the coach asks about.
  package var bins: [Bin]
  /// The expected calibration error (Naeini et al. 2015): the difference between confidence and accuracy over all
  /// bins, weighted by their messages; `nil` without messages.
  package var calibrationError: Double?
  /// The expected calibration error of routed messages.
  package var routedCalibrationError: Double?
  /// The routing times per message.
  package var times: MeasuredTimes
  /// The figures of conversations; `nil` if none has labels.
  package var conversations: RoutedConversations?
  /// Notes for people on what was left out of the data.
  package var notes: [String]

  /// The key in ``confusion`` of messages that the coach asks about.
  package static let asked = "asked"

  /// The mean F1 over the classes in the data; `nil` if there are none.
  package var macroF1: Double? { Self.mean(present.map(\.f1)) }
  /// The mean F1 over routed messages, over the classes with a routed message; `nil` if there are none.
  package var routedMacroF1: Double? { Self.mean(present.map(\.routedF1)) }

  private var present: [ClassFigures] { classes.filter { $0.recall.total > 0 } }

  private static func mean(_ values: [Double?]) -> Double? {
    let known = values.compactMap { $0 }
    return known.isEmpty ? nil : known.reduce(0, +) / Double(known.count)
  }
}

extension RouterMeasure {
  /// Returns the decision on a message, given its text, its history and the conversation's current domain.
  typealias Deciding = (String, [Message], String?) -> RoutingDecision

  /// Routes all messages and conversations of a table.
  ///
  /// - Parameter withClinical: whether messages for professionals count as any other class.
  package init(_ table: LabelledTable, library: DomainLibrary, withClinical: Bool = false) {
    self.init(table, library: library, withClinical: withClinical, embeddings: nil)
  }

  /// Runs the benchmark with the vectors of ``exchangeTexts(in:)``.
  package init(
    _ table: LabelledTable, library: DomainLibrary, withClinical: Bool,
    embeddings: ExchangeEmbeddings?
  ) {
    let router = library.router
    self.init(
      table,
      classes: library.domains.map(\.id) + library.outcomes.map(\.kind.rawValue),
      withClinical: withClinical
    ) {
      router.decide($0, history: $1, current: $2, preferred: [], embeddings: embeddings)
    }
  }

  /// Returns the texts whose vectors the router can use for the conversations and messages of a table.
  package static func exchangeTexts(in table: LabelledTable) -> [String] {
    let conversations =
      table.sessions.map { $0.turns.map(\.message) }
      + table.rows.map { $0.history + [Message(.user, $0.text)] }
    return conversations.flatMap { messages in
      RoutedExchange.all(in: messages).flatMap(\.texts)
    }
  }

  /// Runs the benchmark with any function that decides.
  init(_ table: LabelledTable, classes: [String], withClinical: Bool, decide: Deciding) {
    var stopwatch = Stopwatch()
    var leftOut: [String: Int] = [:]
    var decided: [Decided] = []
    for row in table.rows {
      guard let label = row.label, classes.contains(label) else {
        leftOut[row.label ?? "", default: 0] += 1
        continue
      }
      let decision = stopwatch.time { decide(row.text, row.history, nil) }
      decided.append(Decided(label: label, group: row.group, decision: decision))
    }
    let clinical = RoutingOutcome.Kind.clinical.rawValue
    let scored = withClinical ? decided : decided.filter { $0.label != clinical }
    let routed = scored.filter { $0.routed != nil }

    self.leftOut = leftOut
    count = scored.count
    coverage = scored.share { $0.routed != nil }
    accuracy = routed.share(where: \.isRight)
    self.classes = classes.map { id in
      ClassFigures(
        id: id, precision: routed.filter { $0.routed == id }.share(where: \.isRight),
        recall: scored.filter { $0.label == id }.share(where: \.isRight),
        routedRecall: routed.filter { $0.label == id }.share(where: \.isRight))
    }.filter { $0.recall.total > 0 || $0.precision.total > 0 }
    let named = Dictionary(grouping: scored.filter { $0.group != nil }) { $0.group ?? "" }
    groups = named.sorted { $0.key < $1.key }.map { name, members in
      GroupFigures(
        name: name, coverage: members.share { $0.routed != nil },
        accuracy: members.filter { $0.routed != nil }.share(where: \.isRight))
    }
    let forProfessionals = decided.filter { $0.label == clinical }
    if !withClinical, !forProfessionals.isEmpty {
      self.clinical = ClinicalFigures(
        recognised: forProfessionals.share { $0.routed == clinical },
        asked: forProfessionals.count { $0.routed == nil },
        falseAlarms: scored.share { $0.routed == clinical })
    }
    confusion = decided.reduce(into: [:]) {
      $0[$1.label, default: [:]][$1.routed ?? Self.asked, default: 0] += 1
    }
    bins = Self.bins(scored)
    calibrationError = Self.calibrationError(bins)
    routedCalibrationError = Self.calibrationError(Self.bins(routed))
    times = stopwatch.times
    conversations = RoutedConversations(table.sessions, classes: classes, decide: decide)
    notes = table.notes
  }

  /// A scored message with its decision.
  private struct Decided {
    var label: String
    var group: String?
    /// The class that it is routed to; `nil` if the coach asks.
    var routed: String?
    /// The most likely class, even if the coach asks.
    var likeliest: String?
    var confidence: Double

    init(label: String, group: String?, decision: RoutingDecision) {
      self.label = label
      self.group = group
      likeliest = decision.outcome?.rawValue ?? decision.domain
      routed = decision.needsClarification ? nil : likeliest
      confidence = decision.confidence
    }

    var isRight: Bool { routed == label }
  }

  private static func bins(_ decided: [Decided]) -> [Bin] {
    let binned = Dictionary(grouping: decided) { min(max(Int($0.confidence * 10), 0), 9) }
    return (0..<10).map { number in
      let members = binned[number] ?? []
      let sum = members.reduce(0) { $0 + $1.confidence }
      return Bin(
        range: Double(number) / 10..<Double(number + 1) / 10,
        right: members.share { $0.likeliest == $0.label },
        confidence: members.isEmpty ? nil : sum / Double(members.count))
    }
  }

  private static func calibrationError(_ bins: [Bin]) -> Double? {
    let total = bins.reduce(0) { $0 + $1.right.total }
    guard total > 0 else { return nil }
    return bins.reduce(0) { sum, bin in
      guard let share = bin.right.share, let confidence = bin.confidence else { return sum }
      let weight = Double(bin.right.total) / Double(total)
      return sum + abs(share - confidence) * weight
    }
  }
}
