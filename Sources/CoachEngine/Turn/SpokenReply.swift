import CoachSafety
import LanguageModels
import PromptTemplates
import StreamParsing
import Synchronization

/// A model's reply as it was said to the person.
struct SpokenReply: Sendable {
  /// The reply as it came.
  var reply = ModelReply()
  /// What the person read.
  var text = ""
  /// The tags, in order.
  var tags: [CheckedTag] = []
  /// Why it broke off, or never began.
  var error: ModelError?
  /// When the first words came.
  var firstWords: ContinuousClock.Instant?
  /// Who answered, or was asked last.
  var model: ModelIdentity?
  /// The resources that a reply to a crisis named.
  var namedResources: [CrisisResource] = []
  /// Whether it named the emergency services.
  var namesEmergency = false

  /// Whether the person got anything.
  var isEmpty: Bool { text.isEmpty && tags.isEmpty }
}

/// Asks a model and passes its words on while they come.
struct ReplySpeaker: Sendable {
  var route: ModelRoute
  var request: ModelRequest
  var contract: ReplyContract
  var patience: TurnPatience
  var clock: CallClock
  var pipe: TurnPipe
  /// Keeps what no table vouches for out of a reply to a crisis; nil for any other reply.
  var filter: CrisisReplyFilter?

  private enum Part: Sendable {
    case spoken(SpokenReply)
    /// The watch is over: the reply has begun, or it was given up for this reason.
    case watched(ModelError?)
  }

  /// Says the reply. Ends at the latest when patience does, unless words have come.
  func speak() async -> SpokenReply {
    let call = ModelCall(request, clock: clock)
    let beginning = Beginning()
    return await withTaskGroup(of: Part.self) { group in
      group.addTask { .spoken(await read(call, beginning)) }
      group.addTask {
        .watched(await watch(call, beginning))
      }
      var givenUp: ModelError?
      var spoken = SpokenReply()
      for await part in group {
        switch part {
        case .watched(let error):
          givenUp = error
          if error != nil { group.cancelAll() }
        case .spoken(let reply):
          spoken = reply
          group.cancelAll()
        }
      }
      // A reply that was just coming when patience ended counts.
      if let givenUp, spoken.isEmpty, spoken.error != nil { spoken.error = givenUp }
      return spoken
    }
  }

  // MARK: Reading

  private func read(_ call: ModelCall, _ beginning: Beginning) async -> SpokenReply {
    var spoken = SpokenReply()
    var parser = ReplyTagParser(contract.tags)
    var shown = ShownText()
    var filter = filter
    var events = ModelStream(call, openedBy: route.model).makeAsyncIterator()
    do {
      while let event = try await events.next() {
        if event.isContent { beginning.note() }
        spoken.reply.add(event)
        guard let words = event.words else { continue }
        let passed = filter?.feed(words) ?? words
        for event in parser.feed(passed) { await show(event, &shown, &spoken) }
      }
    } catch {
      spoken.error = error
      spoken.reply = spoken.reply.parts.isEmpty ? error.partial ?? spoken.reply : spoken.reply
    }
    // Half a line of a crisis reply that broke off may end with half a number.
    let rest = spoken.error == nil ? filter?.finish() ?? "" : ""
    for event in parser.feed(rest) + parser.finish() { await show(event, &shown, &spoken) }
    spoken.text = shown.text
    spoken.namedResources = filter?.named ?? []
    spoken.namesEmergency = filter?.namesEmergency ?? false
    spoken.model = call.attempts.answering
    return spoken
  }

  private func show(
    _ event: ReplyEvent, _ shown: inout ShownText, _ spoken: inout SpokenReply
  ) async {
    switch event {
    case .text(let text): await say(shown.add(text), &spoken)
    case .tag(let tag):
      if let words = tag.words {
        await say(shown.releaseBlanks(), &spoken)
        shown.addTagWords(words)
        if spoken.firstWords == nil, !words.isEmpty { spoken.firstWords = clock.now() }
      }
      let checked = contract.check(tag)
      spoken.tags.append(checked)
      await pipe.send(.tag(checked))
    }
  }

  private func say(_ text: String, _ spoken: inout SpokenReply) async {
    guard !text.isEmpty else { return }
    if spoken.firstWords == nil { spoken.firstWords = clock.now() }
    await pipe.send(.text(text))
  }

  // MARK: Patience

  /// Waits until the reply has begun, or gives it up with the error to report.
  private func watch(_ call: ModelCall, _ beginning: Beginning) async -> ModelError? {
    let begun = clock.now()
    var pause = patience.failing
    while true {
      guard (try? await clock.sleep(pause)) != nil, !beginning.isNoted else { return nil }
      let failure = call.attempts.attempts.last { $0.failure != nil }?.failure
      if let failure, !route.fallsBack {
        return ModelError(
          failure.code, failure.message,
          advice: "look at the provider; the turn gave it up after \(patience.failing)")
      }
      let left = patience.silent - begun.duration(to: clock.now())
      guard left > .zero else {
        return ModelError(
          .timeout, "nothing came within \(patience.silent)",
          advice: "choose a faster model, or more patience", phase: .firstToken)
      }
      // Often enough to hear of a failure soon.
      pause = min(left, .milliseconds(200))
    }
  }
}

/// Whether a reply has begun, for the two tasks that read it and watch it.
private final class Beginning: Sendable {
  private let flag = Atomic(false)

  var isNoted: Bool { flag.load(ordering: .relaxed) }

  func note() { flag.store(true, ordering: .relaxed) }
}
