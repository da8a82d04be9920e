import Documents
public import SourceFiles

/// The kinds of graders that suites can name.
///
/// A kind of this library is a file and one line here, or a preset in a data file; a program adds kinds of its own with
/// ``adding(_:)``. In this example `kind` is a ``GraderKind`` of the program:
///
/// ```swift
/// let registry = GraderRegistry.standard.adding(kind)
/// let file = SourceFile(
///   path: "graders.yaml", text: "- one-question\n- use: length\n  at_most: 80\n")
/// let uses = try registry.graders(in: file)
/// print(uses.map(\.id))  // ["one-question", "length"]
/// ```
public struct GraderRegistry: Sendable {
  /// The kinds, in the order in which the documentation lists them.
  public private(set) var kinds: [GraderKind]

  /// Why the presets of this library could not be read, so that no suite is read with this registry; `nil` if they
  /// were, or if the registry has none.
  public let problem: SourceError?

  /// Creates a registry of these kinds only; ``standard`` has the library's.
  public init(_ kinds: [GraderKind]) {
    self.kinds = kinds
    problem = nil
  }

  /// Returns this registry with more kinds appended; of two kinds with one name, ``kind(_:)`` finds the first.
  public func adding(_ more: GraderKind...) -> GraderRegistry {
    var registry = self
    registry.kinds += more
    return registry
  }

  /// All kinds of this library.
  public static let standard = GraderRegistry(
    presets: embeddedFiles.file("Presets/rules.yaml"),
    judges: judges.map { embeddedFiles.file("Presets/Judges/\($0).yaml") },
    files: InMemoryFileSystem(embeddedFiles.texts))

  /// The judges with rubrics of this library, each in a file of its own.
  private static let judges = ["agrees-with-a-bad-plan", "leans", "discloses", "ends-well"]

  /// Creates a registry of the kinds of this library with the presets of a file, and those of judges with a file each;
  /// without presets, and with a ``problem``, if they cannot be read.
  init(presets file: SourceFile, judges: [SourceFile] = [], files: any FileSystem) {
    var presets: [GraderKind] = []
    var rubrics: [GraderKind] = []
    do throws(SourceError) {
      let known = Self.firstRules + Self.lastRules + Self.general
      presets = try GraderPresets.kinds(in: file, using: known, files: files)
      for file in judges {
        rubrics.append(try GraderPresets.judge(in: file, using: known + presets + rubrics))
      }
      problem = nil
    } catch {
      problem = error
    }
    kinds = Self.firstRules + presets + Self.lastRules + Self.general + rubrics
  }

  /// The rules of the discovery conversation that are listed before the presets and after them.
  private static let firstRules = [OneQuestion.kind, OpeningLength.kind]
  private static let lastRules = [Completion.kind, NoTagLeak.kind, GuardrailsKept.kind]

  private static let general = [
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
    EmbeddingSimilarity.kind,
    SelfRepetition.kind,
    PlainWording.kind,
    VariedOpenings.kind,
    // Acquaintance with the person.
    Remembers.kind,
    MannerFits.kind,
    // Replies to tasks.
    ContractKept.kind,
    ExpectationsMet.kind,
    RulesKept.kind,
    // Calls of tools.
    ToolCalls.kind,
    // Effort.
    ReplyLatency.kind,
    ReplyCost.kind,
    // Models and programs.
    CommandGrader.kind,
    ModelJudge.kind,
    ComplexReflections.kind,
  ]

  /// Returns this registry; throws ``problem`` if there is one, since a suite would be read without its presets.
  package func checked() throws(SourceError) -> GraderRegistry {
    if let problem { throw problem }
    return self
  }

  /// Returns the kind with a name; `nil` if there is none.
  public func kind(_ name: String) -> GraderKind? {
    kinds.first { $0.documentation.name == name }
  }

  /// The names of all kinds, in order.
  public var names: [String] { kinds.map(\.documentation.name) }

  /// The graders of all kinds without options, which a suite runs if it names no graders.
  package var withoutOptions: [GraderUse] {
    get throws(SourceError) { try checked().kinds.compactMap(\.fixed).map { GraderUse($0) } }
  }

  /// The graders that a suite with cases runs if it names none.
  package static var ofTasks: [GraderUse] {
    [GraderUse(ContractKept()), GraderUse(ExpectationsMet())]
  }

  /// The grader of what the product's guardrails replaced, which every suite has that runs them.
  package static let guardrails = GraderUse(GuardrailsKept())
}

extension GraderRegistry {
  /// Reads a list of graders from a file of its own, in the form that a suite has under `graders:`.
  ///
  /// For tools that grade without a suite, and for the examples in the documentation. Throws ``SourceError`` with the
  /// location of the first mistake.
  public func graders(
    in file: SourceFile, files: any FileSystem = DiskFileSystem()
  ) throws(SourceError) -> [GraderUse] {
    var uses: [GraderUse] = []
    for item in try DocumentNode.parse(file).list("a list of graders") {
      uses.append(try GraderUse(item, registry: self, files: files))
    }
    return uses
  }
}
