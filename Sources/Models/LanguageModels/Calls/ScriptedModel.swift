package import CoachModel
import Synchronization

/// A model that gives prepared replies, for tests and demos.
///
/// Outside an evaluation, calls get the replies in order. In an evaluation each sample has the whole script for itself:
/// its n-th call gets the n-th reply, however many samples are generated at once. A ``ModelScript`` chooses replies by
/// transcript, side and message. The model reports no token usage.
public struct ScriptedModel: LanguageModel {
  /// What one call of the script does.
  public enum Turn: Sendable {
    /// Replies with these pieces of text.
    case reply([String])
    /// Replies with these pieces of text, and ends for another reason than usual.
    case ending(FinishReason, after: [String])
    /// Replies with these pieces of text, and asks to call tools.
    case calling([ToolCall], after: [String])
    /// Fails after these pieces of text.
    case failure(ModelError, after: [String])

    /// Replies with a text, split at spaces so that it arrives in pieces like a real stream.
    public static func text(_ text: String) -> Turn { .reply(text.inPieces) }
  }

  /// The identity, with the provider `scripted`.
  public let identity: ModelIdentity
  /// The replies to calls outside an evaluation.
  private let queue: ReplyQueue
  private let script: ModelScript
  private let used = UsedEntries()

  static let advice = "add one, or a list of replies under 'loop' in a script that is a YAML file"

  /// Creates a model from one turn per call. A call beyond the last turn fails with `invalidRequest`.
  public init(_ turns: [Turn], name: String = "script") {
    identity = ModelIdentity(provider: "scripted", model: name)
    queue = ReplyQueue(turns)
    script = ModelScript([ModelScript.Entry(replies: turns)])
  }

  /// Creates a model from complete replies, each split at spaces so that it arrives in pieces like a real stream.
  public init(replies: [String], name: String = "script") {
    self.init(replies.map { .text($0) }, name: name)
  }

  /// Creates a model that chooses its replies by transcript, side and message.
  ///
  /// Calls outside an evaluation get the replies of the loop in turn.
  public init(_ script: ModelScript, name: String = "script") {
    identity = ModelIdentity(provider: "scripted", model: name)
    queue = ReplyQueue(script.loop, repeats: true)
    self.script = script
  }

  /// The entries of the script that have answered no call so far; after a complete run, those that are misspelt.
  public var unusedEntries: [ModelScript.Entry] {
    script.entries.indices.filter { !used.contains($0) }.map { script.entries[$0] }
  }

  /// Returns a stream of the prepared reply, which is taken from the script when the stream is read.
  public func stream(_ request: ModelRequest) -> ModelStream {
    let (script, queue, used) = (script, queue, used)
    return ModelStream {
      do throws(ModelError) {
        guard let origin = request.origin else { return PreparedEvents(try queue.next()) }
        let place = script.place(of: origin)
        if let place { used.insert(place) }
        return PreparedEvents(try script.reply(to: origin, from: place))
      } catch {
        return PreparedEvents([], failure: error)
      }
    }
  }
}

/// The places of the entries that have answered a call.
private final class UsedEntries: Sendable {
  private let places = Mutex<Set<Int>>([])

  func insert(_ index: Int) { places.withLock { _ = $0.insert(index) } }
  func contains(_ index: Int) -> Bool { places.withLock { $0.contains(index) } }
}

/// Replies that are taken in order.
private final class ReplyQueue: Sendable {
  private let turns: [ScriptedModel.Turn]
  private let repeats: Bool
  private let taken = Mutex(0)

  init(_ turns: [ScriptedModel.Turn], repeats: Bool = false) {
    self.turns = turns
    self.repeats = repeats
  }

  func next() throws(ModelError) -> ScriptedModel.Turn {
    let place = taken.withLock { taken in
      defer { taken += 1 }
      return taken
    }
    guard !turns.isEmpty, repeats || place < turns.count else {
      throw ModelError(
        .invalidRequest, "the script has no further reply", advice: ScriptedModel.advice)
    }
    return turns[place % turns.count]
  }
}

extension PreparedEvents {
  fileprivate init(_ turn: ScriptedModel.Turn) {
    switch turn {
    case .reply(let pieces): self.init([ModelEvent].reply(pieces))
    case .ending(let finish, let pieces): self.init([ModelEvent].reply(pieces, finish: finish))
    case .calling(let calls, let pieces):
      self.init([ModelEvent].reply(pieces, calling: calls))
    case .failure(let error, let pieces):
      self.init([ModelEvent].pieces(pieces).withSeparateReasoning, failure: error)
    }
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
    let events =
      pieces(texts, start: start) + (texts.isEmpty ? [] : [.partEnded(index: 0)])
      + (usage.map { [.usage($0)] } ?? []) + [.finished(finish)]
    return events.withSeparateReasoning
  }
}

extension [ModelEvent] {
  /// Returns the events of a complete reply that calls tools.
  static func reply(_ texts: [String], calling calls: [ToolCall]) -> [ModelEvent] {
    var events = reply(texts, finish: calls.isEmpty ? .stop : .toolCalls)
    let first = events.count { if case .partStarted = $0 { true } else { false } }
    for (offset, call) in calls.enumerated() {
      let index = first + offset
      events.insert(
        contentsOf: [
          .partStarted(index: index, kind: .toolCall(id: call.id, name: call.name)),
          .partDelta(index: index, delta: .arguments(call.arguments)), .partEnded(index: index),
        ], at: events.count - 1)
    }
    return events
  }
}

extension String {
  /// The text split before each space, so that the pieces join to the original.
  var inPieces: [String] {
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
