import CoachModel

/// Everything that a model is asked.
public struct ModelRequest: Sendable, Hashable {
  /// The instructions and the conversation, in order.
  public var messages: [ModelMessage]
  /// How to generate.
  public var parameters: ModelParameters
  /// What the model may ask for.
  public var tools: [ToolDeclaration]
  /// Whether it may, must or must not ask; nil is the provider's default.
  public var toolChoice: ToolChoice?
  /// Whether it may ask for several at once; nil is the provider's default.
  public var allowsParallelToolCalls: Bool?
  /// The form that the reply must have; nil is plain text.
  public var format: ReplyFormat?
  /// Sends calls that begin alike to the same cache, where the provider asks for such a name.
  public var cacheKey: String?
  /// What the call is for, in words, for recordings and logs; no part of the digest.
  public var label: String?

  /// Creates a request.
  public init(
    messages: [ModelMessage], parameters: ModelParameters = ModelParameters(),
    tools: [ToolDeclaration] = [], toolChoice: ToolChoice? = nil,
    allowsParallelToolCalls: Bool? = nil, format: ReplyFormat? = nil, cacheKey: String? = nil,
    label: String? = nil
  ) {
    self.messages = messages
    self.parameters = parameters
    self.tools = tools
    self.toolChoice = toolChoice
    self.allowsParallelToolCalls = allowsParallelToolCalls
    self.format = format
    self.cacheKey = cacheKey
    self.label = label
  }

  /// The instructions: the text of all system messages, in order.
  package var systemMessages: [ModelMessage] { messages.filter { $0.role == .system } }

  /// The conversation without the instructions, where neighbours of one role are one message: some
  /// providers want turns to alternate, and all results of tools in one.
  package var conversation: [ModelMessage] {
    messages.filter { $0.role != .system }.reduce(into: []) { turns, message in
      if turns.last?.role == message.role {
        turns[turns.count - 1].parts += message.parts
      } else {
        turns.append(message)
      }
    }
  }
}
