import Documents
import CoachModel
import LanguageModels

extension ModelRequest {
  /// Returns the request without what the model is known not to support, and a warning for each omission.
  ///
  /// Parameters that only tune a reply are left out, with a warning in the caller's stream. Anything without which
  /// the reply would be wrong is an error before anything is sent.
  func fitted(to model: ModelCapabilities, name: String) throws(ModelError) -> (
    request: ModelRequest, warnings: [String]
  ) {
    try check(model, name: name)
    try checkNumbers()
    var request = self
    var warnings: [String] = []
    func leaveOut(_ what: String, if isGiven: Bool, isTaken: Bool?) -> Bool {
      guard isGiven, isTaken == false else { return false }
      warnings.append("\(name) does not take \(what); it was left out")
      return true
    }
    let isThinkingAsked =
      parameters.reasoning != nil && parameters.reasoning != ReasoningEffort.none
    // OpenAI's models accept a temperature only while they do not reason.
    let takesSampling = isThinkingAsked && model.reasoning == .effort ? false : model.takesSampling
    if leaveOut("a temperature", if: parameters.temperature != nil, isTaken: takesSampling) {
      request.parameters.temperature = nil
    }
    if leaveOut("top-p", if: parameters.topP != nil, isTaken: takesSampling) {
      request.parameters.topP = nil
    }
    if leaveOut("a seed", if: parameters.seed != nil, isTaken: model.takesSeed) {
      request.parameters.seed = nil
    }
    if leaveOut("texts to stop at", if: !parameters.stop.isEmpty, isTaken: model.takesStop) {
      request.parameters.stop = []
    }
    if leaveOut(
      "an effort to think", if: isThinkingAsked, isTaken: model.reasoning.map { $0 != .none })
    {
      request.parameters.reasoning = nil
    }
    if let effort = request.parameters.reasoning {
      let (fitted, warning) = effort.fitted(to: model, name: name)
      request.parameters.reasoning = fitted
      if let warning { warnings.append(warning) }
    }
    if let limit = model.output, let asked = parameters.maximumTokens, asked > limit {
      request.parameters.maximumTokens = limit
      warnings.append("\(name) writes at most \(limit) tokens; \(asked) were requested")
    }
    if model.takesForcedTools == false, toolChoice?.isForced ?? false {
      request.toolChoice = .automatic
      warnings.append("\(name) cannot be made to use a tool; it may use one")
    }
    return (request, warnings)
  }

  /// Refuses a number in what the reply must be that would be sent with other digits than it was given with.
  ///
  /// The message does not name the schema: a refusal of schemas is followed by the same schema in words.
  private func checkNumbers() throws(ModelError) {
    guard case .schema(let name, let schema, _)? = format, let pointer = schema.pointerToLostDigits
    else { return }
    throw ModelError(
      .invalidRequest,
      "the number at \(pointer) of '\(name)' has more digits than are kept exactly",
      advice: "write a number between \(Int.min) and \(Int.max), or leave it out")
  }

  private func check(_ model: ModelCapabilities, name: String) throws(ModelError) {
    func refusal(of what: String, advice: String) -> ModelError {
      ModelError(.invalidRequest, "\(name) \(what)", advice: advice)
    }
    if model.takesImages == false, messages.contains(where: { !$0.images.isEmpty }) {
      throw refusal(of: "cannot see images", advice: "leave them out, or ask a model that sees")
    }
    if model.takesTools == false, !tools.isEmpty {
      throw refusal(of: "has no use of tools", advice: "leave them out, or ask a model that has")
    }
    if model.takesSchema == false, case .schema? = format {
      throw refusal(
        of: "does not support JSON Schema", advice: "describe it in words, or use another model")
    }
    if model.takesPrefill == false, messages.last?.role == .assistant {
      throw refusal(
        of: "cannot continue its own message",
        advice: "end the conversation with the person's message"
      )
    }
  }
}

extension ReasoningEffort {
  private static let order = ["none", "minimal", "low", "medium", "high", "xhigh", "max"]

  /// Returns the effort as a keyword that the model accepts, the closest one if it does not accept this one.
  fileprivate func fitted(to model: ModelCapabilities, name: String) -> (ReasoningEffort?, String?)
  {
    // Such a model does not reason anyway.
    if model.reasoning == ModelCapabilities.Reasoning.none { return (nil, nil) }
    let takesWords = model.reasoning == .effort || model.reasoning == .level
    let canBeOff = model.reasoning == .adaptive || model.reasoning == .budget
    guard let efforts = model.efforts, !efforts.isEmpty, takesWords || model.reasoning == .adaptive,
      !efforts.contains(effortWord), !(self == .none && canBeOff)
    else { return (self, nil) }
    guard let index = Self.order.firstIndex(of: effortWord) else { return (self, nil) }
    let closest = efforts.min { left, right in
      func distance(_ word: String) -> Int {
        Self.order.firstIndex(of: word).map { abs($0 - index) } ?? .max
      }
      return distance(left) < distance(right)
    }
    guard let closest else { return (self, nil) }
    return (
      ReasoningEffort(word: closest),
      "\(name) has no effort '\(effortWord)'; '\(closest)' is used"
    )
  }
}

extension ToolChoice {
  var isForced: Bool {
    switch self {
    case .required, .tool: true
    case .automatic, .none: false
    }
  }
}
