/// How a grader's yes and no compare with the truth.
package struct ConfusionCounts: Sendable, Hashable {
  /// Items that the grader calls positive and that are.
  package var truePositives = 0
  /// Items that it calls positive and that are not.
  package var falsePositives = 0
  /// Items that are positive and that it misses.
  package var falseNegatives = 0
  /// Items that it rightly calls negative.
  package var trueNegatives = 0

  /// Counts of nothing.
  package init() {}

  /// Counts an item.
  package mutating func add(isPositive: Bool, isCalledPositive: Bool) {
    switch (isPositive, isCalledPositive) {
    case (true, true): truePositives += 1
    case (false, true): falsePositives += 1
    case (true, false): falseNegatives += 1
    case (false, false): trueNegatives += 1
    }
  }

  /// Of what is called positive, the share that is; nil when nothing is called positive.
  package var precision: Double? { Self.share(truePositives, falsePositives) }

  /// Of what is positive, the share that is found; nil when nothing is positive.
  package var recall: Double? { Self.share(truePositives, falseNegatives) }

  /// The harmonic mean of precision and recall, 2TP/(2TP + FP + FN); nil when nothing is positive
  /// nor called so.
  package var f1: Double? { Self.share(2 * truePositives, falsePositives + falseNegatives) }

  private static func share(_ part: Int, _ rest: Int) -> Double? {
    part + rest > 0 ? Double(part) / Double(part + rest) : nil
  }
}
