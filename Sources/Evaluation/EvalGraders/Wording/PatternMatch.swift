import Documents
import SourceFiles

/// A grader that requires or forbids matches of regular expressions.
struct PatternMatch: TextGrader {
  static let kind = GraderKind(
    GraderDocumentation(
      name: "regex",
      summary: "The message matches regular expressions, or none of them.",
      discussion: """
        Patterns are written much like Perl's and may match anywhere in the text. `\\d`, `\\w` and `\\b` know \
        all scripts, and `\\p{L}` names a general category. Without the flag m, `$` matches at the end and before a line break \
        that ends the text, and `\\z` at the very end only. Lookahead and lookbehind are supported, references \
        back to a group are not, so that the time of a search grows only with the length of the text and of \
        the pattern. A search that takes more than 10 million steps, up to a second, is \
        inconclusive: lower the counts in braces, or leave lookahead out.
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

  let id: String
  let summary: String
  private let source: TextSource
  private let demanded: [RegularExpression]
  private let forbidden: [RegularExpression]

  private init(_ options: GraderOptions) throws(SourceError) {
    id = options.id
    source = try TextSource(options)
    demanded = try Self.expressions("matches", of: options)
    forbidden = try Self.expressions("never", of: options)
    guard !demanded.isEmpty || !forbidden.isEmpty else {
      throw options.error(
        for: "matches", "'\(options.id)' demands nothing",
        hint: "write matches: …, never: …, or both")
    }
    let parts =
      demanded.map { "matches /\($0.source)/" }
      + forbidden.map { "does not match /\($0.source)/" }
    summary = "The message \(parts.joined(separator: ", "))."
  }

  private static func expressions(
    _ name: String, of options: GraderOptions
  ) throws(SourceError) -> [RegularExpression] {
    let flags = try RegularExpression.Flags(options)
    return try options.texts(name).map { pattern throws(SourceError) in
      // In double quotes YAML reads \b as a backspace, which no reply contains: such a pattern never matches.
      guard !pattern.unicodeScalars.contains(where: { $0.value == 8 }) else {
        throw options.error(
          for: name, "the pattern contains a backspace, which no reply does",
          hint: "put it in single quotes: in double quotes \\b is not a word boundary")
      }
      do throws(RegularExpressionError) {
        return try RegularExpression(pattern, flags: flags)
      } catch {
        throw options.error(
          for: name, "'\(pattern)' is not a regular expression: \(error.message)",
          hint: error.hint
            ?? "escape a special character with a backslash, and put the pattern in single quotes")
      }
    }
  }

  func grade(_ conversation: GradedConversation) -> [Grade] {
    conversation.messages.map { message in
      do throws(RegularExpressionError) {
        let objection = try violation(by: source.text(of: message))
        return Grade(grader: id, message: message.number, unless: objection)
      } catch {
        return inconclusive(message, reason: error.message)
      }
    }
  }

  private func violation(by text: String) throws(RegularExpressionError) -> Objection? {
    for expression in demanded where try expression.firstMatch(in: text) == nil {
      return Objection(reason: "does not match /\(expression.source)/")
    }
    for expression in forbidden {
      guard let found = try expression.firstMatch(in: text) else { continue }
      return Objection(
        reason: "says '\(found.prefix(60))', which /\(expression.source)/ matches",
        quotes: [String(found)])
    }
    return nil
  }
}

extension RegularExpression.Flags {
  /// Reads the option `flags`. Throws for a letter that is not a flag.
  fileprivate init(_ options: GraderOptions) throws(SourceError) {
    self = []
    for letter in (try options.text("flags") ?? "").unicodeScalars {
      guard let flag = Self(letter: letter) else {
        throw options.error(for: "flags", "there is no flag '\(letter)'", hint: "known: i, m, s")
      }
      insert(flag)
    }
  }
}
