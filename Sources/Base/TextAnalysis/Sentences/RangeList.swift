/// Ranges in ascending order that do not overlap, in which a position is found in logarithmic time.
struct RangeList {
  private let ranges: [Range<Int>]

  init(_ ranges: [Range<Int>]) { self.ranges = ranges }

  /// Returns the range that contains a position; `nil` if none does.
  func range(containing position: Int) -> Range<Int>? {
    var (low, high) = (0, ranges.count)
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].upperBound <= position { low = middle + 1 } else { high = middle }
    }
    return low < ranges.count && ranges[low].contains(position) ? ranges[low] : nil
  }

  /// Returns whether a position is in a range, and neither at its beginning nor at its end.
  func isInside(_ position: Int) -> Bool {
    guard let range = range(containing: position) else { return false }
    return range.lowerBound < position && position < range.upperBound - 1
  }

  /// Returns whether one of some ascending positions is in a range.
  static func contains(anyOf positions: [Int], in range: Range<Int>) -> Bool {
    var (low, high) = (0, positions.count)
    while low < high {
      let middle = (low + high) / 2
      if positions[middle] < range.lowerBound { low = middle + 1 } else { high = middle }
    }
    return low < positions.count && positions[low] < range.upperBound
  }
}
