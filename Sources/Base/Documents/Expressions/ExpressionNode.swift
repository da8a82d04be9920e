/// A part of a regular expression, as the parser reads it.
indirect enum ExpressionNode: Sendable {
  case empty
  case set(ScalarSet)
  case anchor(Anchor)
  case look(ExpressionNode, isBehind: Bool, isNegated: Bool)
  case sequence([ExpressionNode])
  case alternatives([ExpressionNode])
  case repetition(ExpressionNode, minimum: Int, maximum: Int?, isLazy: Bool)

  /// The number of instructions the part compiles to, at least 1; saturates far above any limit.
  var size: Int {
    switch self {
    case .empty, .set, .anchor: return 1
    case .look(let body, _, _): return Self.sum(body.size, 2)
    case .sequence(let parts): return max(1, parts.reduce(0) { Self.sum($0, $1.size) })
    case .alternatives(let parts): return parts.reduce(0) { Self.sum($0, Self.sum($1.size, 2)) }
    case .repetition(let body, let minimum, let maximum, _):
      let copies = Self.product(body.size, max(maximum ?? minimum, 1))
      return Self.sum(copies, maximum.map { $0 - minimum } ?? 2)
    }
  }

  private static let ceiling = Int(Int32.max)

  private static func sum(_ left: Int, _ right: Int) -> Int { min(left + right, ceiling) }

  private static func product(_ left: Int, _ right: Int) -> Int {
    let (result, isTooLarge) = left.multipliedReportingOverflow(by: right)
    return isTooLarge ? ceiling : min(result, ceiling)
  }
}

/// A condition on a place between two characters.
enum Anchor: Sendable, Hashable {
  case textStart
  case textEnd
  /// At the end of the text, or before a line break that ends it.
  case lastLineEnd
  case lineStart
  case lineEnd
  case wordBoundary(isNegated: Bool, isASCII: Bool)
}
