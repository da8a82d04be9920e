import SourceFiles

/// The kind of what is known about a person.
///
/// `values`, `goals` and `situation` come from what a person says or confirms; the others are fields of a discovery
/// conversation and are named like them. A product may have categories of its own, such as `training_history`: prompts get
/// them as `person.other`.
public struct ProfileCategory: RawRepresentable, Sendable, Hashable {
  /// The name: lower-case letters, digits and `_`, beginning with a letter.
  public let rawValue: String

  /// Creates a category; `nil` if the text is not a name.
  public init?(rawValue: String) {
    guard rawValue.isIdentifier() else { return nil }
    self.rawValue = rawValue
  }

  private init(standard name: String) { rawValue = name }

  /// What matters to the person.
  public static let values = ProfileCategory(standard: "values")
  /// What the person wants to achieve.
  public static let goals = ProfileCategory(standard: "goals")
  /// The circumstances that the person lives in.
  public static let situation = ProfileCategory(standard: "situation")
  /// The person's current difficulties.
  public static let challenges = ProfileCategory(standard: "current_challenges")
  /// The person's usual mood.
  public static let mood = ProfileCategory(standard: "emotional_baseline")
  /// How the person prefers to communicate.
  public static let communication = ProfileCategory(standard: "communication_style")
  /// The themes the person kept returning to.
  public static let themes = ProfileCategory(standard: "key_themes")
  /// Strengths the person showed.
  public static let strengths = ProfileCategory(standard: "strengths_identified")
  /// The future the person would like.
  public static let vision = ProfileCategory(standard: "vision")
  /// The pattern the person had not noticed before.
  public static let insight = ProfileCategory(standard: "aha_insight")
  /// The id of a domain that suits the person.
  public static let domain = ProfileCategory(standard: "coaching_domains")

  /// The categories of this package, in the order in which a person sees them.
  public static let standard: [ProfileCategory] = [
    .values, .goals, .situation, .challenges, .mood, .communication, .themes, .strengths, .vision,
    .insight, .domain,
  ]

  /// Returns categories without repetitions, those of this package first.
  package static func inOrder(_ categories: [ProfileCategory]) -> [ProfileCategory] {
    let all = Set(categories)
    return standard.filter(all.contains)
      + all.subtracting(standard).sorted { $0.rawValue < $1.rawValue }
  }
}
