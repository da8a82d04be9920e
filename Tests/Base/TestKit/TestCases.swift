import Foundation

/// The number of random cases for each property.
///
/// The tests of a change take seconds; `make soak` runs the same ones with millions.
package enum TestCases {
  /// The number that `COACHKIT_CASES` sets; nil if it is not set.
  package static let asked = number("COACHKIT_CASES")

  /// The numbers of the cases: the usual number, or the one asked for up to a limit; or the one that `COACHKIT_SEED`
  /// selects.
  package static func seeds(_ usual: UInt64, atMost limit: UInt64 = .max) -> ClosedRange<UInt64> {
    if let seed = number("COACHKIT_SEED") { return seed...seed }
    return 1...max(1, min(asked ?? usual, limit))
  }

  private static func number(_ name: String) -> UInt64? {
    ProcessInfo.processInfo.environment[name].flatMap { UInt64($0) }
  }
}
