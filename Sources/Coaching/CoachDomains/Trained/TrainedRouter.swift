package import SourceFiles
package import TextAnalysis

/// The trained part of a router: what a message is about after what the coach asked.
///
/// The words of domain files decide what a first message is about. Later ones are mostly answers, and an answer such as
/// "the second one" is about what was asked. So this part reads the coach's question and the answer together, as
/// words or, better, as the vectors of an embedding model. It is fitted to conversations and to the examples of one set of
/// domains by `coachkit router fit`, which writes it beside them, and it is not used with other domains.
package struct TrainedRouter: Sendable, Hashable {
  /// How much each source counts, and how readily the topic changes.
  package struct Mixture: Sendable, Hashable {
    /// The factor on the scores of the words of domain files.
    package var words = 1.0
    /// The factor on the scores of the question and the answer by their words.
    package var wording = 0.0
    /// The factors on the scores of the vectors of the answer, of both, and of these with the answer before them.
    package var answer = 0.0
    package var exchange = 0.0
    package var dialog = 0.0
    /// The probability that the topic changes from one message to the next.
    package var changes = 0.2
    /// The prior weight of the conversation's current domain, relative to 1 for another domain.
    package var homeFactor = 3.0
    /// The minimum probability of another domain for a conversation to leave its current one.
    package var leavingBelief = 0.7
    /// The minimum probability of an outcome, if that of the thresholds is lower.
    package var outcomeBelief = 0.0

    /// Creates the mixture of a router without a trained part.
    package init() {}
  }

  /// What is used with the vectors of one embedding model.
  package struct Head: Sendable, Hashable {
    /// The name of the model, as its server tells it.
    package var model: String
    /// For the vectors of ``RoutedExchange/answer``, ``RoutedExchange/text`` and ``RoutedExchange/dialog``.
    package var answer: LinearClasses
    package var exchange: LinearClasses
    package var dialog: LinearClasses
    package var mixture: Mixture

    /// Creates a head.
    package init(
      model: String, answer: LinearClasses, exchange: LinearClasses, dialog: LinearClasses,
      mixture: Mixture
    ) {
      self.model = model
      self.answer = answer
      self.exchange = exchange
      self.dialog = dialog
      self.mixture = mixture
    }

    /// Returns the scores of an exchange; `nil` unless all of its vectors are known and of the right length.
    func scores(of exchange: RoutedExchange, _ vectors: [String: [Float]]) -> MeaningScores? {
      guard let answer = vectors[exchange.answer].flatMap(answer.scores),
        let both = vectors[exchange.text].flatMap(self.exchange.scores),
        let dialog = vectors[exchange.dialog].flatMap(dialog.scores)
      else { return nil }
      return MeaningScores(answer: answer, exchange: both, dialog: dialog)
    }

    fileprivate func ordered(_ places: [Int]) -> Head {
      Head(
        model: model, answer: answer.ordered(places), exchange: exchange.ordered(places),
        dialog: dialog.ordered(places), mixture: mixture)
    }
  }

  /// The domain ids and the raw values of outcomes, in the order of the scores.
  package var classes: [String]
  package var wording: NGramClasses
  package var mixture: Mixture
  package var head: Head?

  /// Creates a trained part.
  package init(classes: [String], wording: NGramClasses, mixture: Mixture, head: Head?) {
    self.classes = classes
    self.wording = wording
    self.mixture = mixture
    self.head = head
  }

  /// The bytes of its file.
  package var fileBytes: [UInt8] { tableBytes }

  /// The name of the file in a domain folder.
  package static let fileName = "_router.model"

  /// Reads the file. Throws ``SourceError`` if it is damaged.
  package init(_ file: SourceFile) throws(SourceError) {
    do throws(TableDamage) {
      self = try Self(tableBytes: file.bytes)
    } catch {
      throw SourceError(
        Diagnostic(
          "router.damaged", "the trained router is damaged or of another version",
          at: FileLocation(file: file.path, line: 1, column: 1),
          hint: "write it again with 'coachkit router fit', or delete it"))
    }
  }
}

