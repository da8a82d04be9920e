/// A regular expression that is matched in linear time.
///
/// Patterns come from suites and schemas that others may have written, and texts from models. An engine that
/// backtracks, as Swift's does, can take exponential time on such a pair. Here time is bounded by the length of the
/// text times that of the compiled pattern, and by a limit of steps; what cannot be matched that way, a reference back
/// to a group, is rejected. Characters are Unicode scalars.
///
/// ```swift
/// let expression = try RegularExpression("from (1|one) to (10|ten)", flags: [.ignoresCase])
/// let match = try expression.firstMatch(in: "From one to ten?")  // "From one to ten"
/// ```
package struct RegularExpression: Sendable {
  /// How a pattern is written.
  package enum Syntax: Sendable {
    /// As in Perl: `\d`, `\w` and `\b` know all scripts, and `$` also matches before a line break that ends the text.
    case text
    /// As in JSON Schema (ECMA-262): `\d`, `\w` and `\b` are ASCII, and `$` matches at the very end only.
    case schema
  }

  /// Changes to the meaning of a pattern.
  package struct Flags: OptionSet, Sendable, Hashable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// `i`: letters match in either case.
    package static let ignoresCase = Flags(rawValue: 1)
    /// `m`: `^` and `$` match at each line break.
    package static let anchorsMatchLines = Flags(rawValue: 2)
    /// `s`: a dot matches line breaks.
    package static let dotMatchesLineBreaks = Flags(rawValue: 4)

    /// The flag of a letter; nil if there is none.
    package init?(letter: Unicode.Scalar) {
      switch letter {
      case "i": self = .ignoresCase
      case "m": self = .anchorsMatchLines
      case "s": self = .dotMatchesLineBreaks
      default: return nil
      }
    }
  }

  /// The largest compiled pattern, in instructions; `a{1000}` has 1,000.
  package static let maximumInstructions = 10_000
  /// The longest pattern, in bytes.
  package static let maximumLength = 20_000
  /// How many instructions a search may visit, which takes up to a second.
  package static let maximumSteps = 10_000_000

  /// The pattern as it was written.
  package let source: String
  private let program: ExpressionProgram

  /// Compiles a pattern. Throws a ``RegularExpressionError`` if it is invalid or too large.
  package init(
    _ source: String, syntax: Syntax = .text, flags: Flags = []
  ) throws(RegularExpressionError) {
    guard source.utf8.count <= Self.maximumLength else {
      throw RegularExpressionError("the pattern has more than \(Self.maximumLength) bytes")
    }
    var parser = ExpressionParser(source, syntax: syntax, flags: flags)
    let node = try parser.parse()
    guard node.size < Self.maximumInstructions else {
      throw RegularExpressionError(
        "the pattern is too large: it repeats its parts more than \(Self.maximumInstructions) times",
        hint: "lower the counts in braces")
    }
    self.source = source
    program = ExpressionProgram(node)
  }

  /// Returns the first match; nil without one. Throws if the search takes more than ``maximumSteps`` steps.
  package func firstMatch(in text: String) throws(RegularExpressionError) -> Substring? {
    var steps = Self.maximumSteps
    let scalars = Array(text.unicodeScalars)
    guard let range = try firstMatch(in: scalars, steps: &steps) else { return nil }
    let view = text.unicodeScalars
    let start = view.index(view.startIndex, offsetBy: range.lowerBound)
    return text[start..<view.index(start, offsetBy: range.count)]
  }

  /// Returns whether the expression matches anywhere in a text, and subtracts the steps it took.
  package func matches(_ text: String, steps: inout Int) throws(RegularExpressionError) -> Bool {
    try firstMatch(in: Array(text.unicodeScalars), steps: &steps) != nil
  }

  private func firstMatch(
    in scalars: [Unicode.Scalar], steps: inout Int
  ) throws(RegularExpressionError) -> Range<Int>? {
    var matcher = ExpressionMatcher(program, text: scalars)
    return try matcher.firstMatch(from: 0, isAnchored: false, steps: &steps)
  }
}

/// Why a pattern cannot be used, or a search was given up.
package struct RegularExpressionError: Error, Sendable, Hashable {
  package let message: String
  /// How to fix the pattern; nil if there is no suggestion.
  package let hint: String?

  init(_ message: String, hint: String? = nil) {
    self.message = message
    self.hint = hint
  }

  /// The search needed more than the allowed steps.
  package static let tooManySteps = RegularExpressionError(
    "the search takes too many steps",
    hint: "shorten the pattern: lower its counts in braces, or leave out lookahead and lookbehind")
}
