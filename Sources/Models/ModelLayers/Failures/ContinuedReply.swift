import CoachModel
import LanguageModels

/// A reply that another model finishes if it breaks off after text was shown.
///
/// The next model gets the conversation with the text so far as its own, and is asked to go on from there. What it repeats of
/// that text is left out, so that the reader sees one text; ``ModelEvent/continued(_:)`` says where it was joined.
struct ContinuedReply: ModelEventSource {
  private var source: any ModelEventSource
  private var model: ModelIdentity
  private var later: ArraySlice<any LanguageModel>
  private let call: ModelCall
  /// The number of attempts to leave to layers around this one.
  private let kept: Int

  /// The reply so far, all of it.
  private var reply = ModelReply()
  private var openParts: Set<Int> = []
  /// The number of parts of the models before the present one.
  private var offset = 0
  private var count = 0
  /// Where the text of the present model is joined, and the part that it belongs to.
  private var joint: TextJoint?
  private var jointPart: Int?
  /// A failure that comes after the waiting events.
  private var failure: ModelError?
  private var waiting: ArraySlice<ModelEvent> = []

  /// - Parameters:
  ///   - source: The events of the model that answered first.
  ///   - model: That model.
  ///   - later: The models that may finish its reply, in order.
  ///   - kept: The number of attempts to leave to layers around this one.
  init(
    _ source: any ModelEventSource, by model: ModelIdentity,
    then later: ArraySlice<any LanguageModel>,
    for call: ModelCall, keeping kept: Int
  ) {
    self.source = source
    self.model = model
    self.later = later
    self.call = call
    self.kept = kept
  }

  mutating func next() async throws(ModelError) -> ModelEvent? {
    while true {
      if let event = waiting.popFirst() {
        reply.add(event)
        return event
      }
      if let failure {
        self.failure = nil
        try await goOn(after: failure)
        continue
      }
      do throws(ModelError) {
        guard let event = try await source.next() else { return nil }
        take(event)
      } catch {
        // What was held belongs to the text so far.
        if let text = joint?.end(), let jointPart { append(text, to: jointPart) }
        failure = error
      }
    }
  }

  private mutating func take(_ event: ModelEvent) {
    switch event {
    case .started where offset > 0: return
    case .partStarted(let index, let kind):
      count = max(count, offset + index + 1)
      openParts.insert(offset + index)
      waiting.append(.partStarted(index: offset + index, kind: kind))
    case .partDelta(let index, .text(let text)) where joint != nil:
      jointPart = offset + index
      if let text = joint?.join(text) { append(text, to: offset + index) }
    case .partDelta(let index, let delta):
      waiting.append(.partDelta(index: offset + index, delta: delta))
    case .partEnded(let index):
      if offset + index == jointPart, let text = joint?.end() { append(text, to: offset + index) }
      openParts.remove(offset + index)
      waiting.append(.partEnded(index: offset + index))
    case .partReclassified(let index, let kind):
      waiting.append(.partReclassified(index: offset + index, kind: kind))
    case .started, .usage, .warning, .continued, .finished: waiting.append(event)
    }
  }

  private mutating func append(_ text: String, to part: Int) {
    guard !text.isEmpty else { return }
    waiting.append(.partDelta(index: part, delta: .text(text)))
  }

  // MARK: Breaks

  /// The failures that concern the connection or the provider, and not the reply.
  private static let codes: Set<ModelError.Code> = [
    .truncated, .timeout, .transport, .overloaded, .rateLimit, .decoding,
  ]

  /// Asks the next model to finish the reply. Throws the failure if there is none, or if the reply is no text alone: half a
  /// value or half a call of a tool cannot be finished in words.
  private mutating func goOn(after failure: ModelError) async throws(ModelError) {
    guard Self.codes.contains(failure.code), call.request.format == nil, reply.toolCalls.isEmpty
    else { throw failure }
    while call.attempts.remaining > kept, let other = later.popFirst() {
      var call = call
      call.request = call.request.continuing(reply.text)
      call.attemptsKeptForOthers = kept + later.count
      let opened: OpenedReply
      do throws(ModelError) {
        opened = try await other.open(call)
      } catch {
        guard error.code != .cancelled else { throw error }
        continue
      }
      for part in openParts.sorted() { waiting.append(.partEnded(index: part)) }
      openParts = []
      waiting.append(
        .continued(
          ReplyBreak(
            failed: model, failure: failure.code, usage: reply.usageSinceBreak,
            next: other.identity)))
      joint = TextJoint(after: reply.text)
      jointPart = nil
      source = opened.watched(call.clock)
      model = other.identity
      offset = count
      return
    }
    throw failure
  }
}

extension ModelRequest {
  /// Returns the request for the rest of a reply of which the reader has a text already.
  fileprivate func continuing(_ text: String) -> ModelRequest {
    // Nothing was shown: the reply begins anew.
    guard !text.isEmpty else { return self }
    var request = self
    request.messages += [
      ModelMessage(Message(.assistant, text)), ModelMessage(Message(.user, Self.continuation)),
    ]
    return request
  }

  private static let continuation = """
    (This is a technical note, not a message of the person. Your last message broke off in transmission. The person sees \
    exactly the text above. Write only what is missing: begin with the very next character, even in the middle of a word or \
    a tag, and end the message as you would have ended it. Repeat nothing, keep the voice and the format, and do not mention \
    the interruption.)
    """
}

/// Joins the text of a reply that broke off and the text with which another model goes on.
struct TextJoint {
  /// The end of the text that broke off.
  private let before: String
  private var held = ""
  private var isJoined = false

  /// The longest text that is looked for in what follows.
  private static let maximumRepetition = 2000
  /// The shortest repetition that is no coincidence, in characters.
  private static let minimumRepetition = 8

  init(after text: String) {
    before = String(text.suffix(Self.maximumRepetition))
  }

  /// Returns what can be shown after more text; empty while it may repeat what is there.
  mutating func join(_ text: String) -> String {
    guard !isJoined else { return text }
    held += text
    guard !mayStillRepeat else { return "" }
    return end()
  }

  /// Returns the held text without what it repeats.
  mutating func end() -> String {
    guard !isJoined else { return "" }
    isJoined = true
    return String(held.dropFirst(repetition))
  }

  /// Whether more text may show that what was held repeats something.
  private var mayStillRepeat: Bool {
    held.count < Self.minimumRepetition
      || held.count < before.count && before.contains(held)
  }

  /// The number of characters at the start of the held text that are the end of the text before.
  private var repetition: Int {
    let longest = min(held.count, before.count)
    for count in stride(from: longest, through: Self.minimumRepetition, by: -1)
    where before.hasSuffix(held.prefix(count)) {
      return count
    }
    // A word that was cut is often repeated from its start.
    let fragment = before.reversed().prefix { $0.isLetter }.count
    let word = before.suffix(fragment)
    return fragment > 0 && held.hasPrefix(word) && held.count > fragment ? fragment : 0
  }
}
