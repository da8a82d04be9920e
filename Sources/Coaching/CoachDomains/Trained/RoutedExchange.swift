package import CoachModel

/// The vectors of exchanges by one embedding model.
package struct ExchangeEmbeddings: Sendable {
  /// The name of the model, as its server tells it.
  package var model: String
  /// The vectors by text; see ``RoutedExchange/texts``.
  package var vectors: [String: [Float]]

  /// Creates embeddings.
  package init(model: String, vectors: [String: [Float]]) {
    self.model = model
    self.vectors = vectors
  }
}

/// A message together with the question that it answers.
package struct RoutedExchange: Sendable, Hashable {
  /// The coach's message before it; `nil` for a first message.
  package var question: String?
  package var answer: String
  /// The person's message before these; `nil` if there is none.
  package var before: String?

  /// Creates an exchange.
  package init(question: String?, answer: String, before: String? = nil) {
    self.question = question
    self.answer = answer
    self.before = before
  }

  /// The question and the answer as one text.
  package var text: String { question.map { "\($0)\n\(answer)" } ?? answer }

  /// The same after the end of the message before, so that short answers to follow-up questions have a topic.
  package var dialog: String { before.map { "\($0.suffix(Self.tail))\n\(text)" } ?? text }

  /// The number of characters of the message before that are read.
  private static let tail = 400

  /// The texts whose vectors the router uses: none for a first message.
  package var texts: [String] { question == nil ? [] : [answer, text, dialog] }

  /// Returns the exchanges of a conversation, oldest first.
  package static func all(in messages: [Message]) -> [RoutedExchange] {
    var exchanges: [RoutedExchange] = []
    var question: String?
    for message in messages {
      if message.role == .user {
        exchanges.append(
          RoutedExchange(question: question, answer: message.text, before: exchanges.last?.answer))
      } else {
        question = message.text
      }
    }
    return exchanges
  }
}
