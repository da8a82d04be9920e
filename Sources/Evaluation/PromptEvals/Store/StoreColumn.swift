import GRDB

/// A column of a file that anyone may have written.
///
/// SQLite checks no types: a column of integers can hold texts, and a count can be negative or larger than any sum can
/// hold. A value of the wrong type would stop the process, and a value of the right type that no run has would distort
/// the results. So each column has an expression that returns a value of its type, and a condition for the values that
/// this program writes.
struct StoreColumn {
  let name: String
  /// What to select.
  let value: String
  /// Whether the stored value is one that this program writes; never NULL.
  let isValid: String

  /// A text; empty instead of a missing one.
  static func text(_ name: String) -> Self {
    Self(name: name, value: "CAST(coalesce(\(name), '') AS TEXT)", isValid: isText(name))
  }

  /// A text, or NULL.
  static func optionalText(_ name: String) -> Self {
    Self(
      name: name, value: "CAST(\(name) AS TEXT)", isValid: "(\(name) IS NULL OR \(isText(name)))")
  }

  /// A count in ``StoredRange/counts``; 0 instead of any other value.
  static func count(_ name: String) -> Self {
    let range = StoredRange.counts
    let isValid =
      "(typeof(\(name)) = 'integer' AND \(name) BETWEEN \(range.lowerBound) AND \(range.upperBound))"
    return Self(
      name: name, value: "CASE WHEN \(isValid) THEN \(name) ELSE 0 END", isValid: isValid)
  }

  /// A flag; false instead of any other value.
  static func flag(_ name: String) -> Self {
    Self(name: name, value: "coalesce(\(name), 0) = 1", isValid: "coalesce(\(name) IN (0, 1), 0)")
  }

  /// A flag, or NULL.
  static func optionalFlag(_ name: String) -> Self {
    Self(
      name: name, value: "CASE WHEN \(name) IN (0, 1) THEN \(name) END",
      isValid: "(\(name) IS NULL OR \(name) IN (0, 1))")
  }

  /// A number in a range, or NULL instead of any other value.
  static func number(_ name: String, in range: ClosedRange<Double>) -> Self {
    let isInRange =
      "(typeof(\(name)) IN ('real', 'integer')"
      + " AND \(name) BETWEEN \(range.lowerBound) AND \(range.upperBound))"
    return Self(
      name: name, value: "CASE WHEN \(isInRange) THEN CAST(\(name) AS REAL) END",
      isValid: "(\(name) IS NULL OR \(isInRange))")
  }

  private static func isText(_ name: String) -> String { "typeof(\(name)) = 'text'" }
}

extension [StoreColumn] {
  /// The columns of a query, and a last one, `isDamaged`: whether a value is none that this program writes.
  var selection: String {
    let values = map { "\($0.value) AS \($0.name)" }.joined(separator: ", ")
    return "\(values), NOT (\(map(\.isValid).joined(separator: " AND "))) AS isDamaged"
  }
}

extension Row {
  /// The text of a column, or bytes that are one; `nil` for any other value.
  func text(_ column: String) -> String? { value(column).flatMap { String.fromDatabaseValue($0) } }

  /// The count of a column; `nil` for any other value.
  func count(_ column: String) -> Int? {
    value(column).flatMap { Int.fromDatabaseValue($0) }?.within(StoredRange.counts)
  }

  /// The value of a column, whatever its type; the other ways to read one stop the process if it has another type.
  private func value(_ column: String) -> DatabaseValue? { self[column] }
}
