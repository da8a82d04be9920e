import JSON
import LanguageModels

/// How much an Anthropic model is to think, and how much room it has for that and the reply together.
///
/// Older models are given a number of tokens, which counts against the limit of the reply; newer ones
/// decide by themselves and are swayed by a word.
struct AnthropicThinking {
  private enum Form {
    case none
    case off
    case counted(Int)
    case word(String)
  }

  /// The limit of tokens: the caller's, or one that leaves room for a reply, since the protocol demands
  /// one.
  let maximumTokens: Int
  private var form = Form.none
  private var warning: String?

  /// Room for a reply, and for one with thoughts of unknown length, where the caller sets no limit.
  private static let usualReply = 4096
  private static let usualThoughts = 12_288
  /// The provider's least budget.
  private static let minimumBudget = 1024

  init(_ request: ModelRequest, _ capabilities: ModelCapabilities) {
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
    guard Self.isCounted(effort, capabilities) else {
      maximumTokens = asked ?? min(ceiling, Self.usualReply + Self.usualThoughts)
      form = .word(effort.effortWord)
      return
    }
    let wanted = max(Self.minimumBudget, effort.tokenCount)
    maximumTokens = asked ?? min(ceiling, Self.usualReply + min(wanted, ceiling))
    // A number is the caller's will; a word must leave half of the caller's room for the reply.
    let isNumber = if case .tokens = effort { true } else { false }
    let room = isNumber || asked == nil ? maximumTokens - 1 : maximumTokens / 2
    let budget = min(wanted, room)
    guard budget >= Self.minimumBudget else {
      warning =
        "a limit of \(maximumTokens) tokens leaves no room for the \(Self.minimumBudget) of thinking that"
        + " are the least; it was left out"
      return
    }
    form = .counted(budget)
  }

  private static func isCounted(_ effort: ReasoningEffort, _ capabilities: ModelCapabilities)
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
