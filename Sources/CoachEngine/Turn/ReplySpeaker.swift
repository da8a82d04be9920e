import CoachSafety
import LanguageModels
import PromptTemplates
import StreamParsing
import Synchronization

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
  /// Looks for what a coach must not say.
  var guardrail: ReplyGuard
  /// Tags that are not believed in this turn, with the reason.
  var unbelieved: [String: String] = [:]

  private enum Part: Sendable {
    case spoken(SpokenReply)
    /// The watch is over: all is well, or the reply was given up for this reason.
    case watched(ModelError?)
  }

  /// Says the reply. Ends at the latest when patience does.
  func speak() async -> SpokenReply {
    let call = ModelCall(request, clock: clock)
    let beginning = Beginning()
    return await withTaskGroup(of: Part.self) { group in
      group.addTask { .spoken(await read(call, beginning)) }
      group.addTask {
        .watched(
          await patience.watch(call, fallsBack: route.fallsBack) { beginning.isNoted })
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
      if let givenUp, spoken.error != nil { spoken.error = givenUp }
      return spoken
    }
  }

  // MARK: Reading

  private func read(_ call: ModelCall, _ beginning: Beginning) async -> SpokenReply {
    var spoken = SpokenReply()
    var parser = ReplyTagParser(contract.tags)
    var shown = ShownText()
    var filter = filter
    var guardrail = guardrail
    var events = ModelStream(call, openedBy: route.model).makeAsyncIterator()
    do {
      while let event = try await events.next() {
        // Thoughts are a sign of life; someone in a crisis waits for words.
        if event.isContent, filter == nil { beginning.note() }
        spoken.reply.add(event)
        // Words with which a model declines are no answer to a crisis.
        guard let words = filter == nil ? event.words : event.text else { continue }
        let passed = filter?.feed(words) ?? words
        for event in parser.feed(passed) { await show(event, &guardrail, &shown, &spoken) }
        if !shown.text.isEmpty { beginning.note() }
        // The rest of what the model says would be read by nobody.
        if guardrail.isBlocked { break }
      }
    } catch {
      spoken.error = error
      spoken.reply = spoken.reply.parts.isEmpty ? error.partial ?? spoken.reply : spoken.reply
    }
    // Half a line of a crisis reply that broke off may end with half a number; one that ends with a refusal
    // may be the refusal.
    let isWhole = spoken.error == nil && !spoken.isDeclined
    let rest = isWhole ? filter?.finish() ?? "" : ""
    for event in parser.feed(rest) + parser.finish() {
      await show(event, &guardrail, &shown, &spoken)
    }
    await pass(guardrail.finish(), &shown, &spoken)
    spoken.isBlocked = guardrail.isBlocked
    spoken.text = shown.text
    spoken.namedResources = named(in: shown.text)
    spoken.model = call.attempts.answering
    return spoken
  }

  /// The help that the person was told of: what the guard took away was named to nobody.
  private func named(in text: String) -> [CrisisResource] {
    guard var filter else { return [] }
    _ = filter.feed(text) + filter.finish()
    return filter.named
  }

  private func show(
    _ event: ReplyEvent, _ guardrail: inout ReplyGuard, _ shown: inout ShownText,
    _ spoken: inout SpokenReply
  ) async {
    switch event {
    case .text(let text): await pass(guardrail.feed(text), &shown, &spoken)
    case .tag(let tag):
      // Nothing that stands before a tag may come after it.
      await pass(guardrail.finish(), &shown, &spoken)
      guard !guardrail.isBlocked, await mayShow(tag, &guardrail, &shown, &spoken) else { return }
      if let words = tag.words {
        await say(shown.releaseBlanks(), &spoken)
        shown.addTagWords(words)
        if spoken.firstWords == nil, !words.isEmpty { spoken.firstWords = clock.now() }
      }
      var checked = contract.check(tag)
      if let reason = unbelieved[tag.name] { checked.verdict = .invalid([reason]) }
      spoken.tags.append(checked)
      await pipe.send(.tag(checked))
    }
  }

  /// Whether a tag's words may be shown; those of an inline one are the coach's words like any other.
  private func mayShow(
    _ tag: ReplyTag, _ guardrail: inout ReplyGuard, _ shown: inout ShownText,
    _ spoken: inout SpokenReply
  ) async -> Bool {
    guard let words = tag.words else { return true }
    var inside = guardrail
    let pieces = inside.feed(words) + inside.finish()
    let isHeld = pieces.contains { piece in
      if case .finding(let finding) = piece { finding.action > .mark } else { false }
    }
    if inside.isBlocked { guardrail = inside }
    // Of words that may not be shown nothing is, but for the fixed words that end a reply; the tag is gone with them.
    await pass(
      pieces.filter { piece in
        if case .text = piece { inside.isBlocked } else { true }
      }, &shown, &spoken)
    return !isHeld
  }

  private func pass(
    _ pieces: [GuardedPiece], _ shown: inout ShownText, _ spoken: inout SpokenReply
  ) async {
    for piece in pieces {
      switch piece {
      case .text(let text): await say(shown.add(text), &spoken)
      case .finding(let finding):
        spoken.findings.append(finding)
        await pipe.send(.finding(finding))
      case .blocked: break
      }
    }
  }

  private func say(_ text: String, _ spoken: inout SpokenReply) async {
    guard !text.isEmpty else { return }
    if spoken.firstWords == nil { spoken.firstWords = clock.now() }
    await pipe.send(.text(text))
  }
}

/// Whether a reply has begun, for the two tasks that read it and watch it.
private final class Beginning: Sendable {
  private let flag = Atomic(false)

  var isNoted: Bool { flag.load(ordering: .relaxed) }

  func note() { flag.store(true, ordering: .relaxed) }
}
