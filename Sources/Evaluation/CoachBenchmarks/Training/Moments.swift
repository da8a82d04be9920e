/// Means and standard deviations of the numbers of vectors.
enum Moments {
  /// Returns the mean of each number, and one over its standard deviation; 0 for a number that never changes.
  static func of(_ vectors: [[Float]]) -> (means: [Float], scales: [Float]) {
    let dimensions = vectors.first?.count ?? 0
    var sums = [Double](repeating: 0, count: dimensions)
    var squares = sums
    for vector in vectors {
      for place in 0..<dimensions {
        sums[place] += Double(vector[place])
        squares[place] += Double(vector[place]) * Double(vector[place])
      }
    }
    let count = Double(max(1, vectors.count))
    let means = sums.map { $0 / count }
    let scales = zip(squares, means).map { square, mean in
      let variance = square / count - mean * mean
      return Float(variance > 1e-12 ? 1 / variance.squareRoot() : 0)
    }
    return (means.map { Float($0) }, scales)
  }
}
