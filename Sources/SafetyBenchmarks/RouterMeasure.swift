public import CoachDomains
import CoachModel

/// How well the local router tells what messages and conversations are about.
///
/// A message about which the coach would ask first is not routed: it counts for coverage and not for accuracy. One that
/// is taken for no coaching matter, or for professionals, counts as that class.
public struct RouterMeasure: Sendable {
  /// How a class came out.
  public struct ClassFigures: Sendable, Hashable {
    /// The domain's id, or the outcome's word.
    public var id: String
    /// Of the messages routed there, those that belong there.
    public var precision: MeasuredShare
    /// Of the messages that belong there, those that are routed there. One that is asked about is missed.
    public var recall: MeasuredShare
    /// The same without those that are asked about.
    public var routedRecall: MeasuredShare

    /// The harmonic mean of precision and recall, 2TP/(2TP + FP + FN); nil of a class that no message has.
    public var f1: Double? { Self.f1(precision, recall) }
    /// The same without messages that are asked about.
    public var routedF1: Double? { Self.f1(precision, routedRecall) }

    private static func f1(_ precision: MeasuredShare, _ recall: MeasuredShare) -> Double? {
      guard recall.total > 0 else { return nil }
      return Double(2 * recall.count) / Double(precision.total + recall.total)
    }
  }

  /// How the messages of a group came out.
  public struct GroupFigures: Sendable, Hashable {
    /// The group's name.
    public var name: String
    /// The share that is routed.
    public var coverage: MeasuredShare
    /// Of those, the share that is right.
    public var accuracy: MeasuredShare
  }

  /// Messages for professionals, which are counted apart: the domain stays, and the coach points to others.
  public struct ClinicalFigures: Sendable, Hashable {
    /// Of them, those that are recognised.
    public var recognised: MeasuredShare
    /// How many of them are asked about.
    public var asked: Int
    /// Of all other messages, those that are taken for one.
    public var falseAlarms: MeasuredShare
  }

  /// Messages of about the same confidence.
  public struct Bin: Sendable, Hashable {
    /// The confidences that belong here.
    public var range: Range<Double>
    /// Of its messages, those whose likeliest class is right.
    public var right: MeasuredShare
    /// Their mean confidence; nil where it is empty.
    public var confidence: Double?
  }

  /// The messages that count: with a label that is a class.
  public var count: Int
  /// How many messages have a label that is no class, by label; the empty one stands for none.
  public var leftOut: [String: Int]
  /// Of the messages that count, those that are routed.
  public var coverage: MeasuredShare
  /// Of those, the share that is right.
  public var accuracy: MeasuredShare
  /// The classes that messages have or are routed to.
  public var classes: [ClassFigures]
  /// By group.
  public var groups: [GroupFigures]
  /// Nil where no message is labelled so, or they count as any other class.
  public var clinical: ClinicalFigures?
  /// By label and class how many; what is asked about stands under ``asked``.
  public var confusion: [String: [String: Int]]
  /// By confidence, whether the likeliest class is right, also where it is asked about.
  public var bins: [Bin]
  /// How far confidence and share differ, over all bins weighted by their messages: the expected calibration error
  /// (Naeini et al. 2015). Nil of nothing.
  public var calibrationError: Double?
  /// The same for what is routed.
  public var routedCalibrationError: Double?
  /// The time for a message.
  public var times: MeasuredTimes
  /// Nil where no conversation has labels.
  public var conversations: RoutedConversations?
  /// What was left out of the data, for people.
  public var notes: [String]

  /// The word in ``confusion`` for messages that are asked about.
  public static let asked = "asked"

  /// The mean F1 over the classes that the data has; nil where it has none.
  public var macroF1: Double? { Self.mean(present.map(\.f1)) }
  /// The same without messages that are asked about, over the classes of which one is routed.
  public var routedMacroF1: Double? { Self.mean(present.map(\.routedF1)) }

  private var present: [ClassFigures] { classes.filter { $0.recall.total > 0 } }

  private static func mean(_ values: [Double?]) -> Double? {
    let known = values.compactMap { $0 }
    return known.isEmpty ? nil : known.reduce(0, +) / Double(known.count)
  }
}

extension RouterMeasure {
  /// Decides a message: the words, what was said before, and the domain that the conversation is in.
  typealias Deciding = (String, [Message], String?) -> RoutingDecision

  /// Routes everything that the data holds.
  ///
  /// - Parameter withClinical: whether messages for professionals count as any other class.
  public init(_ table: LabelledTable, library: DomainLibrary, withClinical: Bool = false) {
    let router = DomainRouter(library)
    self.init(
      table,
      classes: library.domains.map(\.id) + library.outcomes.map(\.kind.rawValue),
      withClinical: withClinical
    ) { router.decide($0, history: $1, current: $2) }
  }

  /// The same with decisions from elsewhere.
  init(_ table: LabelledTable, classes: [String], withClinical: Bool, _ decide: Deciding) {
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
    conversations = RoutedConversations(table.sessions, classes: classes, decide)
    notes = table.notes
  }

  /// A message with its decision.
  private struct Decided {
    var label: String
    var group: String?
    /// The class it is routed to; nil where it is asked about.
    var routed: String?
    /// The likeliest class.
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
