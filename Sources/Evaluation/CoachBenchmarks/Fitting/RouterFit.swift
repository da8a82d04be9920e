package import CoachDomains
import CoachModel
import Documents
import SourceFiles
import TextAnalysis

/// Fits the trained part of a router to conversations whose turns are labelled with their domain.
///
/// Its classifiers are fitted to all exchanges and to the examples of the domains. How much each source counts, and how
/// readily the topic changes, is fitted to the scores of conversations by writers that the classifiers have not seen: it
/// is what brings most turns into the right domain, less a price for every change of domain beyond those of the topic.
package struct RouterFit {
  /// The number of buckets of the classifiers over n-grams.
  package var buckets = 1 << 14
  /// The cost of misfit of the classifiers over n-grams.
  package var cost: Float = 10
  /// The cost of misfit of the classifiers over vectors.
  package var vectorCost: Float = 0.003
  static let folds = 4
  /// The number of words from which an answer is taken to be about its label by itself.
  static let tellingAnswer = 4

  private let library: DomainLibrary
  private let classes: [String]
  /// The examples of the domains and outcomes, with the number of their class.
  private let examples: [(text: String, label: Int)]
  private let conversations: RoutedExchanges
  private let embeddings: ExchangeEmbeddings?

  /// Prepares a fit for the domains of a library.
  ///
  /// - Parameter embeddings: The vectors of the ``texts(_:_:)``; `nil` for a router without a head.
  package init(
    _ library: DomainLibrary, _ conversations: RoutedExchanges, embeddings: ExchangeEmbeddings?
  ) {
    self.library = library
    classes = library.router.classes
    examples = Self.examples(of: library)
    self.conversations = conversations
    self.embeddings = embeddings
  }

  private static func examples(of library: DomainLibrary) -> [(text: String, label: Int)] {
    let texts =
      library.domains.map { ($0.id, $0.routing.examples) }
      + library.outcomes.map { ($0.kind.rawValue, $0.routing.examples) }
    let classes = library.router.classes
    return texts.flatMap { id, texts in
      classes.firstIndex(of: id).map { label in texts.map { ($0, label) } } ?? []
    }
  }

  /// Returns the texts whose vectors a fit needs.
  package static func texts(_ library: DomainLibrary, _ conversations: RoutedExchanges) -> [String]
  {
    examples(of: library).map(\.text) + conversations.texts
  }

  /// Fits a trained part.
  ///
  /// - Parameter progress: Called with what is done next.
  package func router(
    progress: @escaping @Sendable (String) -> Void = { _ in }
  ) async -> TrainedRouter {
    async let complete = trained(on: Array(conversations.turns.indices))
    let folds = Folds.ofWriters(conversations.writers, count: Self.folds)
    let scored = await Folds.map(Self.folds) { fold -> [[MixtureSearch.Scored]] in
      progress("fold \(fold + 1) of \(Self.folds)")
      let router = self.router(trainedOn: folds.indices.filter { folds[$0] != fold })
      return folds.indices.filter { folds[$0] == fold }.map { place in
        conversations.turns[place].map {
          (router.scores(of: $0.exchange, embeddings: embeddings), $0)
        }
      }
    }.flatMap(\.self)
    var trained = await complete
    progress("how much each source counts")
    var router = library.router
    router.use(trained)
    let search = MixtureSearch(router: router, conversations: scored)
    trained.mixture = search.best(withMeaning: false)
    if trained.head != nil { trained.head?.mixture = search.best(withMeaning: true) }
    return trained
  }

  private func router(trainedOn places: [Int]) -> DomainRouter {
    var router = library.router
    router.use(trained(on: places))
    return router
  }

  private func trained(on places: [Int]) -> TrainedRouter {
    let turns = places.flatMap { conversations.turns[$0] }.filter { $0.label != nil }
    let labels = examples.map(\.label) + turns.compactMap(\.label)
    let texts = examples.map(\.text) + turns.map(\.exchange.text)
    let wording = NGramClasses(
      texts.map { FoldedText($0) }, classes: labels, count: classes.count, buckets: buckets,
      cost: cost)
    let head = embeddings.map { embeddings in
      // A short answer has the label of its question, and would teach the words of no domain.
      let telling = turns.filter {
        $0.exchange.answer.split(whereSeparator: \.isWhitespace).count >= Self.tellingAnswer
      }
      func scores(_ turns: [RoutedExchanges.Turn], _ text: (RoutedExchange) -> String)
        -> LinearClasses
      {
        LinearClasses(
          (examples.map(\.text) + turns.map { text($0.exchange) })
            .map { embeddings.vectors[$0] ?? [] },
          classes: examples.map(\.label) + turns.compactMap(\.label), count: classes.count,
          cost: vectorCost)
      }
      return TrainedRouter.Head(
        model: embeddings.model, answer: scores(telling, \.answer),
        exchange: scores(turns, \.text), dialog: scores(turns, \.dialog),
        mixture: TrainedRouter.Mixture())
    }
    return TrainedRouter(
      classes: classes, wording: wording, mixture: TrainedRouter.Mixture(), head: head)
  }
}

/// Labelled conversations as exchanges of a question and an answer.
package struct RoutedExchanges {
  /// An answer of the person with its label.
  package struct Turn {
    package var exchange: RoutedExchange
    /// The number of its class; `nil` if it belongs to none.
    package var label: Int?
    /// Whether the topic changes from one domain to another.
    package var isSwitch: Bool
  }

  /// The turns of each conversation.
  package private(set) var turns: [[Turn]] = []
  /// The writer of each conversation.
  private(set) var writers: [String] = []

  /// Reads the labelled conversations of a table.
  package init(_ table: LabelledTable, classes: [String]) {
    for session in table.sessions {
      var turns: [Turn] = []
      var question: String?
      for turn in session.turns {
        guard turn.message.role == .user else {
          question = turn.message.text
          continue
        }
        turns.append(
          Turn(
            exchange: RoutedExchange(
              question: question, answer: turn.message.text, before: turns.last?.exchange.answer),
            label: turn.label.flatMap { classes.firstIndex(of: $0) }, isSwitch: turn.isSwitch))
      }
      guard turns.contains(where: { $0.label != nil }) else { continue }
      self.turns.append(turns)
      writers.append(session.fields["writer"]?.string ?? session.place.id ?? "")
    }
  }

  /// The texts of all exchanges.
  package var texts: [String] {
    turns.joined().flatMap { [$0.exchange.answer, $0.exchange.text, $0.exchange.dialog] }
  }
}
