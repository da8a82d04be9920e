/// One or more problems that make a file unusable.
///
/// All modules that read files throw this type: a caller prints it or inspects the codes of its ``diagnostics``.
public struct SourceError: Error, Sendable, CustomStringConvertible {
  /// The problems, in file order; never empty.
  public let diagnostics: [Diagnostic]

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
