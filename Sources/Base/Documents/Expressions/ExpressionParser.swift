/// Reads the text of a regular expression.
struct ExpressionParser {
  private typealias Failure = RegularExpressionError

  /// Depth of groups, since the parser calls itself for each.
  static let maximumDepth = 100

  private let scalars: [Unicode.Scalar]
  private let syntax: RegularExpression.Syntax
  private var flags: RegularExpression.Flags
  private var position = 0
  private var depth = 0

  init(_ source: String, syntax: RegularExpression.Syntax, flags: RegularExpression.Flags) {
    scalars = Array(source.unicodeScalars)
    self.syntax = syntax
    self.flags = flags
  }

  mutating func parse() throws(RegularExpressionError) -> ExpressionNode {
    let node = try alternatives()
    guard position == scalars.count else { throw Failure("a ')' has no '('") }
    return node
  }

  private var next: Unicode.Scalar? { position < scalars.count ? scalars[position] : nil }

  private mutating func take(_ text: String) -> Bool {
    let wanted = Array(text.unicodeScalars)
    guard scalars[position...].starts(with: wanted) else { return false }
    position += wanted.count
    return true
  }

  // MARK: Structure

  private mutating func alternatives() throws(RegularExpressionError) -> ExpressionNode {
    // Flags that a group sets hold until it ends.
    let outer = flags
    defer { flags = outer }
    var parts = [try sequence()]
    while take("|") { parts.append(try sequence()) }
    return parts.count == 1 ? parts[0] : .alternatives(parts)
  }

  private mutating func sequence() throws(RegularExpressionError) -> ExpressionNode {
    var parts: [ExpressionNode] = []
    while let scalar = next, scalar != "|", scalar != ")" {
      let start = position
      let atom = try atom()
      guard let atom else { continue }
      let repeated = try quantified(atom, from: start)
      parts.append(repeated)
    }
    return parts.count == 1 ? parts[0] : .sequence(parts)
  }

  /// Reads one element; nil for flags, which match nothing themselves.
  private mutating func atom() throws(RegularExpressionError) -> ExpressionNode? {
    let scalar = scalars[position]
    position += 1
    switch scalar {
    case "(": return try group()
    case "[": return .set(try bracket())
    case ".":
      let lineBreaks: [ClosedRange<Unicode.Scalar>] = [
        "\n"..."\n", "\r"..."\r", "\u{2028}"..."\u{2029}",
      ]
      return .set(
        ScalarSet(ranges: flags.contains(.dotMatchesLineBreaks) ? [] : lineBreaks, isNegated: true))
    case "^": return .anchor(flags.contains(.anchorsMatchLines) ? .lineStart : .textStart)
    case "$":
      if flags.contains(.anchorsMatchLines) { return .anchor(.lineEnd) }
      return .anchor(syntax == .text ? .lastLineEnd : .textEnd)
    case "*", "+", "?": throw Failure("'\(scalar)' has nothing to repeat")
    case "\\": return try escape()
    default: return .set(literal(scalar))
    }
  }

  private mutating func group() throws(RegularExpressionError) -> ExpressionNode? {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.maximumDepth else {
      throw Failure("groups are nested more than \(Self.maximumDepth) deep")
    }
    var wrap: (ExpressionNode) -> ExpressionNode = { $0 }
    let outer = flags
    if take("?") {
      if take("=") {
        wrap = { .look($0, isBehind: false, isNegated: false) }
      } else if take("!") {
        wrap = { .look($0, isBehind: false, isNegated: true) }
      } else if take("<=") {
        wrap = { .look($0, isBehind: true, isNegated: false) }
      } else if take("<!") {
        wrap = { .look($0, isBehind: true, isNegated: true) }
      } else if take("<") || take("P<") {
        while let scalar = next, scalar != ">" {
          guard scalar.properties.isAlphabetic || scalar == "_" || ("0"..."9").contains(scalar)
          else { throw Failure("'\(scalar)' cannot be in the name of a group") }
          position += 1
        }
        guard take(">") else { throw Failure("the name of a group has no end") }
      } else if try groupFlags() {
        // `(?i)` holds to the end of the group around it.
        return nil
      }
    }
    let body = try alternatives()
    flags = outer
    guard take(")") else { throw Failure("a '(' has no ')'") }
    return wrap(body)
  }

  /// Reads `:`, `i:`, `i)` or `-i:`, and returns whether the group ends there.
  private mutating func groupFlags() throws(RegularExpressionError) -> Bool {
    var isSet = true
    while let scalar = next {
      position += 1
      switch scalar {
      case ":": return false
      case ")": return true
      case "-": isSet = false
      default:
        guard let flag = RegularExpression.Flags(letter: scalar) else {
          throw Failure(
            "groups that begin with '(?\(scalar)' are not supported",
            hint: "write (…), (?:…), (?=…), (?!…), (?<=…), (?<!…) or (?i:…)")
        }
        if isSet { flags.insert(flag) } else { flags.remove(flag) }
      }
    }
    throw Failure("a '(' has no ')'")
  }

  // MARK: Repetition

