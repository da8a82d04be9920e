import CoachModel
package import CoachSafety
import Documents
import SafetyRules
import SourceFiles
import TextAnalysis

/// Labelled messages with all that the classifiers of the screen look at.
///
/// Signs and features are those of a screen without a trained model, so that nothing that is fitted has an effect on
/// what it is fitted to.
package struct ScreenMessages: Sendable {
  /// The texts, for an embedding model.
  package private(set) var texts: [String] = []
  /// For each message, whether a person in danger would have written it.
  package private(set) var isDanger: [Bool] = []
  /// For each message, its group in the data, such as `abuse` or `calm_stress`.
  private(set) var groups: [String] = []
  /// For each message, the code of its language; an empty text if the data names none.
  package private(set) var languages: [String] = []
  /// For each message, its writer; an empty text if the data names none.
  private(set) var writers: [String] = []
  private(set) var categories: [CrisisCategory?] = []
  var folded: [FoldedText] = []
  var signs: [[String: Float]] = []
  /// How much each message counts. What people say in conversations is a small part of the data and most of what a screen
  /// reads.
  private(set) var weights: [Float] = []
  /// For each message, whether it is among those that a classifier over embeddings is fitted to.
  private var isSampled: [Bool] = []
  /// The vectors of the texts, empty for those that need none; no vectors without an embedding model.
  package var embeddings: [[Float]] = []

  /// The number of messages.
  package var count: Int { texts.count }

  /// Reads the messages of a table whose labels are `flag` and `none`, and what people say in its conversations.
  ///
  /// Rows with other labels are left out.
  ///
  /// - Parameters:
  ///   - totalWeight: How much all messages count together; `nil` for the number of messages.
  ///   - maximumEmbedded: The number of messages up to which all are embedded; of more, that many are, evenly spread. A
  ///     classifier over embeddings learns little from more than some thousands, and embedding takes an hour for 70,000.
  package init(
    _ table: LabelledTable, signsBy screen: CrisisScreen, totalWeight: Float? = nil,
    maximumEmbedded: Int = .max
  ) {
    for row in table.rows {
      guard let label = row.label.flatMap(CrisisMeasure.Expectation.init), label != .other else {
        continue
      }
      append(
        row.text, isDanger: label == .flag, group: row.group, fields: row.fields, weight: 1,
        signsBy: screen)
    }
    for session in table.sessions {
      var wasDanger = false
      for turn in session.turns where turn.message.role == .user {
        // After the first sign of danger a short answer may be dangerous only because of what came before it.
        let isClear =
          !turn.isDanger || !wasDanger
          || turn.message.text.split(whereSeparator: \.isWhitespace).count >= Self.clearWords
        wasDanger = wasDanger || turn.isDanger
        guard isClear else { continue }
        append(
          turn.message.text, isDanger: turn.isDanger,
          group: turn.isDanger ? "danger_in_conversation" : "calm_in_conversation",
          fields: session.fields, weight: Self.conversationWeight, signsBy: screen)
      }
    }
    if let totalWeight, !weights.isEmpty {
      let factor = totalWeight / weights.reduce(0, +)
      weights = weights.map { $0 * factor }
    }
    let step = EvenSpread.step(over: count, maximum: maximumEmbedded)
    isSampled = texts.indices.map { $0 % step == 0 }
  }

  /// The texts whose vectors a fit needs.
  package var textsToEmbed: [String] { texts.indices.filter { isSampled[$0] }.map { texts[$0] } }

  /// The number of words from which a dangerous answer after another is taken to show the danger by itself.
  private static let clearWords = 15

  private static let conversationWeight: Float = 3

  private mutating func append(
    _ text: String, isDanger: Bool, group: String?, fields: [String: JSONValue], weight: Float,
    signsBy screen: CrisisScreen
  ) {
    weights.append(weight)
    texts.append(text)
    self.isDanger.append(isDanger)
    groups.append(group ?? "")
    languages.append(fields["language"]?.string ?? "")
    writers.append(fields["writer"]?.string ?? "")
    categories.append(fields["category"]?.string.flatMap(CrisisCategory.init))
    folded.append(FoldedText(text))
    signs.append(screen.examine(text, history: []).signFeatures)
  }

  /// Gives each message the vector of its text.
  package mutating func embed(_ vector: (String) -> [Float]?) {
    embeddings = texts.indices.map { isSampled[$0] ? vector(texts[$0]) ?? [] : [] }
  }

  /// Adds other messages.
  package mutating func append(_ other: ScreenMessages) {
    texts += other.texts
    isDanger += other.isDanger
    groups += other.groups
    languages += other.languages
    writers += other.writers
    categories += other.categories
    folded += other.folded
    signs += other.signs
    weights += other.weights
    isSampled += other.isSampled
    embeddings += other.embeddings
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
    part.weights = places.map { weights[$0] }
    part.isSampled = places.map { isSampled[$0] }
    part.embeddings = embeddings.isEmpty ? [] : places.map { embeddings[$0] }
    return part
  }
}
