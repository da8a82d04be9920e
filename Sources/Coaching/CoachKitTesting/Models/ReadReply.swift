import CoachModel
public import LanguageModels

/// A stream that was read to its end.
struct ReadReply {
  var events: [ModelEvent] = []
  var error: ModelError?

  init(_ stream: ModelStream) async {
    var iterator = stream.makeAsyncIterator()
    do throws(ModelError) {
      while let event = try await iterator.next() { events.append(event) }
      // Reading past the end must yield nil again.
      if let event = try await iterator.next() { events.append(event) }
    } catch {
      self.error = error
    }
  }

  var reply: ModelReply { events.reduce(into: ModelReply()) { $0.add($1) } }
}

extension ModelConformance {
  /// The default request: one user message, "Say hello."
  public static var greeting: ModelRequest {
    ModelRequest(messages: [ModelMessage(role: .user, parts: [.text("Say hello.")])])
  }
}
