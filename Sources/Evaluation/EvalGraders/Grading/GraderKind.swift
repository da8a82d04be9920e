public import SourceFiles

/// A kind of grader: its documentation, and how a grader is made from a suite's options.
///
/// `WordLimit` in this example is a ``Grader`` of the program; ``GraderRegistry/adding(_:)`` makes the kind available
/// to suites.
///
/// ```swift
/// let kind = GraderKind(
///   GraderDocumentation(
///     name: "word-limit", summary: "The message is not longer than a limit.",
///     discussion: "Counts the words between spaces.",
///     options: [
///       GraderOption("at_most", form: .integer(1...1000), text: "The largest number; 80 by default.")
///     ])
/// ) { options throws(SourceError) in
///   WordLimit(id: options.id, maximum: try options.integer("at_most") ?? 80)
/// }
/// ```
public struct GraderKind: Sendable {
  /// The name, summary and options of the kind.
  public var documentation: GraderDocumentation
  /// Makes a grader from a suite's options.
  ///
  /// Throws ``SourceError`` with the location of an option that is not valid.
  public var make: @Sendable (GraderOptions) throws(SourceError) -> any Grader

  /// The only grader of a kind without options; `nil` for other kinds.
  private(set) var fixed: (any Grader)?

  /// Creates a kind whose graders are made by `make`; their ``Grader/id`` should be ``GraderOptions/id``.
  public init(
    _ documentation: GraderDocumentation,
    make: @escaping @Sendable (GraderOptions) throws(SourceError) -> any Grader
  ) {
    self.documentation = documentation
    self.make = make
  }

  /// Creates a kind without options, whose graders are all the same.
  init(_ grader: any Grader, discussion: String, scope: GraderScope = .message) {
    self.init(
      GraderDocumentation(
        name: grader.id, summary: grader.summary, discussion: discussion, scope: scope)
    ) { options throws(SourceError) in
      options.id == grader.id
        ? grader : NamedGrader(id: options.id, summary: grader.summary, base: grader)
    }
    fixed = grader
  }
}
