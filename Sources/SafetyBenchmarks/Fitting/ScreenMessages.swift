public import CoachSafety
import JSON
import SafetyRules
import SourceFiles
import TextClassification

/// Labelled messages with all that the classifiers of the screen look at.
///
/// Signs and features are those of a screen without a trained model, so that nothing that is fitted has an effect on
/// what it is fitted to.
public struct ScreenMessages: Sendable {
  /// The texts, for an embedding model.
  public private(set) var texts: [String] = []
  /// For each message, whether a person in danger would have written it.
  public private(set) var isDanger: [Bool] = []
  /// For each message, its group in the data, such as `abuse` or `calm_stress`.
  private(set) var groups: [String] = []
  private(set) var languages: [String] = []
  /// For each message, its writer; an empty text if the data names none.
  private(set) var writers: [String] = []
  private(set) var categories: [CrisisCategory?] = []
  var folded: [FoldedText] = []
  var signs: [[String: Float]] = []
  /// The vectors of the texts; empty without an embedding model.
  public var embeddings: [[Float]] = []

  /// The number of messages.
  public var count: Int { texts.count }

  /// Reads the messages of a table whose labels are `flag` and `none`; other rows are left out.
  public init(_ table: LabelledTable, signsBy screen: CrisisScreen) {
    for row in table.rows {
      guard let label = row.label.flatMap(CrisisMeasure.Expectation.init), label != .other else {
        continue
      }
      texts.append(row.text)
      isDanger.append(label == .flag)
      groups.append(row.group ?? "")
      languages.append(row.language ?? "")
      writers.append(row.fields["writer"]?.string ?? "")
      categories.append(row.fields["category"]?.string.flatMap(CrisisCategory.init))
      folded.append(FoldedText(row.text))
      signs.append(screen.examine(row.text, history: []).signFeatures)
    }
  }

  /// Returns a part of the messages.
  func part(where isIncluded: (Int) -> Bool) -> ScreenMessages {
    var part = self
    let places = texts.indices.filter(isIncluded)
    part.texts = places.map { texts[$0] }
    part.isDanger = places.map { isDanger[$0] }
    part.groups = places.map { groups[$0] }
    part.languages = places.map { languages[$0] }
    part.writers = places.map { writers[$0] }
    part.categories = places.map { categories[$0] }
    part.folded = places.map { folded[$0] }
    part.signs = places.map { signs[$0] }
    part.embeddings = embeddings.isEmpty ? [] : places.map { embeddings[$0] }
    return part
  }
}
