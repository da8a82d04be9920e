import EvalStatistics

/// How many requests of a challenger differ from the baseline's.
///
/// A pair of requests that are the same can show no difference between two versions, however many of them are sent.
public struct RequestDifference: Sendable, Hashable {
  /// The requests for the messages with one number.
  public struct Message: Sendable, Hashable {
    /// The number among the coach's messages, from 1.
    public var number: Int
    /// The number of transcripts in which the requests of both sides are known.
    public var compared: Int
    /// The number of transcripts in which they differ.
    public var differing: Int
  }

  /// The ID of the challenger.
  public var challenger: String
  /// The ID of the baseline.
  public var baseline: String
  /// The messages of which the requests of both sides are known, by number.
  public var messages: [Message]
  /// Whether the two sides ask different models, so that every request differs.
  public var isOfOtherModels: Bool
  /// Whether the prompts of the two sides declare other tags, another schema or another contract of their replies, so that
  /// the same reply is not read in the same way.
  public var readsDifferently = false
  /// The number of messages whose requests are not known, because they contain earlier replies or were not stored.
  public var unknown = 0

  /// The number of pairs of requests that are known.
  public var compared: Int { messages.reduce(0) { $0 + $1.compared } }

  /// The number of pairs that differ.
  public var differing: Int { messages.reduce(0) { $0 + $1.differing } }

  /// Whether the sides send the same requests, as far as they are known, there is no other, and both read replies in the
  /// same way.
  public var isNone: Bool {
    compared > 0 && differing == 0 && unknown == 0 && !readsDifferently
  }

  /// Whether some pairs differ and others do not.
  public var isPartial: Bool { differing > 0 && differing < compared }

  /// The numbers of the messages with pairs that differ.
  public var differingMessages: [Int] { messages.filter { $0.differing > 0 }.map(\.number) }

  /// How many pairs differ, in words: `v9 differs from v3 in 12 of 57 requests`.
  public var summary: String {
    guard differing > 0 else {
      let rest = readsDifferently ? ", and differ in what they declare of replies" : ""
      return
        "\(challenger) and \(baseline) send the same \(Figures.counted(compared, "request"))\(rest)"
    }
    let all = Figures.counted(compared, "request")
    return differing == compared
      ? "\(challenger) differs from \(baseline) in all \(all)"
      : "\(challenger) differs from \(baseline) in \(Figures.count(differing)) of \(all)"
  }

  /// Where pairs differ, in words: `at messages 9 and 10`; empty if there is only one message, or none differs.
  public var place: String {
    guard messages.count > 1, differing > 0 else { return "" }
    return "at \(MessageNumbers.words(differingMessages))"
  }
}

/// Numbers of messages in words.
enum MessageNumbers {
  /// Returns the numbers with their noun: `message 9`, `messages 2–4 and 9`.
  static func words(_ numbers: [Int]) -> String {
    let ranges = ranges(numbers).map { range in
      range.count == 1
        ? ["\(range.lowerBound)"]
        : range.count == 2
          ? ["\(range.lowerBound)", "\(range.upperBound)"]
          : ["\(range.lowerBound)–\(range.upperBound)"]
    }.flatMap { $0 }
    let listed =
      ranges.count > 1
      ? "\(ranges.dropLast().joined(separator: ", ")) and \(ranges[ranges.count - 1])"
      : ranges.joined()
    return numbers.count == 1 ? "message \(listed)" : "messages \(listed)"
  }

  /// Returns the numbers as a suite writes them: `[2-4, 9]`.
  static func suite(_ numbers: [Int]) -> String {
    let parts = ranges(numbers).map { range in
      range.count == 1 ? "\(range.lowerBound)" : "\(range.lowerBound)-\(range.upperBound)"
    }
    return "[\(parts.joined(separator: ", "))]"
  }

  private static func ranges(_ numbers: [Int]) -> [ClosedRange<Int>] {
    numbers.sorted().reduce(into: []) { ranges, number in
      if let last = ranges.last, number <= last.upperBound + 1 {
        ranges[ranges.count - 1] = last.lowerBound...max(last.upperBound, number)
      } else {
        ranges.append(number...number)
      }
    }
  }
}

extension SentRequests {
  /// Returns how the requests of two sides differ; `nil` if they have no message in common.
  ///
  /// - Parameters:
  ///   - baseline: The index and the ID of the baseline.
  ///   - challenger: The index and the ID of the challenger.
  ///   - isOfOtherModels: Whether the two sides ask different models.
  ///   - readsDifferently: Whether the prompts of the two sides declare something else of their replies.
  ///   - unknown: The number of messages of each side that are not among the requests.
  func difference(
    of challenger: (index: Int, id: String), from baseline: (index: Int, id: String),
    isOfOtherModels: Bool, readsDifferently: Bool = false, unknown: Int = 0
  ) -> RequestDifference? {
    guard sides.indices.contains(challenger.index), sides.indices.contains(baseline.index) else {
      return nil
    }
    let before = sides[baseline.index].reduce(into: [RequestNode: UInt64]()) {
      $0[$1.node] = $1.digest
    }
    var found: [Int: RequestDifference.Message] = [:]
    var unknown = unknown
    for entry in sides[challenger.index] {
      guard let old = before[entry.node] else { continue }
      guard isOfOtherModels || old != SentRequest.unknown && entry.digest != SentRequest.unknown
      else {
        // Neither side asked a model: the product answered, or the message failed before.
        if old != entry.digest { unknown += 1 }
        continue
      }
      let number = Int(entry.message)
      var message =
        found[number] ?? RequestDifference.Message(number: number, compared: 0, differing: 0)
      message.compared += 1
      if isOfOtherModels || old != entry.digest { message.differing += 1 }
      found[number] = message
    }
    guard !found.isEmpty || unknown > 0 else { return nil }
    return RequestDifference(
      challenger: challenger.id, baseline: baseline.id,
      messages: found.values.sorted { $0.number < $1.number }, isOfOtherModels: isOfOtherModels,
      readsDifferently: readsDifferently, unknown: unknown)
  }
}
