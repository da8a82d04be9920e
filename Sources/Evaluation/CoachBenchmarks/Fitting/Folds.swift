/// A part of labelled data that is evenly spread over it.
enum EvenSpread {
  /// Returns the distance between the items of the part, so that there are about `maximum`.
  static func step(over count: Int, maximum: Int) -> Int { max(0, count - 1) / maximum + 1 }
}

/// Parts of labelled data that are left out of a fit in turn, so that it is judged by what it has not seen.
enum Folds {
  /// Returns what some work finds for each fold, in their order. Folds are worked on side by side, one on each processor.
  static func map<Found: Sendable>(
    _ count: Int, _ work: @escaping @Sendable (_ fold: Int) -> Found
  ) async -> [Found] {
    await withTaskGroup(of: (Int, Found).self) { group in
      for fold in 0..<count { group.addTask { (fold, work(fold)) } }
      var found: [Int: Found] = [:]
      for await (fold, result) in group { found[fold] = result }
      return (0..<count).compactMap { found[$0] }
    }
  }

  /// Returns the fold of each item, given by writer: all items of a writer have the same, and those of nobody one after the
  /// other.
  static func ofWriters(_ writers: [String], count: Int) -> [Int] {
    let numbers = Dictionary(
      uniqueKeysWithValues: Set(writers).subtracting([""]).sorted().enumerated().map {
        ($1, $0 % count)
      })
    return writers.enumerated().map { numbers[$1] ?? $0 % count }
  }
}