  private mutating func quantified(
    _ atom: ExpressionNode, from start: Int
  ) throws(RegularExpressionError) -> ExpressionNode {
    guard let bounds = try bounds() else { return atom }
    switch atom {
    case .anchor, .look:
      // `(?=a)*` adds nothing that a match could show.
      throw Failure(
        "'\(text(from: start))' repeats a condition", hint: "remove the repetition after it")
    default: break
    }
    let isLazy = take("?")
    if let scalar = next, ["*", "+", "?"].contains(scalar) {
      throw Failure(
        "'\(text(from: start))\(scalar)' repeats a repetition",
        hint: "write (a+)+ as a+; possessive repetitions are not supported")
    }
    if try self.bounds() != nil {
      throw Failure("'\(text(from: start))' repeats a repetition", hint: "write a{2}{3} as a{6}")
    }
    return .repetition(atom, minimum: bounds.minimum, maximum: bounds.maximum, isLazy: isLazy)
  }

  private func text(from start: Int) -> String {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars[start..<position])
    return String(text)
  }

  private mutating func bounds() throws(RegularExpressionError) -> (minimum: Int, maximum: Int?)? {
    if take("*") { return (0, nil) }
    if take("+") { return (1, nil) }
    if take("?") { return (0, 1) }
    guard next == "{" else { return nil }
    let start = position
    position += 1
    // A brace that encloses no counts stands for itself.
    guard let minimum = number() else {
      position = start
      return nil
    }
    var maximum: Int? = minimum
    if take(",") { maximum = number() }
    guard take("}") else {
      position = start
      return nil
    }
    if let maximum, maximum < minimum {
      throw Failure("'\(text(from: start))' has a maximum below its minimum")
    }
    return (minimum, maximum)
  }

  /// Reads a count; saturates, since the limit of instructions rejects large ones.
  private mutating func number() -> Int? {
    var value: Int?
    while let scalar = next, let digit = scalar.decimalDigit {
      value = min((value ?? 0) * 10 + digit, 1_000_000)
      position += 1
    }
    return value
  }

  // MARK: Characters

  private func literal(_ scalar: Unicode.Scalar) -> ScalarSet {
    ScalarSet(ranges: [scalar...scalar], ignoresCase: flags.contains(.ignoresCase))
  }

  private mutating func escape() throws(RegularExpressionError) -> ExpressionNode {
    let isASCII = syntax == .schema
    switch next {
    case "b": position += 1; return .anchor(.wordBoundary(isNegated: false, isASCII: isASCII))
    case "B": position += 1; return .anchor(.wordBoundary(isNegated: true, isASCII: isASCII))
    case "A" where syntax == .text: position += 1; return .anchor(.textStart)
    case "z" where syntax == .text: position += 1; return .anchor(.textEnd)
    case "Z" where syntax == .text: position += 1; return .anchor(.lastLineEnd)
    case "R" where syntax == .text:
      position += 1
      return .alternatives([
        .sequence([.set(ScalarSet(ranges: ["\r"..."\r"])), .set(ScalarSet(ranges: ["\n"..."\n"]))]),
        .set(ScalarSet(ranges: ["\n"..."\r", "\u{85}"..."\u{85}", "\u{2028}"..."\u{2029}"])),
      ])
    default: break
    }
    switch try escaped() {
    case .scalar(let scalar): return .set(literal(scalar))
    case .class(let member):
      return .set(ScalarSet(classes: [member], ignoresCase: flags.contains(.ignoresCase)))
    }
  }

  /// What an escape stands for inside and outside brackets.
  private enum Escaped {
    case scalar(Unicode.Scalar)
    case `class`(ScalarSet.Member)
  }

  /// Reads what follows a backslash.
  private mutating func escaped() throws(RegularExpressionError) -> Escaped {
    guard let scalar = next else { throw Failure("a backslash ends the pattern") }
    position += 1
    switch scalar {
    case "d", "D":
      return .class(.init(syntax == .schema ? .digitASCII : .digit, isNegated: scalar == "D"))
    case "w", "W":
      return .class(.init(syntax == .schema ? .wordASCII : .word, isNegated: scalar == "W"))
    case "s", "S":
      return .class(
        .init(syntax == .schema ? .whitespaceECMA : .whitespace, isNegated: scalar == "S"))
    case "n": return .scalar("\n")
    case "r": return .scalar("\r")
    case "t": return .scalar("\t")
    case "f": return .scalar("\u{C}")
    case "v": return .scalar("\u{B}")
    case "0": return .scalar("\0")
    case "a" where syntax == .text: return .scalar("\u{7}")
    case "e" where syntax == .text: return .scalar("\u{1B}")
    case "c":
      guard let letter = next, letter.isASCII, letter.properties.isAlphabetic,
        let control = Unicode.Scalar(letter.value & 31)
      else { throw Failure("'\\c' needs a letter", hint: "write \\cA for control-A") }
      position += 1
      return .scalar(control)
    case "x": return .scalar(try hexadecimal(digits: 2))
    case "u": return .scalar(try hexadecimal(digits: 4))
    case "U" where syntax == .text: return .scalar(try hexadecimal(digits: 8))
    case "p", "P":
      guard take("{") else {
        throw Failure("'\\\(scalar)' needs a name", hint: "write \\\(scalar){L} for letters")
      }
      let start = position
      while let scalar = next, scalar != "}" { position += 1 }
      let name = text(from: start)
      guard take("}") else { throw Failure("'\\\(scalar){' has no '}'") }
      guard let `class` = ScalarSet.Class(property: name) else {
        throw Failure(
          "there is no property '\(name)'",
          hint: "name a general category such as L or Nd, or list ranges: [\\u{3040}-\\u{30FF}]")
      }
      return .class(.init(`class`, isNegated: scalar == "P"))
    case "1"..."9", "k":
      throw Failure(
        "'\\\(scalar)' refers back to a group, which is not supported",
        hint: "write the alternatives out, since the time of such a match has no bound")
    case _ where scalar.isASCII && scalar.properties.isAlphabetic:
      throw Failure("there is no escape '\\\(scalar)'")
    default: return .scalar(scalar)
    }
  }

  /// Reads a fixed number of digits, or any number of them in braces.
  private mutating func hexadecimal(digits: Int) throws(RegularExpressionError) -> Unicode.Scalar {
    let start = position
    var value: UInt32?
    if take("{") {
      value = hexadecimalValue(maximumDigits: 8)
      if !take("}") { value = nil }
    } else {
      value = hexadecimalValue(maximumDigits: digits)
      if position - start != digits { value = nil }
    }
    if let high = value, (0xD800..<0xDC00).contains(high), take("\\u"),
      let low = hexadecimalValue(maximumDigits: 4), (0xDC00..<0xE000).contains(low)
    {
      value = 0x10000 + (high - 0xD800) << 10 + (low - 0xDC00)
    }
    guard let scalar = value.flatMap(Unicode.Scalar.init) else {
      throw Failure("'\(text(from: start))' is not the number of a character")
    }
    return scalar
  }

  private mutating func hexadecimalValue(maximumDigits: Int) -> UInt32? {
    var value: UInt32?
    var count = 0
    while count < maximumDigits, let digit = next?.hexadecimalDigit {
      value = (value ?? 0) << 4 | UInt32(digit)
      position += 1
      count += 1
    }
    return value
  }

  // MARK: Brackets

  private struct BracketContent {
    var ranges: [ClosedRange<Unicode.Scalar>] = []
    var classes: [ScalarSet.Member] = []
  }

  private mutating func bracket() throws(RegularExpressionError) -> ScalarSet {
    let isNegated = take("^")
    var content = BracketContent()
    // A bracket that closes at once is a member for Perl, and an empty set for ECMA-262.
    var isFirst = syntax == .text
    while true {
      guard let scalar = next else { throw Failure("a '[' has no ']'") }
      if scalar == "]", !isFirst { break }
      isFirst = false
      if take("[:") {
        try addNamedClass(to: &content)
        continue
      }
      if syntax == .text, scalar == "[" || take("&&") || take("--") || take("~~") {
        throw Failure(
          "brackets within brackets and operators between them are not supported",
          hint: #"write \[ for a bracket, and list all characters in one pair of brackets"#)
      }
      guard case .scalar(let low) = try member(into: &content) else { continue }
      guard next == "-", position + 1 < scalars.count, scalars[position + 1] != "]" else {
        content.ranges.append(low...low)
        continue
      }
      position += 1
      let start = position
      guard case .scalar(let high) = try member(into: &content) else {
        throw Failure("a range cannot end in '\(text(from: start))'")
      }
      guard low <= high else { throw Failure("the range '\(low)-\(high)' is in reverse order") }
      content.ranges.append(low...high)
    }
    position += 1
    return ScalarSet(
      ranges: content.ranges, classes: content.classes, isNegated: isNegated,
      ignoresCase: flags.contains(.ignoresCase))
  }

  /// Reads one member; one that is a class is added at once.
  private mutating func member(
    into content: inout BracketContent
  ) throws(RegularExpressionError) -> Escaped {
    let scalar = scalars[position]
    position += 1
    guard scalar == "\\" else { return .scalar(scalar) }
    if take("b") { return .scalar("\u{8}") }
    let escaped = try escaped()
    if case .class(let member) = escaped { content.classes.append(member) }
    return escaped
  }

  /// Reads the name and the end of `[:alpha:]`.
  private mutating func addNamedClass(
    to content: inout BracketContent
  ) throws(RegularExpressionError) {
    let start = position
    while let scalar = next, scalar != ":" { position += 1 }
    let name = text(from: start)
    guard take(":]") else { throw Failure("a '[:' has no ':]'") }
    let isNegated = name.hasPrefix("^")
    guard let `class` = ScalarSet.Class(property: isNegated ? String(name.dropFirst()) : name)
    else {
      throw Failure("there is no class '[:\(name):]'")
    }
    content.classes.append(.init(`class`, isNegated: isNegated))
  }
}

extension Unicode.Scalar {
  fileprivate var decimalDigit: Int? { ("0"..."9").contains(self) ? Int(value - 48) : nil }

  fileprivate var hexadecimalDigit: Int? { isASCII ? Character(self).hexDigitValue : nil }
}
