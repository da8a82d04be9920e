package import Documents
package import SourceFiles

/// A selection of the coach messages of a conversation.
public enum TurnSelection: Sendable, Hashable {
  /// Every coach message of the conversation.
  case all
  /// The messages with these numbers, from 1, and also the last one if `last` is true.
  case chosen([Int], last: Bool)

  /// Returns the selected numbers, ascending, in a conversation with `count` coach messages.
  public func numbers(of count: Int) -> [Int] {
    switch self {
    case .all: Array(1..<(count + 1))
    case .chosen(let numbers, let last):
      Set(numbers + (last ? [count] : [])).filter { $0 >= 1 && $0 <= count }.sorted()
    }
  }

  /// Returns the number of the last selected message in a conversation of at most `count` coach messages.
  package func last(of count: Int) -> Int {
    if case .chosen(let numbers, last: false) = self { return min(count, numbers.max() ?? 0) }
    return count
  }

  /// Returns whether a message is selected in a conversation with `count` coach messages.
  package func includes(_ number: Int, of count: Int) -> Bool {
    switch self {
    case .all: true
    case .chosen(let numbers, let last): numbers.contains(number) || (last && number == count)
    }
  }
}

extension TurnSelection {
  private static let maximumNumber = 1000

  /// Reads `all`, a number, `last`, a range such as `8-10`, or a list of these.
  package init(_ node: DocumentNode) throws(SourceError) {
    if node.json == "all" {
      self = .all
      return
    }
    let items = if case .sequence(let items) = node.content { items } else { [node] }
    var numbers: [Int] = []
    var last = false
    for item in items {
      if item.json == "last" {
        last = true
      } else if let range = Self.range(item.json.string) {
        numbers += range
      } else if item.json.string != nil {
        throw item.error(
          "suite.turns", "'\(item.json.string ?? "")' is not a turn",
          hint: "write a number, a range such as 8-10, last, a list of these, or all")
      } else {
        numbers.append(try item.integer("a turn", in: 1...Self.maximumNumber))
      }
    }
    self = .chosen(numbers, last: last)
  }

  private static func range(_ text: String?) -> ClosedRange<Int>? {
    let ends = text?.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
    guard let ends, ends.count == 2, let low = ends[0], let high = ends[1], low >= 1, high >= low,
      high <= maximumNumber
    else { return nil }
    return low...high
  }
}
