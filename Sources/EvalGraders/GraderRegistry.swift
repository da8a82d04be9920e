import SourceFiles

/// The kinds of graders that suites can name. A new kind is a file and one line here, or one that a program
/// adds of its own.
public struct GraderRegistry: Sendable {
  /// The kinds, in the order of the documentation.
  public let kinds: [GraderKind]

  /// Creates a registry.
  public init(_ kinds: [GraderKind]) {
    self.kinds = kinds
  }

  /// This registry with more kinds.
  public func adding(_ more: GraderKind...) -> GraderRegistry { GraderRegistry(kinds + more) }

  /// All that this library has.
  public static let standard = GraderRegistry([
    // Rules of the discovery conversation.
    OneQuestion.kind, OpeningLength.kind, ForbiddenWords.clinicalKind, NoMachineTalk.kind,
    ForbiddenWords.paywallKind, ForbiddenWords.phaseKind, NoGenericAffirmation.kind, NoAdvice.kind,
    Completion.kind, NoTagLeak.kind,
    // Wording.
    TextMatch.kind,
    PatternMatch.kind,
    ForbiddenPhrases.kind,
    RequiredPhrases.kind,
    MessageLanguage.kind,
    // Form.
    MessageLength.kind,
    QuestionLimit.kind,
    ReadingLevelLimit.kind,
    JSONReply.kind,
    TagContract.kind,
    // Listening.
    OwnWords.kind,
    InsightRefers.kind,
    RecordedSimilarity.kind,
    SelfRepetition.kind,
    // Effort.
    ReplyLatency.kind,
    ReplyCost.kind,
    // Models and programs.
    ModelJudge.kind,
    CommandGrader.kind,
  ])

  /// The kind with a name.
  public func kind(_ name: String) -> GraderKind? {
    kinds.first { $0.documentation.name == name }
  }

  /// All names.
  public var names: [String] { kinds.map(\.documentation.name) }

  /// Those that ask nothing of a suite: what a suite runs that names no graders.
  package var withoutOptions: [GraderUse] {
    kinds.compactMap(\.fixed).map { GraderUse($0) }
  }
}
