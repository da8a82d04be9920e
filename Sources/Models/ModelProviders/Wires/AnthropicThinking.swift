import Documents
import LanguageModels

/// The reasoning budget of an Anthropic model, and its token limit for reasoning and reply together.
///
/// Older models are given a token budget, which counts against the limit of the reply; newer ones decide by
/// themselves and are influenced by a keyword.
struct AnthropicThinking {
  private enum Form {
    case none
    case off
    case counted(Int)
    case word(String)
  }

  /// The token limit: the caller's, or one that leaves room for a reply, since the protocol requires a limit.
  let maximumTokens: Int
  private var form = Form.none
  private var warning: String?

  /// The default room for a reply, and for reasoning of unknown length, if the caller sets no limit.
  private static let usualReply = 4096
  private static let usualThoughts = 12_288
  /// The provider's minimum budget.
  private static let minimumBudget = 1024

  init(_ request: ModelRequest, capabilities: ModelCapabilities) {
    let asked = request.parameters.maximumTokens
    let ceiling = capabilities.output ?? .max
    guard let effort = request.parameters.reasoning, effort != .none else {
      maximumTokens = asked ?? min(ceiling, Self.usualReply)
      form = request.parameters.reasoning == nil ? .none : .off
      return
    }
    guard !(request.toolChoice?.isForced ?? false) else {
      maximumTokens = asked ?? min(ceiling, Self.usualReply)
      warning = "a model that is made to use a tool cannot think; the effort was left out"
      return
    }
    guard Self.isCounted(effort, capabilities: capabilities) else {
      maximumTokens = asked ?? min(ceiling, Self.usualReply + Self.usualThoughts)
      form = .word(effort.effortWord)
      return
    }
    let wanted = min(
      max(Self.minimumBudget, effort.tokenCount), ModelParameters.tokenLimits.upperBound)
    maximumTokens = asked ?? min(ceiling, Self.usualReply + wanted)
    // An explicit number is respected; a keyword must leave half of the caller's limit for the reply.
    let isNumber = if case .tokens = effort { true } else { false }
    let room = isNumber || asked == nil ? max(maximumTokens, 1) - 1 : maximumTokens / 2
    let budget = min(wanted, room)
    guard budget >= Self.minimumBudget else {
      warning =
        "a limit of \(maximumTokens) tokens leaves no room for the \(Self.minimumBudget) of thinking that"
        + " are the least; it was left out"
      return
    }
    form = .counted(budget)
  }

  private static func isCounted(_ effort: ReasoningEffort, capabilities: ModelCapabilities)
    -> Bool
  {
    switch capabilities.reasoning {
    case .budget?: true
    case nil: if case .tokens = effort { true } else { false }
    default: false
    }
  }

  func write(to call: inout WireCall) {
    if let warning { call.warnings.append(warning) }
    switch form {
    case .none: break
    case .off: call.body["thinking"] = ["type": "disabled"]
    case .counted(let budget):
      call.body["thinking"] = ["type": "enabled", "budget_tokens": .integer(budget)]
    case .word(let word):
      call.body["thinking"] = ["type": "adaptive"]
      call.body["output_config"] = ["effort": .string(word)]
    }
  }
}
