/// One or more problems that make a file unusable.
///
/// All modules that read files throw this one type: a caller prints it, or looks at the codes.
public struct SourceError: Error, Sendable, CustomStringConvertible {
  /// What is wrong, in the order of the file. Never empty.
  public let diagnostics: [Diagnostic]

  /// Creates an error from one problem.
  public init(_ diagnostic: Diagnostic) {
    diagnostics = [diagnostic]
  }

  /// Creates an error from several problems; nil when there is none.
  public init?(_ diagnostics: [Diagnostic]) {
    guard !diagnostics.isEmpty else { return nil }
    self.diagnostics = diagnostics
  }

  /// The problems one below the other.
  public var description: String { diagnostics.map(\.description).joined(separator: "\n") }
}
