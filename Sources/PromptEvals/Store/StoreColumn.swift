/// Expressions that read a column of a file that anyone may have written.
///
/// SQLite checks no types: a column of integers can hold texts, and a count can be negative or larger than any sum can
/// hold. A value of the wrong type would stop the process, so each expression returns a value of its type in a range
/// with which the analysis can compute.
enum StoreColumn {
  /// A text; empty instead of a missing one.
  static func text(_ name: String) -> String { "CAST(coalesce(\(name), '') AS TEXT) AS \(name)" }

  /// A text, or NULL.
  static func optionalText(_ name: String) -> String { "CAST(\(name) AS TEXT) AS \(name)" }

  /// A count, moved into ``StoredRange/counts``.
  static func count(_ name: String) -> String {
    let range = StoredRange.counts
    return
      "min(max(CAST(coalesce(\(name), 0) AS INTEGER), \(range.lowerBound)), \(range.upperBound))"
      + " AS \(name)"
  }

  /// A flag; false instead of a missing one.
  static func flag(_ name: String) -> String { "coalesce(\(name), 0) = 1 AS \(name)" }

  /// A flag, or NULL.
  static func optionalFlag(_ name: String) -> String {
    "CASE WHEN \(name) IN (0, 1) THEN \(name) END AS \(name)"
  }

  /// A number in a range, or NULL instead of any other value.
  static func number(_ name: String, in range: ClosedRange<Double>) -> String {
    """
    CASE WHEN typeof(\(name)) IN ('real', 'integer')
      AND \(name) BETWEEN \(range.lowerBound) AND \(range.upperBound)
    THEN CAST(\(name) AS REAL) END AS \(name)
    """
  }
}
