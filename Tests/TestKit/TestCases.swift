import Foundation

/// How many random cases a property is tried with.
///
/// The tests of a change take seconds; `make soak` runs the same ones with millions.
package enum TestCases {
  /// How many `COACHKIT_CASES` asks for; nil without it.
  package static let asked = number("COACHKIT_CASES")

  /// The numbers of the cases: so many, or as many as are asked for and no more than a limit; or the one that
  /// `COACHKIT_SEED` picks.
  package static func seeds(_ usual: UInt64, atMost limit: UInt64 = .max) -> ClosedRange<UInt64> {
    if let seed = number("COACHKIT_SEED") { return seed...seed }
    return 1...max(1, min(asked ?? usual, limit))
  }

  private static func number(_ name: String) -> UInt64? {
    ProcessInfo.processInfo.environment[name].flatMap { UInt64($0) }
  }
}
