/// Orders `v9` before `v10`: runs of digits are compared as numbers.
package struct VersionOrder: Comparable {
  private let parts: [(text: String, number: Int)]

  package init(_ version: String?) {
    var parts: [(text: String, number: Int)] = []
    var rest = Substring(version ?? "")
    while !rest.isEmpty {
      let text = rest.prefix { !$0.isNumber }
      let digits = rest.dropFirst(text.count).prefix { $0.isNumber }
      parts.append((String(text), Int(digits) ?? -1))
      rest = rest.dropFirst(text.count + digits.count)
    }
    self.parts = parts
  }

  package static func == (left: Self, right: Self) -> Bool {
    left.parts.elementsEqual(right.parts, by: ==)
  }

  package static func < (left: Self, right: Self) -> Bool {
    left.parts.lexicographicallyPrecedes(right.parts, by: <)
  }
}
