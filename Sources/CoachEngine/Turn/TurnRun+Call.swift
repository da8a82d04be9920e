import CoachModel
import LanguageModels
import PromptTemplates
import SourceFiles

/// A turn's call to the model that answers the person.
struct TurnReplyCall: Sendable {
  var kind: TurnRoute
  var prompt: RenderedPrompt
  /// The experiment that assigned the prompt's version; `nil` if there was none.
  var experiment: String?
  /// The number of earlier messages that the prompt omits.
  var leftOutMessages: Int
  var route: ModelRoute
  var timeouts: TurnTimeouts
  /// The processing of the reply's text.
  var pipeline: ReplyPipeline
  /// Whether `started` is sent; not for repeated calls.
  var announcesStart = true
}

extension TurnRun {
  /// Asks a model and streams its reply. Coaching, discovery and crisis replies all use this function.
  mutating func stream(_ call: TurnReplyCall) async -> StreamedReply {
    let reference = call.prompt.reference
    var modelRequest = ModelRequest(rendered: call.prompt, route: call.route)
    // A person's requests share a prefix; the provider learns no id.
    modelRequest.cacheKey = ContentDigest(ofParts: ["cache", request.person.id]).short
    if call.announcesStart {
      await pipe.send(
        .started(
          TurnStart(
            requestID: request.id, messageID: request.messageID, route: call.kind,
            prompt: reference)))
    }
    outcome.trace.prompt = TurnPrompt(
      reference: reference, templateDigest: call.prompt.templateDigest,
      requestDigest: modelRequest.digest, experiment: call.experiment,
      leftOutMessages: call.leftOutMessages)
    let streamed = await ReplyStreamer(
      route: call.route, request: modelRequest, timeouts: call.timeouts, clock: service.clock,
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
  /// Creates the request for an assembled prompt on a route, whose parameters override the prompt's.
  init(rendered: RenderedPrompt, route: ModelRoute) {
    let own = ModelParameters(rendered.template.frontMatter)
    self.init(
      rendered, parameters: own.overridden(by: route.parameters), label: rendered.reference)
  }
}
