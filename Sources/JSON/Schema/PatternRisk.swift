/// A warning that a regular expression may take exponential time on a text that nearly matches.
///
/// Detects the two plain forms of patterns whose time doubles with every character: a repetition of something that is
/// itself repeated without limit, and a repetition of alternatives that may start alike. A pattern that is only slow
/// is not detected.
package struct PatternRisk {
  /// How a pattern is written, and what counts as a risk in it.
  package enum Dialect {
    /// Swift's regular expressions; both forms count.
    case swift
    /// Those of JSON Schema (ECMA-262), whose classes do not nest; only repeated repetitions count.
    case schema
  }

  package let message: String
  package let hint: String

  /// Returns `nil` for a pattern without such a form.
  package init?(_ pattern: String, in dialect: Dialect = .swift) {
    var scanner = Scanner(pattern, dialect)
    guard let risk = scanner.scan() else { return nil }
    switch risk {
    case .nested:
      message = "'\(pattern)' repeats a repetition, which can take forever"
      hint = "write (a+)+ as a+"
    case .alike:
      message = "'\(pattern)' repeats alternatives that may start alike, which can take forever"
      hint = "write (a|b)* as [ab]*"
    }
  }

  private enum Risk { case nested, alike }

  private struct Group {
    /// Whether the group contains a repetition without limit.
    var repeats = false
    /// The first character of each alternative; `nil` for one that may start in several ways.
    var starts: [Character?] = []
    var isAtStart = true

    mutating func add(_ start: Character?) {
      if isAtStart { starts.append(start) }
      isAtStart = false
    }

    /// Whether two alternatives may start alike.
    var isAlike: Bool {
      starts.count > 1 && (starts.contains(nil) || Set(starts).count < starts.count)
    }
  }

  private struct Scanner {
    private var rest: Substring
    private var groups = [Group()]
    private let dialect: Dialect

    init(_ pattern: String, _ dialect: Dialect) {
      rest = pattern[...]
      self.dialect = dialect
    }

    mutating func scan() -> Risk? {
      while let character = rest.popFirst() {
        switch character {
        case "(":
          skipGroupHead()
          groups.append(Group())
          continue
        case ")" where groups.count > 1:
          let inner = groups.removeLast()
          groups[groups.count - 1].add(nil)
          if isRepeated {
            if inner.repeats { return .nested }
            if inner.isAlike, dialect == .swift { return .alike }
          }
          if inner.repeats { groups[groups.count - 1].repeats = true }
        case "|": groups[groups.count - 1].isAtStart = true
        case "[":
          skipClass()
          groups[groups.count - 1].add(nil)
        case "\\":
          let next = rest.popFirst()
          let isLiteral = next.map { !$0.isLetter && !$0.isNumber } ?? false
          groups[groups.count - 1].add(isLiteral ? next : nil)
        case "*", "+", "?", "{", "}": break
        case ".": groups[groups.count - 1].add(nil)
        default: groups[groups.count - 1].add(character)
        }
        if isRepeated { groups[groups.count - 1].repeats = true }
      }
      return nil
    }

    /// Whether the element just read is repeated without limit.
    private var isRepeated: Bool {
      guard let first = rest.first else { return false }
      return first == "*" || first == "+"
        || (first == "{" && rest.prefix { $0 != "}" }.last == ",")
    }

    /// Skips the `?:`, `?<name>` or `?=` at the start of a group.
    private mutating func skipGroupHead() {
      guard rest.first == "?" else { return }
      rest = rest.dropFirst()
      if rest.first == "<", !rest.hasPrefix("<="), !rest.hasPrefix("<!") {
        rest = rest.drop { $0 != ">" }.dropFirst()
      } else {
        rest = rest.drop { ":=!<>-imsx".contains($0) }
      }
    }

    private mutating func skipClass() {
      let nests = dialect == .swift
      if nests, rest.first == "^" { rest = rest.dropFirst() }
      if nests, rest.first == "]" { rest = rest.dropFirst() }
      var depth = 1
      while depth > 0, let character = rest.popFirst() {
        switch character {
        case "\\": _ = rest.popFirst()
        case "[" where nests: depth += 1
        case "]": depth -= 1
        default: break
        }
      }
    }
  }
}
