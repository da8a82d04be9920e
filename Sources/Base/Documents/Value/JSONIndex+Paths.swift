/// A step from a JSON value to one inside it.
package enum JSONStep: Sendable, Hashable {
  case member(String)
  case element(Int)
}

extension JSONIndex {
  /// Returns the offset of the value at the end of a path, or of the last one on the path that exists.
  ///
  /// Parsed values do not store their positions, most of which are never needed. The text is indexed again when one is; for
  /// a text that is not JSON its start is returned.
  package static func offset(of path: [JSONStep], in text: ArraySlice<UInt8>) -> Int {
    var index = JSONIndex()
    let (position, _) = index.reading(text, at: path)
    return text.startIndex + (position.map { Int(index.entries[$0].start) } ?? 0)
  }

  /// Returns where the elements of the list at the end of a path are.
  package static func elementRanges(
    of path: [JSONStep], in text: ArraySlice<UInt8>
  ) -> [Range<Int>] {
    var index = JSONIndex()
    guard case (let position?, isComplete: true) = index.reading(text, at: path),
      index.entries[position].kind == .array
    else { return [] }
    return index.children(ofEntryAt: position).map {
      let entry = index.entries[$0]
      return text.startIndex + Int(entry.start)..<text.startIndex + Int(entry.end)
    }
  }

  /// Indexes a text and follows a path in it as far as it exists; no position if the text is not JSON.
  private mutating func reading(
    _ text: ArraySlice<UInt8>, at path: [JSONStep]
  ) -> (position: Int?, isComplete: Bool) {
    guard (try? read(text.span)) != nil else { return (nil, false) }
    var position = 0
    for step in path {
      guard let next = child(step, ofEntryAt: position) else { return (position, false) }
      position = next
    }
    return (position, true)
  }

  private func child(_ step: JSONStep, ofEntryAt position: Int) -> Int? {
    let children = children(ofEntryAt: position)
    switch (step, entries[position].kind) {
    case (.element(let number), .array):
      return children.indices.contains(number) ? children[number] : nil
    case (.member(let name), .object):
      guard let key = children.first(where: { string(entries[$0]).isExactly(name) }) else {
        return nil
      }
      return Int(entries[key].next)
    default: return nil
    }
  }

  /// Where the first name stands that its object has already; nil if no object has a name twice.
  var offsetOfRepeatedName: Int? {
    var offsets: [Int] = []
    for (position, entry) in entries.enumerated() where entry.kind == .object {
      var names: Set<ExactText> = []
      let repeated = children(ofEntryAt: position).first {
        !names.insert(ExactText(string(entries[$0]))).inserted
      }
      if let repeated { offsets.append(Int(entries[repeated].start)) }
    }
    return offsets.min()
  }

  /// The positions of a list's elements, or of an object's names.
  private func children(ofEntryAt position: Int) -> [Int] {
    let isObject = entries[position].kind == .object
    var children: [Int] = []
    var at = position + 1
    while at < Int(entries[position].next) {
      children.append(at)
      let value = isObject ? Int(entries[at].next) : at
      at = Int(entries[value].next)
    }
    return children
  }
}
