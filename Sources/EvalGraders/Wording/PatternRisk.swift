/// A warning that a pattern may take exponential time on a text that nearly matches.
///
/// Detects the two plain forms of patterns whose time doubles with every character: a repetition of something that is
/// itself repeated without limit, and a repetition of alternatives that may start alike. A pattern that is only slow
/// is not detected.
struct PatternRisk {
  let message: String
  let hint: String

  /// Returns `nil` for a pattern without such a form.
  init?(_ pattern: String) {
    var scanner = Scanner(pattern)
    guard let risk = scanner.scan() else { return nil }
    switch risk {
    case .nested:
      message = "'\(pattern)' repeats a repetition, which can take for ever"
      hint = "write (a+)+ as a+"
    case .alike:
      message = "'\(pattern)' repeats alternatives that may begin alike, which can take for ever"
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

    init(_ pattern: String) {
      rest = pattern[...]
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
            if inner.isAlike { return .alike }
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
      if rest.first == "^" { rest = rest.dropFirst() }
      if rest.first == "]" { rest = rest.dropFirst() }
      var depth = 1
      while depth > 0, let character = rest.popFirst() {
        switch character {
        case "\\": _ = rest.popFirst()
        case "[": depth += 1
        case "]": depth -= 1
        default: break
        }
      }
    }
  }
}
