/// A confusion matrix: a grader's calls against the ground truth.
package struct ConfusionCounts: Sendable, Hashable {
  /// Positive items that the grader calls positive.
  package var truePositives = 0
  /// Negative items that the grader calls positive.
  package var falsePositives = 0
  /// Positive items that the grader calls negative.
  package var falseNegatives = 0
  /// Negative items that the grader calls negative.
  package var trueNegatives = 0

  package init() {}

  package mutating func add(isPositive: Bool, isCalledPositive: Bool) {
    switch (isPositive, isCalledPositive) {
    case (true, true): truePositives += 1
    case (false, true): falsePositives += 1
    case (true, false): falseNegatives += 1
    case (false, false): trueNegatives += 1
    }
  }

  /// TP/(TP + FP); `nil` if no item is called positive.
  package var precision: Double? { Self.share(truePositives, rest: falsePositives) }

  /// TP/(TP + FN); `nil` if no item is positive.
  package var recall: Double? { Self.share(truePositives, rest: falseNegatives) }

  /// The harmonic mean of precision and recall, 2TP/(2TP + FP + FN); `nil` if no item is positive
  /// or called positive.
  package var f1: Double? { Self.share(2 * truePositives, rest: falsePositives + falseNegatives) }

  private static func share(_ part: Int, rest: Int) -> Double? {
    part + rest > 0 ? Double(part) / Double(part + rest) : nil
  }
}