extension TrainedRouter {
  /// Returns it with its classes in another order; `nil` if these are not the classes that it was fitted to.
  func ordered(as classes: [String]) -> TrainedRouter? {
    guard classes != self.classes else { return self }
    let places = classes.compactMap { self.classes.firstIndex(of: $0) }
    guard places.count == classes.count, self.classes.count == classes.count else { return nil }
    var ordered = self
    ordered.classes = classes
    ordered.wording = wording.ordered(places)
    ordered.head = head?.ordered(places)
    return ordered
  }

  /// Returns the scores of an exchange by its vectors; `nil` if one is unknown or they are of another model.
  func meaning(of exchange: RoutedExchange, _ embeddings: ExchangeEmbeddings?) -> MeaningScores? {
    guard let head, let embeddings, embeddings.model == head.model else { return nil }
    return head.scores(of: exchange, embeddings.vectors)
  }
}

/// The scores of an exchange by its vectors.
struct MeaningScores: Sendable {
  var answer: [Float]
  var exchange: [Float]
  var dialog: [Float]

  /// The number of words from which an answer says what it is about by itself.
  private static let fullAnswer = 6.0

  /// Returns the log-likelihood of a class; `words` is the number of words in the answer.
  func likelihood(_ number: Int, words: Int, _ mixture: TrainedRouter.Mixture) -> Double {
    mixture.answer * min(1, Double(words) / Self.fullAnswer) * Double(answer[number])
      + mixture.exchange * Double(exchange[number]) + mixture.dialog * Double(dialog[number])
  }
}

extension TrainedRouter: TableValue {
  private static let format = "coachkit router 1"

  package func write(to table: inout TableWriter) {
    table.write(Self.format)
    table.write(classes)
    wording.write(to: &table)
    mixture.write(to: &table)
    table.write(head.map { [$0] } ?? [])
  }

  package init(from table: inout TableReader) throws(TableDamage) {
    guard try table.text() == Self.format else { throw TableDamage() }
    classes = try table.texts()
    wording = try NGramClasses(from: &table)
    mixture = try Mixture(from: &table)
    let heads: [Head] = try table.values()
    head = heads.first
    let scores = [wording.biases.count] + heads.flatMap(\.classCounts)
    guard heads.count <= 1, scores.allSatisfy({ $0 == classes.count }) else { throw TableDamage() }
  }
}

extension TrainedRouter.Head: TableValue {
  fileprivate var classCounts: [Int] { [answer, exchange, dialog].map(\.biases.count) }

  package func write(to table: inout TableWriter) {
    table.write(model)
    for scores in [answer, exchange, dialog] { scores.write(to: &table) }
    mixture.write(to: &table)
  }

  package init(from table: inout TableReader) throws(TableDamage) {
    model = try table.text()
    answer = try LinearClasses(from: &table)
    exchange = try LinearClasses(from: &table)
    dialog = try LinearClasses(from: &table)
    mixture = try TrainedRouter.Mixture(from: &table)
  }
}

extension TrainedRouter.Mixture: CustomStringConvertible {
  package var description: String {
    "words \(words), question and answer \(wording), by meaning \(answer), \(exchange), \(dialog); topic changes \(changes), "
      + "the current domain counts \(homeFactor) times and is left from \(leavingBelief), "
      + "an outcome needs \(outcomeBelief)"
  }
}

extension TrainedRouter.Mixture: TableValue {
  package func write(to table: inout TableWriter) {
    for number in [
      words, wording, answer, exchange, dialog, changes, homeFactor, leavingBelief, outcomeBelief,
    ] {
      table.write(number)
    }
  }

  package init(from table: inout TableReader) throws(TableDamage) {
    words = try table.double()
    wording = try table.double()
    answer = try table.double()
    exchange = try table.double()
    dialog = try table.double()
    changes = try table.double()
    homeFactor = try table.double()
    leavingBelief = try table.double()
    outcomeBelief = try table.double()
  }
}
