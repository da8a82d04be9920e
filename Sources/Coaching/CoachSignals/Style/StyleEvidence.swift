import CoachModel
import Documents

/// How deeply a person answered replies at either end of each dimension, by domain.
///
/// It is a sum, so that sessions are added up, and without text.
struct StyleEvidence: Sendable, Hashable {
  /// The answers to replies at one end of a dimension.
  struct Answers: Sendable, Hashable {
    /// The number of answers.
    var count = 0
    /// The sum of their depths, each minus the mean depth of its session.
    var sum = 0.0

    static func += (left: inout Answers, right: Answers) {
      left.count += right.count
      left.sum += right.sum
    }
  }

  /// The answers by the id of the domain, which is empty where it is unknown.
  private(set) var domains: [String: [StyleDimension: (first: Answers, second: Answers)]] = [:]

  init() {}

  /// Whether nothing is known of how the person answers.
  var isEmpty: Bool { domains.isEmpty }

  /// A message of the coach with the person's answer to it.
  struct Exchange {
    var reply: String
    var answer: String
    /// The id of the domain; `nil` if it is unknown.
    var domain: String?
  }

  /// Creates the evidence of a session.
  init(_ exchanges: [Exchange], language: String) {
    // A single answer cannot be compared with others.
    guard exchanges.count > 1 else { return }
    let words = exchanges.reduce(0) { $0 + AnswerDepth.words(in: $1.reply) }
    let usual = words / Double(exchanges.count)
    let pairs = exchanges.map { exchange in
      (
        manner: ReplyManner(exchange.reply, language: language, among: usual),
        domain: exchange.domain ?? "", depth: AnswerDepth.depth(of: exchange.answer)
      )
    }
    let mean = pairs.reduce(0) { $0 + $1.depth } / Double(pairs.count)
    for pair in pairs {
      for (dimension, pole) in pair.manner.poles {
        add(Answers(count: 1, sum: pair.depth - mean), to: dimension, pole, in: pair.domain)
      }
    }
  }

  private mutating func add(
    _ answers: Answers, to dimension: StyleDimension, _ pole: StylePole, in domain: String
  ) {
    var both = domains[domain]?[dimension] ?? (Answers(), Answers())
    switch pole {
    case .first: both.first += answers
    case .second: both.second += answers
    }
    domains[domain, default: [:]][dimension] = both
  }

  static func += (left: inout StyleEvidence, right: StyleEvidence) {
    for (domain, dimensions) in right.domains {
      for (dimension, both) in dimensions {
        left.add(both.first, to: dimension, .first, in: domain)
        left.add(both.second, to: dimension, .second, in: domain)
      }
    }
  }

  /// Returns the answers in a domain, or in all of them.
  func answers(_ dimension: StyleDimension, in domain: String? = nil) -> (
    first: Answers, second: Answers
  ) {
    var both = (first: Answers(), second: Answers())
    for (name, dimensions) in domains.sorted(by: { $0.key < $1.key })
    where domain == nil || name == domain {
      guard let found = dimensions[dimension] else { continue }
      both.first += found.first
      both.second += found.second
    }
    return both
  }

  static func == (left: StyleEvidence, right: StyleEvidence) -> Bool {
    left.numbers == right.numbers
  }

  func hash(into hasher: inout Hasher) { hasher.combine(numbers) }

  // MARK: JSON

  /// For each domain, four numbers for each dimension in order: count and sum of the first pole, and of the second.
  private var numbers: [String: [Double]] {
    domains.mapValues { dimensions in
      StyleDimension.allCases.flatMap { dimension -> [Double] in
        let both = dimensions[dimension] ?? (Answers(), Answers())
        return [
          Double(both.first.count), both.first.sum, Double(both.second.count), both.second.sum,
        ]
      }
    }
  }

  private init?(numbers: [String: [Double]]) {
    for (domain, row) in numbers {
      guard row.count == 4 * StyleDimension.allCases.count else { return nil }
      for (place, dimension) in StyleDimension.allCases.enumerated() {
        let part = row[(place * 4)..<(place * 4 + 4)].map { $0 }
        guard let first = Int(exactly: part[0]), let second = Int(exactly: part[2]),
          [first, second].allSatisfy({ (0...JSONForm<Int>.largestCount).contains($0) })
        else { return nil }
        add(Answers(count: first, sum: part[1]), to: dimension, .first, in: domain)
        add(Answers(count: second, sum: part[3]), to: dimension, .second, in: domain)
      }
    }
  }

  static var form: JSONForm<StyleEvidence> {
    .converted(
      .map(.list(.finite)), write: \.numbers, read: { StyleEvidence(numbers: $0) },
      "style.evidence", "is not evidence of a style")
  }
}
