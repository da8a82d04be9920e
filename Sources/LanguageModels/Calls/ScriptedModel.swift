package import CoachModel
import Synchronization

/// A model that gives prepared replies in order, for tests and demos.
///
/// It reports no token usage.
public struct ScriptedModel: LanguageModel {
  /// What one call of the script does.
  public enum Turn: Sendable {
    /// Replies with these pieces of text.
    case reply([String])
    /// Fails after these pieces of text.
    case failure(ModelError, after: [String])
  }

  /// The identity, with the provider `scripted`.
  public let identity: ModelIdentity
  private let script: Script

  /// Creates a model from one turn per call. A call beyond the last turn fails with `invalidRequest`.
  public init(_ turns: [Turn], name: String = "script") {
    identity = ModelIdentity(provider: "scripted", model: name)
    script = Script(turns)
  }

  /// Creates a model from complete replies, each split at spaces so that it arrives in pieces like a real stream.
  public init(replies: [String], name: String = "script") {
    self.init(replies.map { .reply($0.inPieces) }, name: name)
  }

  /// Returns a stream of the next prepared reply, which is taken from the script when the stream is read.
  public func stream(_ request: ModelRequest) -> ModelStream {
    let script = script
    return ModelStream {
      switch script.next() {
      case .reply(let pieces): PreparedEvents(.reply(pieces))
      case .failure(let error, let pieces):
        PreparedEvents(.pieces(pieces), failure: error)
      case nil:
        PreparedEvents(
          [],
          failure: ModelError(
            .invalidRequest, "the script has no further reply", advice: "add one to it"))
      }
    }
  }
}

private final class Script: Sendable {
  private let remaining: Mutex<ArraySlice<ScriptedModel.Turn>>

  init(_ turns: [ScriptedModel.Turn]) {
    remaining = Mutex(turns[...])
  }

  func next() -> ScriptedModel.Turn? {
    remaining.withLock { $0.popFirst() }
  }
}

/// Yields prepared events, then optionally a failure, which gets the events so far as its partial reply.
package struct PreparedEvents: ModelEventSource {
  private var events: ArraySlice<ModelEvent>
  private var reply = ModelReply()
  private let failure: ModelError?

  package init(_ events: [ModelEvent], failure: ModelError? = nil) {
    self.events = events[...]
    self.failure = failure
  }

  package mutating func next() async throws(ModelError) -> ModelEvent? {
    if let event = events.popFirst() {
      reply.add(event)
      return event
    }
    if var failure {
      if !reply.parts.isEmpty { failure.partial = failure.partial ?? reply }
      throw failure
    }
    return nil
  }
}

extension [ModelEvent] {
  /// Returns the first events of a reply: its start and its pieces of text.
  static func pieces(_ pieces: [String], start: ModelStart = ModelStart()) -> [ModelEvent] {
    let deltas = pieces.map { ModelEvent.partDelta(index: 0, delta: .text($0)) }
    return [.started(start)] + (deltas.isEmpty ? [] : [.partStarted(index: 0, kind: .text)])
      + deltas
  }

  /// Returns the events of a complete reply.
  package static func reply(
    _ texts: [String], start: ModelStart = ModelStart(), usage: TokenUsage? = nil,
    finish: FinishReason = .stop
  ) -> [ModelEvent] {
    pieces(texts, start: start) + (texts.isEmpty ? [] : [.partEnded(index: 0)])
      + (usage.map { [.usage($0)] } ?? []) + [.finished(finish)]
  }
}

extension String {
  /// The text split before each space, so that the pieces join to the original.
  fileprivate var inPieces: [String] {
    var pieces: [String] = []
    var piece = ""
    for character in self {
      if character == " ", !piece.isEmpty {
        pieces.append(piece)
        piece = ""
      }
      piece.append(character)
    }
    return piece.isEmpty ? pieces : pieces + [piece]
  }
}
