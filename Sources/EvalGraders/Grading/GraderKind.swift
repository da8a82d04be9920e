import LanguageModels
public import SourceFiles

/// A kind of grader: what users read about it, and how one is made of a suite's options.
public struct GraderKind: Sendable {
  /// What users read.
  public var documentation: GraderDocumentation
  /// Makes one. Throws ``SourceError`` with the place of an option that does not fit.
  public var make: @Sendable (GraderOptions) throws(SourceError) -> any Grader

  /// The one grader of a kind without options; nil for other kinds.
  private(set) var fixed: (any Grader)?

  /// Creates a kind.
  public init(
    _ documentation: GraderDocumentation,
    make: @escaping @Sendable (GraderOptions) throws(SourceError) -> any Grader
  ) {
    self.documentation = documentation
    self.make = make
  }

  /// A kind without options, whose graders are all the same.
  init(_ grader: any Grader, _ discussion: String, scope: GraderScope = .message) {
    self.init(
      GraderDocumentation(
        name: grader.id, summary: grader.summary, discussion: discussion, scope: scope)
    ) { options throws(SourceError) in
      options.id == grader.id ? grader : RenamedGrader(id: options.id, base: grader)
    }
    fixed = grader
  }
}

/// A grader under another name.
private struct RenamedGrader: Grader {
  let id: String
  let base: any Grader
  var summary: String { base.summary }
  var models: [ModelReference] { base.models }

  func grade(_ conversation: GradedConversation, with tools: GraderTools) async throws -> [Grade] {
    try await base.grade(conversation, with: tools).map { grade in
      var grade = grade
      grade.grader = id
      return grade
    }
  }
}
