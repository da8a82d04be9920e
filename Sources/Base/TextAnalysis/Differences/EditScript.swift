/// The removals and additions that turn one list into another, in order.
///
/// Short lists are compared exactly. In long ones, elements that occur once in both are the fixed points between which
/// the rest is compared: the exact algorithm takes time and memory that grow with the square of the difference.
package struct EditScript {
  package enum Edit: Hashable {
    /// An element of both lists, by its index in the first.
    case same(Int)
    /// An element of the first list only, by its index there.
    case removed(Int)
    /// An element of the second list only, by its index there.
    case added(Int)
  }

  /// The number of elements of both lists together up to which they are compared exactly at once.
  private static let short = 500
  /// The number up to which they are compared exactly if they have no fixed points.
  private static let long = 2_000
  /// How often the part between two fixed points is searched for further ones.
  private static let maximumDepth = 20

  package private(set) var edits: [Edit] = []
  private let before: [Int]
  private let after: [Int]

  package init(from before: [String], to after: [String]) {
    // Numbers instead of texts, which are compared many times.
    var numbers: [String: Int] = [:]
    let number = { (text: String) -> Int in
      if let known = numbers[text] { return known }
      numbers[text] = numbers.count
      return numbers.count - 1
    }
    self.before = before.map(number)
    self.after = after.map(number)
    compare(before.indices, after.indices, depth: 0)
  }

  private mutating func compare(_ old: Range<Int>, _ new: Range<Int>, depth: Int) {
    var (old, new) = (old, new)
    while let first = old.first, let other = new.first, before[first] == after[other] {
      edits.append(.same(first))
      old = (first + 1)..<old.upperBound
      new = (other + 1)..<new.upperBound
    }
    var end = 0
    while end < min(old.count, new.count),
      before[old.upperBound - 1 - end] == after[new.upperBound - 1 - end]
    {
      end += 1
    }
    let tail = (old.upperBound - end)..<old.upperBound
    old = old.lowerBound..<(old.upperBound - end)
    new = new.lowerBound..<(new.upperBound - end)
    compareMiddle(old, new, depth: depth)
    edits += tail.map { .same($0) }
  }

  private mutating func compareMiddle(_ old: Range<Int>, _ new: Range<Int>, depth: Int) {
    let count = old.count + new.count
    if old.isEmpty || new.isEmpty { return replace(old, new) }
    if count <= Self.short { return compareExactly(old, new) }
    let points = depth < Self.maximumDepth ? fixedPoints(old, new) : []
    if points.isEmpty { return count <= Self.long ? compareExactly(old, new) : replace(old, new) }
    var (nextOld, nextNew) = (old.lowerBound, new.lowerBound)
    for point in points {
      compare(nextOld..<point.old, nextNew..<point.new, depth: depth + 1)
      edits.append(.same(point.old))
      (nextOld, nextNew) = (point.old + 1, point.new + 1)
    }
    compare(nextOld..<old.upperBound, nextNew..<new.upperBound, depth: depth + 1)
  }

  private mutating func replace(_ old: Range<Int>, _ new: Range<Int>) {
    edits += old.map { .removed($0) }
    edits += new.map { .added($0) }
  }

  private mutating func compareExactly(_ old: Range<Int>, _ new: Range<Int>) {
    var removals: Set<Int> = []
    var insertions: Set<Int> = []
    for change in Array(after[new]).difference(from: Array(before[old])) {
      switch change {
      case .remove(let offset, _, _): removals.insert(old.lowerBound + offset)
      case .insert(let offset, _, _): insertions.insert(new.lowerBound + offset)
      }
    }
    var (nextOld, nextNew) = (old.lowerBound, new.lowerBound)
    while nextOld < old.upperBound || nextNew < new.upperBound {
      if nextOld < old.upperBound, removals.contains(nextOld) {
        edits.append(.removed(nextOld))
        nextOld += 1
      } else if nextNew < new.upperBound, insertions.contains(nextNew) {
        edits.append(.added(nextNew))
        nextNew += 1
      } else {
        edits.append(.same(nextOld))
        nextOld += 1
        nextNew += 1
      }
    }
  }

  /// Returns the longest sequence of elements that occur once in both parts and are in the same order in both.
  private func fixedPoints(_ old: Range<Int>, _ new: Range<Int>) -> [(old: Int, new: Int)] {
    let places = Self.singles(in: before, old)
    let counterparts = Self.singles(in: after, new)
    let pairs = new.compactMap { index -> (old: Int, new: Int)? in
      guard counterparts[after[index]] == index, let place = places[after[index]] else {
        return nil
      }
      return (place, index)
    }
    return Self.longestIncreasing(pairs)
  }

  /// Returns the indices of the elements that occur once in a part of a list.
  private static func singles(in list: [Int], _ range: Range<Int>) -> [Int: Int] {
    var places: [Int: Int] = [:]
    var repeated: Set<Int> = []
    for index in range where places.updateValue(index, forKey: list[index]) != nil {
      repeated.insert(list[index])
    }
    return places.filter { !repeated.contains($0.key) }
  }

  /// Returns the longest subsequence whose indices in the first list increase.
  private static func longestIncreasing(
    _ pairs: [(old: Int, new: Int)]
  ) -> [(old: Int, new: Int)] {
    // By length, the pair with the smallest index that ends a subsequence of that length.
    var ends: [Int] = []
    var previous = [Int?](repeating: nil, count: pairs.count)
    for (position, pair) in pairs.enumerated() {
      var (low, high) = (0, ends.count)
      while low < high {
        let middle = (low + high) / 2
        if pairs[ends[middle]].old < pair.old { low = middle + 1 } else { high = middle }
      }
      previous[position] = low > 0 ? ends[low - 1] : nil
      if low < ends.count { ends[low] = position } else { ends.append(position) }
    }
    var result: [(old: Int, new: Int)] = []
    var position = ends.last
    while let at = position {
      result.append(pairs[at])
      position = previous[at]
    }
    return result.reversed()
  }
}
