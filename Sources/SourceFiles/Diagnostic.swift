/// Something that is wrong, or may be, at a place in a file, with the way to mend it.
public struct Diagnostic: Sendable, Hashable {
  /// How bad it is.
  public enum Severity: String, Sendable, Hashable {
    /// The file cannot be used.
    case error
    /// The file can be used, yet probably does not do what was meant.
    case warning
  }

  /// A stable name for programs to match on, such as `yaml.duplicate-key`.
  public var code: String
  /// How bad it is.
  public var severity: Severity
  /// What is wrong, in one sentence without a full stop.
  public var message: String
  /// Where; nil when the problem is not in a file.
  public var location: SourceLocation?
  /// The line at that place.
  public var excerpt: String?
  /// How to mend it.
  public var hint: String?

  /// Creates a diagnostic at a place that is already known.
  public init(
    _ code: String, _ message: String, severity: Severity = .error,
    at location: SourceLocation? = nil, excerpt: String? = nil, hint: String? = nil
  ) {
    self.code = code
    self.severity = severity
    self.message = message
    self.location = location
    self.excerpt = excerpt
    self.hint = hint
  }

  /// Creates a diagnostic at a byte offset of a file and quotes the line.
  public init(
    _ code: String, _ message: String, severity: Severity = .error,
    in file: SourceFile, at offset: Int, hint: String? = nil
  ) {
    let location = file.location(at: offset)
    self.init(
      code, message, severity: severity, at: location, excerpt: file.line(location.line), hint: hint
    )
  }
}

extension Diagnostic: CustomStringConvertible {
  /// The compiler-like form: location, severity, message, the line with a caret, the hint.
  public var description: String {
    var text = location.map { "\($0): " } ?? ""
    text += "\(severity.rawValue): \(message)"
    if let location, let excerpt, !excerpt.allSatisfy(\.isWhitespace) {
      let number = String(location.line)
      let gutter = String(repeating: " ", count: number.count)
      let (line, column) = Self.clipped(Array(excerpt.unicodeScalars), around: location.column - 1)
      let pad = line.prefix(column).map { $0 == "\t" ? "\t" : " " }.joined()
      text += "\n  \(number) | \(line.asText)\n  \(gutter) | \(pad)^"
    }
    if let hint { text += "\n  → \(hint)" }
    return text
  }

  /// The longest line that is shown whole.
  private static let widest = 160

  /// The part of a long line that a place stands in, and the place within it.
  private static func clipped(_ line: [Unicode.Scalar], around place: Int) -> (
    [Unicode.Scalar], Int
  ) {
    guard line.count > widest else { return (line, place) }
    let start = min(max(0, place - widest / 2), line.count - widest)
    var part = Array(line[start..<(start + widest)])
    if start > 0 { part[0] = "…" }
    if start + widest < line.count { part[widest - 1] = "…" }
    return (part, place - start)
  }
}

extension [Unicode.Scalar] {
  fileprivate var asText: String { String(String.UnicodeScalarView(self)) }
}
