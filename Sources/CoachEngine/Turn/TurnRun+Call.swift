import LanguageModels
import PromptTemplates

/// A call of a turn to the model that talks with the person.
struct TurnReplyCall: Sendable {
  /// What kind of turn it is for.
  var kind: TurnRoute
  var prompt: RenderedPrompt
  /// The experiment that the prompt is part of.
  var experiment: String?
  /// How many earlier messages the prompt leaves out.
  var leftOutMessages: Int
  var route: ModelRoute
  /// How long it may take.
  var timeouts: TurnTimeouts
  /// What the words pass on their way.
  var pipeline: ReplyPipeline
  /// Whether the reader is told that the turn begins; not where a call is made again.
  var announcesStart = true
}

extension TurnRun {
  /// Asks a model and passes its reply on: the one way for coaching, discovery and a crisis.
  mutating func stream(_ call: TurnReplyCall) async -> StreamedReply {
    let reference = call.prompt.reference
    let modelRequest = ModelRequest(call.prompt, call.route)
    if call.announcesStart {
      await pipe.send(
        .started(
          TurnStart(
            requestID: request.id, messageID: request.messageID, route: call.kind,
            prompt: reference)))
    }
    outcome.prompt = TurnPrompt(
      reference: reference, templateDigest: call.prompt.templateDigest,
      requestDigest: modelRequest.digest, experiment: call.experiment,
      leftOutMessages: call.leftOutMessages)
    let streamed = await ReplyStreamer(
      route: call.route, request: modelRequest, timeouts: call.timeouts, clock: turn.clock,
      pipe: pipe, pipeline: call.pipeline
    ).stream()
    note(
      streamed.reply.usage, of: reference, by: streamed.model ?? call.route.model.identity)
    note(firstWords: streamed.firstWords)
    outcome.findings += streamed.findings
    return streamed
  }
}

extension ModelRequest {
  /// The request of an assembled prompt on a route.
  init(_ rendered: RenderedPrompt, _ route: ModelRoute) {
    let own = ModelParameters(rendered.template.frontMatter)
    self.init(
      rendered, parameters: own.overridden(by: route.parameters), label: rendered.reference)
  }
}
