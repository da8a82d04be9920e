package import CoachModel

extension DomainRouter {
  /// Chooses the domain of a message and explains the decision.
  ///
  /// The parameters are those of ``decide(_:history:current:preferred:)``.
  package func explain(
    _ message: String, history: [Message] = [], current: String? = nil, preferred: [String] = []
  ) -> RoutingExplanation {
    let (decision, own, messages) = examine(
      message, history: history, current: current, preferred: preferred)
    return explanation(of: decision, own: own, messages: messages)
  }

  private func strongest(in reading: RoutingModel.Reading, number: Int) -> [RoutingExplanation
    .Word]
  {
    reading.features.map { feature in
      RoutingExplanation.Word(
        text: feature.text, weight: model.weight(of: feature.feature, for: number))
    }.filter { $0.weight >= 0.1 }.sorted { $0.weight > $1.weight }
  }

  func words(in reading: RoutingModel.Reading, for id: String) -> String {
    let number = model.classes.firstIndex { $0.id == id } ?? 0
    let words = strongest(in: reading, number: number).prefix(3).map { "'\($0.text)'" }
    return words.isEmpty ? "likeness to examples" : words.joined(separator: ", ")
  }

  private func explanation(
    of decision: RoutingDecision, own: RoutingModel.Reading, messages: Int
  ) -> RoutingExplanation {
    let order = model.classes.indices.sorted {
      own.scores[$0] != own.scores[$1] ? own.scores[$0] > own.scores[$1] : $0 < $1
    }
    return RoutingExplanation(
      decision: decision,
      candidates: order.map { number in
        RoutingExplanation.Candidate(
          id: model.classes[number].id, score: own.scores[number],
          words: Array(strongest(in: own, number: number).prefix(5)))
      },
      examples: own.likenesses.prefix(5).map { found in
        let example = model.examples[found.example]
        return RoutingExplanation.Example(
          id: model.classes[example.class].id, isNegative: example.isNegative, text: example.text,
          likeness: found.likeness)
      },
      messages: messages)
  }
}
