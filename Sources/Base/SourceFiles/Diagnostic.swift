/// An error or a warning about a place in a file, with a suggestion for fixing it.
public struct Diagnostic: Sendable, Hashable {
  /// Whether a problem makes a file unusable.
  public enum Severity: String, Sendable, Hashable {
    /// The file cannot be used.
    case error
    /// The file can be used but probably does not do what was intended.
    case warning
  }

  /// A stable identifier for programs to match on, such as `yaml.duplicate-key`.
  public var code: String
  /// Whether this is an error or a warning.
  public var severity: Severity
  /// The problem in one sentence, without a full stop.
  public var message: String
  /// The place of the problem; nil if it is not in a file.
  public var location: FileLocation?
  /// The line at ``location``, quoted in ``description``; nil for no quote.
  public var excerpt: SourceExcerpt?
  /// How to fix the problem; nil if there is no suggestion.
  public var hint: String?

  /// Creates a diagnostic, an error by default, with a known location.
  public init(
    _ code: String, _ message: String, severity: Severity = .error,
    at location: FileLocation? = nil, excerpt: SourceExcerpt? = nil, hint: String? = nil
  ) {
    self.code = code
    self.severity = severity
    self.message = message.cutForMessage
    self.location = location
    self.excerpt = excerpt
    self.hint = hint?.cutForMessage
  }

  /// Creates a diagnostic at a byte offset of a file and quotes that line.
  public init(
    _ code: String, _ message: String, severity: Severity = .error,
    in file: SourceFile, at offset: Int, hint: String? = nil
  ) {
    let location = file.location(at: offset)
    self.init(
      code, message, severity: severity, at: location, excerpt: file.excerpt(at: location),
      hint: hint)
  }
}

extension Diagnostic: CustomStringConvertible {
  /// The problem in the form of a compiler's message: location, severity, message, the line with a caret, the hint.
  public var description: String {
    var text = location.map { "\($0): " } ?? ""
    text += "\(severity.rawValue): \(message)"
    if let location, let excerpt, !excerpt.text.allSatisfy(\.isWhitespace) {
      let number = String(location.line)
      let gutter = String(repeating: " ", count: number.count)
      let before = excerpt.text.unicodeScalars.prefix(excerpt.caret)
      let pad = before.map { $0 == "\t" ? "\t" : " " }.joined()
      text += "\n  \(number) | \(excerpt.text)\n  \(gutter) | \(pad)^"
    }
    if let hint { text += "\n  → \(hint)" }
    return text
  }
}

extension [Diagnostic] {
  /// Throws the problems that are errors, if there are any. Warnings do not throw.
  package func throwErrors() throws(SourceError) {
    if let error = SourceError(filter { $0.severity == .error }) { throw error }
  }
}

extension String {
  /// The text, without its middle if a name or a value from a file makes it very long.
  fileprivate var cutForMessage: String {
    let (maximum, half) = (4_000, 1_000)
    guard utf8.count > maximum else { return self }
    return "\(prefix(half)) … \(suffix(half))"
  }
}

/// One or more problems that make a file unusable.
///
/// All modules that read files throw this type: a caller prints it or inspects the codes of its ``diagnostics``.
public struct SourceError: Error, Sendable, CustomStringConvertible {
  /// The problems, in file order; never empty.
  public let diagnostics: [Diagnostic]

  /// The number of problems of one file that are worth listing.
  package static let maximumListed = 20

  /// Creates an error from one problem.
  public init(_ diagnostic: Diagnostic) {
    diagnostics = [diagnostic]
  }

  /// Creates an error from several problems; nil if the array is empty.
  public init?(_ diagnostics: [Diagnostic]) {
    guard !diagnostics.isEmpty else { return nil }
    self.diagnostics = diagnostics
  }

  /// The descriptions of all problems, separated by line breaks.
  public var description: String { diagnostics.map(\.description).joined(separator: "\n") }
}
