package import CoachModel
package import LanguageModels
import Synchronization

/// A model that answers each call by a rule and records the requests.
package final class FakeModel: LanguageModel {
  /// The outcome of a call.
  package indirect enum Answer: Sendable {
    /// Returns these events, and then fails or ends.
    case events([ModelEvent], failure: ModelError? = nil)
    /// Returns these events, and then nothing until the reader's task is cancelled.
    case endless([ModelEvent])
    /// Returns nothing before the gate opens.
    case held(Gate, Answer)
  }

  package let identity: ModelIdentity
  package let capabilities: ModelCapabilities
  private let rule: @Sendable (Int, ModelRequest) -> Answer
  private let asked = Mutex<[ModelRequest]>([])

  /// Creates a model; `rule` gets the number of the call, from 1, and the request.
  package init(
    _ name: String = "m", capabilities: ModelCapabilities = ModelCapabilities(),
    rule: @escaping @Sendable (Int, ModelRequest) -> Answer
  ) {
    identity = ModelIdentity(provider: "fake", model: name)
    self.capabilities = capabilities
    self.rule = rule
  }

  /// Creates a model from its answers in order; the last one is repeated.
  package convenience init(
    _ name: String = "m", capabilities: ModelCapabilities = ModelCapabilities(),
    answers: Answer...
  ) {
    self.init(name, capabilities: capabilities) { number, _ in
      answers.isEmpty ? .reply("Hi") : answers[min(number, answers.count) - 1]
    }
  }

  /// The number of calls.
  package var calls: Int { asked.withLock { $0.count } }

  /// The requests, in order.
  package var requests: [ModelRequest] { asked.withLock { $0 } }

  /// Answers by the rule; a call counts from its first read on.
  package func stream(_ request: ModelRequest) -> ModelStream {
    ModelStream {
      FakeEvents {
        let number = self.asked.withLock { asked in
          asked.append(request)
          return asked.count
        }
        return self.rule(number, request)
      }
    }
  }
}

extension FakeModel.Answer {
  /// A reply with these pieces of text.
  package static func reply(
    _ pieces: String..., usage: TokenUsage? = nil, finish: FinishReason = .stop
  ) -> Self {
    .events(.said(pieces, usage: usage, finish: finish))
  }

  /// A failure, before the first content or after a piece of text, with the usage counted so far.
  package static func failure(
    _ error: ModelError, after text: String? = nil, usage: TokenUsage? = nil
  ) -> Self {
    let counts = usage.map { [ModelEvent.usage($0)] } ?? []
    return .events([.started(ModelStart())] + counts + .opening(text), failure: error)
  }
}

extension [ModelEvent] {
  /// The events of a reply of text.
  package static func said(
    _ pieces: [String], usage: TokenUsage? = nil, finish: FinishReason = .stop
  ) -> [ModelEvent] {
    let text = pieces.map { ModelEvent.partDelta(index: 0, delta: .text($0)) }
    return [.started(ModelStart(id: "r1", model: "fake"))]
      + (text.isEmpty ? [] : [.partStarted(index: 0, kind: .text)] + text + [.partEnded(index: 0)])
      + (usage.map { [.usage($0)] } ?? []) + [.finished(finish)]
  }

  /// A part that has started.
  fileprivate static func opening(_ text: String?) -> [ModelEvent] {
    text.map {
      [.partStarted(index: 0, kind: .text), .partDelta(index: 0, delta: .text($0))]
    } ?? []
  }

  /// The text of all events.
  package var text: String { compactMap(\.text).joined() }
}

/// The events of one answer.
private struct FakeEvents: ModelEventSource {
  private let begin: @Sendable () -> FakeModel.Answer
  private var hasStarted = false
  private var events: ArraySlice<ModelEvent> = []
  private var isEndless = false
  private var failure: ModelError?
  private var reply = ModelReply()

  init(_ begin: @escaping @Sendable () -> FakeModel.Answer) {
    self.begin = begin
  }

  mutating func next() async throws(ModelError) -> ModelEvent? {
    if !hasStarted {
      hasStarted = true
      try await open(begin())
    }
    if let event = events.popFirst() {
      reply.add(event)
      return event
    }
    if isEndless {
      try? await Task.sleep(for: .seconds(3600))
      throw .stopped
    }
    guard var failure else { return nil }
    if !reply.parts.isEmpty { failure.partial = failure.partial ?? reply }
    throw failure
  }

  private mutating func open(_ answer: FakeModel.Answer) async throws(ModelError) {
    switch answer {
    case .events(let events, let failure):
      self.events = events[...]
      self.failure = failure
    case .endless(let events):
      self.events = events[...]
      isEndless = true
    case .held(let gate, let answer):
      await gate.passed()
      if Task.isCancelled { throw .stopped }
      try await open(answer)
    }
  }
}

extension ModelError {
  /// A failure for a test.
  package static func planned(
    _ code: Code, _ message: String? = nil, status: Int? = nil, retryAfter: Duration? = nil,
    allowsRetry: Bool? = nil
  ) -> ModelError {
    var error = ModelError(
      code, message ?? "\(code.rawValue) is planned", advice: "nothing to do", status: status,
      retryAfter: retryAfter)
    error.allowsRetry = allowsRetry
    return error
  }

  /// The error of a model whose reader was cancelled.
  fileprivate static var stopped: ModelError {
    ModelError(.cancelled, "the call was stopped", advice: "nothing to do")
  }
}

/// Reads the first events of a stream and drops it.
package func abandon(_ stream: ModelStream, after count: Int = 1) async throws(ModelError) {
  var events = stream.makeAsyncIterator()
  for _ in 0..<count { _ = try await events.next() }
}

/// A request of one message.
package func asking(_ text: String, _ parameters: ModelParameters = ModelParameters())
  -> ModelRequest
{
  ModelRequest(messages: [ModelMessage(Message(.user, text))], parameters: parameters)
}

/// A request whose prompt is estimated at this number of tokens, at least 8.
package func asking(tokens: Int, _ parameters: ModelParameters = ModelParameters()) -> ModelRequest
{
  asking(String(repeating: "x", count: (tokens - 8) * 4), parameters)
}
