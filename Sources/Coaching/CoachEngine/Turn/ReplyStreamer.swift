import LanguageModels
import StreamParsing

/// Asks a model and streams its reply through a pipeline.
struct ReplyStreamer: Sendable {
  var route: ModelRoute
  var request: ModelRequest
  var timeouts: TurnTimeouts
  var clock: CallClock
  var pipe: TurnPipe
  var pipeline: ReplyPipeline
  /// The text of the message before the model's reply.
  var opening = ""

  /// The maximum size of a reply in a conversation, in bytes; a coach writes a hundredth of it.
  static let maximumBytes = 256 << 10

  private enum Part: Sendable {
    case streamed(StreamedReply)
    /// The watch has ended, with an error if the reply was given up.
    case watched(ModelError?)
  }

  /// Streams the reply. Returns when the time limits expire at the latest.
  func stream() async -> StreamedReply {
    var call = ModelCall(request, clock: clock)
    let activity = LastActivity()
    // A person in a crisis waits for text, whatever else arrives.
    if !pipeline.isForCrisis { call.onActivity = { [clock] in activity.note(at: clock.now()) } }
    return await stream(call, activity)
  }

  private func stream(_ call: ModelCall, _ activity: LastActivity) async -> StreamedReply {
    let beginning = AtomicFlag()
    return await withTaskGroup(of: Part.self) { group in
      group.addTask { .streamed(await read(call, beginning: beginning)) }
      group.addTask {
        .watched(
          await timeouts.watch(call, activity, fallsBack: route.fallsBack) { beginning.isRaised })
      }
      var givenUp: ModelError?
      var streamed = StreamedReply()
      for await part in group {
        switch part {
        case .watched(let error):
          givenUp = error
          if error != nil { group.cancelAll() }
        case .streamed(let reply):
          streamed = reply
          group.cancelAll()
        }
      }
      if let givenUp, streamed.error != nil { streamed.error = givenUp }
      return streamed
    }
  }

  private func read(_ call: ModelCall, beginning: AtomicFlag) async -> StreamedReply {
    var streamed = StreamedReply()
    var pipeline = pipeline
    var count = 0
    var events = ModelStream(call, openedBy: route.model).makeAsyncIterator()
    do throws(ModelError) {
      while let event = try await events.next() {
        // Reasoning counts as a sign of life, except in a crisis, where the person waits for text.
        if event.isContent, !pipeline.isForCrisis { beginning.raise() }
        streamed.reply.add(event)
        if case .partReclassified(_, .reasoning) = event {
          await restart(after: streamed.reply, &pipeline, into: &streamed)
          continue
        }
        if case .continued(let part) = event { await pipe.send(.continued(by: "\(part.next)")) }
        // A refusal is not an answer to a crisis.
        guard let words = words(of: event, in: streamed.reply) else { continue }
        count += words.utf8.count
        guard count <= Self.maximumBytes else {
          throw ModelError(
            .decoding, "the reply is longer than \(Self.maximumBytes >> 10) KB",
            advice: "lower the maximum of tokens", partial: streamed.reply)
        }
        await send(pipeline.feed(words), into: &streamed)
        if !pipeline.text.isEmpty { beginning.raise() }
        // Nothing after this is shown.
        if pipeline.isBlocked { break }
      }
    } catch {
      streamed.error = error
      streamed.reply =
        streamed.reply.parts.isEmpty ? error.partial ?? streamed.reply : streamed.reply
    }
    // The text of a crisis reply that ends with a refusal may be that refusal.
    let isWhole = streamed.error == nil && !streamed.isDeclined
    await send(pipeline.finish(isWhole: isWhole), into: &streamed)
    streamed.delivered.finish(pipeline)
    streamed.model = call.attempts.answering
    return streamed
  }

  /// Returns the text that an event adds to the message. Reasoning that turned out to be text arrives as a whole.
  private func words(of event: ModelEvent, in reply: ModelReply) -> String? {
    if case .partReclassified(let index, .text) = event {
      return reply.parts.indices.contains(index) ? reply.parts[index].text : nil
    }
    return pipeline.isForCrisis ? event.text : event.words
  }

  /// Begins the message anew, with what is still text of the reply: what was shown was reasoning.
  private func restart(
    after reply: ModelReply, _ pipeline: inout ReplyPipeline, into streamed: inout StreamedReply
  ) async {
    let hadOutput = !pipeline.text.isEmpty || !streamed.delivered.tags.isEmpty
    pipeline = self.pipeline
    streamed.delivered = DeliveredReply()
    streamed.firstText = nil
    if hadOutput { await pipe.send(.replaced(opening)) }
    let words = pipeline.isForCrisis ? reply.text : reply.words
    await send(pipeline.feed(words), into: &streamed)
  }

  private func send(_ output: [ReplyPipeline.Output], into streamed: inout StreamedReply) async {
    for piece in output {
      streamed.delivered.add(piece)
      switch piece {
      case .text(let text):
        streamed.firstText = streamed.firstText ?? clock.now()
        await pipe.send(.text(text))
      case .tag(let tag):
        if tag.tag.words?.isEmpty == false {
          streamed.firstText = streamed.firstText ?? clock.now()
        }
        await pipe.send(.tag(tag))
      case .finding(let finding):
        await pipe.send(.finding(finding))
      }
    }
  }
}
