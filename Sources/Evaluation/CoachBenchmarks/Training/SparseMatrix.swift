import TextAnalysis

/// Rows of which most values are zero.
package struct SparseMatrix: Sendable {
  /// The number of columns.
  package private(set) var width: Int
  /// The start of each row in ``columns``, and the end of the last.
  private(set) var starts = [0]
  private(set) var columns: [Int32] = []
  private(set) var values: [Float] = []

  /// Creates a matrix without rows.
  package init(width: Int) {
    self.width = width
  }

  package var height: Int { starts.count - 1 }

  /// Appends a row; repeated columns are added up.
  package mutating func append(_ row: [(column: Int32, value: Float)]) {
    for (column, value) in row.sorted(by: { $0.column < $1.column }) {
      if columns.count > starts[height], columns.last == column {
        values[values.count - 1] += value
      } else {
        columns.append(column)
        values.append(value)
      }
    }
    starts.append(columns.count)
  }

  /// Returns the product of a row and a vector.
  func product(_ row: Int, _ vector: UnsafeBufferPointer<Float>) -> Float {
    var sum: Float = 0
    for place in starts[row]..<starts[row + 1] {
      sum += values[place] * vector[Int(columns[place])]
    }
    return sum
  }

  /// Adds a multiple of a row to a vector.
  func add(_ row: Int, times factor: Float, to vector: UnsafeMutableBufferPointer<Float>) {
    for place in starts[row]..<starts[row + 1] {
      vector[Int(columns[place])] += factor * values[place]
    }
  }
}
