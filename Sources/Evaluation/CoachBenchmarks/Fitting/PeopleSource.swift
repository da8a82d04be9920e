/// A public data set of messages that people wrote.
///
/// What a language model invents teaches a screen how language models write. These messages keep it calm about what people
/// say every day, and show how well it does with them. No sentence of them is part of the project: a fit reads them from a
/// folder and keeps weights only.
package struct PeopleSource: Sendable, Hashable {
  /// The name of its file, without `.jsonl`.
  package var name: String
  /// The licence of the source.
  package var licence: String
  /// How much its messages count together in a fit, where an invented message counts 1; `nil` if it is only measured.
  ///
  /// Little weight is enough for the screen to learn what is ordinary. With more it learns that whatever is written as
  /// people write is calm, and finds fewer of those in danger.
  package var weight: Float?

  /// The sources, in the order in which they are reported.
  package static let all = [
    PeopleSource(name: "calm_goemotions", licence: "Apache 2.0", weight: 1000),
    PeopleSource(name: "calm_clinc", licence: "CC BY 3.0", weight: 400),
    PeopleSource(name: "calm_stress_sad", licence: "MIT", weight: 400),
    PeopleSource(name: "calm_resolutions", licence: "public", weight: nil),
    PeopleSource(name: "mixed_openai_moderation", licence: "MIT", weight: nil),
    PeopleSource(name: "mixed_tweets", licence: "none stated", weight: nil),
  ]

  /// The sources that may be fitted to.
  package static let fitted = all.filter { $0.weight != nil }

  /// Returns the path of its file in a folder.
  package func path(in folder: String) -> String { "\(folder)/\(name).jsonl" }

  /// Reads its messages, with their labels, from a folder.
  package func table(in folder: String) throws -> LabelledTable {
    try LabelledTable(path(in: folder), columns: TableColumns(), labels: ["label"])
  }
}
