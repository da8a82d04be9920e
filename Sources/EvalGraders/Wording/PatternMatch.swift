import JSON
import _StringProcessing
import SourceFiles

/// A grader that requires or forbids matches of regular expressions.
struct PatternMatch: TextGrader {
  static let kind = GraderKind(
    GraderDocumentation(
      name: "regex",
      summary: "The message matches regular expressions, or none of them.",
      discussion: """
        Patterns are Swift's regular expressions, which are much like Perl's, and may match anywhere in the \
        text. The engine backtracks, so some patterns take exponential time on a text that almost matches: \
        a nested repetition, such as `(a+)+`, or a repeated alternation whose branches can begin alike, is \
        rejected when the suite is read, and a message of more than 4,000 characters is inconclusive. Within \
        these limits a pattern such as `.*a.*b` can still take half a second; omit a leading `.*`, which is \
        never needed.
        """,
      options: [
        GraderOption(
          "of", form: .choice(TextSource.allCases.map(\.rawValue)),
          text:
            "What is searched: what the person reads (shown, the default), or the reply with its tags (reply)."
        ),
        GraderOption(
          "matches", form: .texts, text: "One or several patterns that must all match."),
        GraderOption("never", form: .texts, text: "One or several patterns that must not match."),
        GraderOption(
          "flags", form: .text,
          text:
            "Letters: i ignores case, m lets ^ and $ match at line breaks, s lets a dot match line breaks."
        ),
      ],
      example: """
        - use: regex
          id: scaling-question
          matches: 'from (1|one) to (10|ten)'
          flags: i
          turns: 6-8
        """)
  ) { options throws(SourceError) in try PatternMatch(options) }

  /// The maximum length of a text, in characters, since the regex engine backtracks.
  ///
  /// 4,000 characters and a step for each pair of them take half a second.
  static let maximumTextLength = 4_000

  let id: String
  let summary: String
  private let source: TextSource
  private let demanded: [String]
  private let forbidden: [String]
  private let flags: PatternFlags

  private init(_ options: GraderOptions) throws(SourceError) {
    id = options.id
    source = try TextSource(options)
    demanded = try options.texts("matches")
    forbidden = try options.texts("never")
    flags = try PatternFlags(options)
    for (name, patterns) in [("matches", demanded), ("never", forbidden)] {
      for pattern in patterns { try Self.check(pattern, options, name) }
    }
    guard !demanded.isEmpty || !forbidden.isEmpty else {
      throw options.error(
        for: "matches", "'\(options.id)' demands nothing",
        hint: "write matches: …, never: …, or both")
    }
    let parts =
      demanded.map { "matches /\($0)/" } + forbidden.map { "does not match /\($0)/" }
    summary = "The message \(parts.joined(separator: ", "))."
  }

  private static func check(
    _ pattern: String, _ options: GraderOptions, _ name: String
  ) throws(SourceError) {
    do {
      _ = try Regex(pattern)
    } catch {
      throw options.error(
        for: name, "'\(pattern)' is not a regular expression: \(error)",
        hint:
          "escape a special character with a backslash, and put the pattern in single quotes")
    }
    if let risk = PatternRisk(pattern) {
      throw options.error(for: name, risk.message, hint: risk.hint)
    }
  }

  func grade(_ conversation: GradedConversation) -> [Grade] {
    // `Regex` is not `Sendable`. Making one takes some 40 µs, so it is made for each conversation and not kept.
    let demanded = demanded.map { ($0, flags.regex($0)) }
    let forbidden = forbidden.map { ($0, flags.regex($0)) }
    return conversation.messages.map { message in
      let text = source.text(of: message)
      guard text.count <= Self.maximumTextLength else {
        return inconclusive(
          message,
          reason:
            "\(text.count) characters are too many to search; the limit is \(Self.maximumTextLength)"
        )
      }
      for (pattern, regex) in demanded where Self.found(regex, in: text) == nil {
        return Grade(grader: id, message: message.number, unless: "does not match /\(pattern)/")
      }
      for (pattern, regex) in forbidden {
        guard let found = Self.found(regex, in: text) else { continue }
        return Grade(
          grader: id, message: message.number, unless: "says '\(found)', which /\(pattern)/ matches"
        )
      }
      return Grade(grader: id, message: message.number, unless: nil)
    }
  }

  private static func found(_ regex: Regex<AnyRegexOutput>?, in text: String) -> Substring? {
    guard let regex, let match = try? regex.firstMatch(in: text) else { return nil }
    return text[match.range].prefix(60)
  }
}

/// The flags that patterns are matched with.
struct PatternFlags: Sendable, Hashable {
  private var ignoresCase = false
  private var hasLines = false
  private var matchesLineEnds = false

  /// Reads the option `flags`; throws for a letter that is not a flag.
  init(_ options: GraderOptions) throws(SourceError) {
    for letter in try options.text("flags") ?? "" {
      switch letter {
      case "i": ignoresCase = true
      case "m": hasLines = true
      case "s": matchesLineEnds = true
      default:
        throw options.error(for: "flags", "there is no flag '\(letter)'", hint: "known: i, m, s")
      }
    }
  }

  /// Returns the regex of a pattern that was checked before.
  func regex(_ pattern: String) -> Regex<AnyRegexOutput>? {
    (try? Regex(pattern))?.ignoresCase(ignoresCase).anchorsMatchLineEndings(hasLines)
      .dotMatchesNewlines(matchesLineEnds)
  }
}
