/// All graders by id. A new grader is a file and one line here.
public enum GraderRegistry {
  /// The graders in the order of reports.
  public static let all: [any Grader] = [
    OneQuestion(),
    OpeningLength(),
    ForbiddenWords.clinical,
    NoMachineTalk(),
    ForbiddenWords.paywall,
    ForbiddenWords.phase,
    NoGenericAffirmation(),
    NoAdvice(),
    Completion(),
    NoTagLeak(),
  ]

  /// The grader with an id, or nil.
  public static func grader(_ id: String) -> (any Grader)? { all.first { $0.id == id } }

  /// All ids.
  public static var ids: [String] { all.map(\.id) }
}
