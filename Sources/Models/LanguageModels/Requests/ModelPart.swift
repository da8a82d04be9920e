public import Documents
import SourceFiles

/// A part of a message to or from a model.
public enum ModelPart: Sendable, Hashable {
  /// Text that is part of the message.
  case text(String)
  /// An image, given by a web address or a data URL.
  case image(url: String)
  /// Reasoning that the model produced before its answer.
  case reasoning(ModelReasoning)
  /// The text in which the model declines to answer.
  case refusal(String)
  /// A request by the model to call a tool.
  case toolCall(ToolCall)
  /// The result of a tool call.
  case toolResult(ToolResult)
  /// Marks the end of a prefix that stays the same from call to call. Anthropic is asked to cache up to this point;
  /// other providers detect repeated prefixes themselves.
  case cacheBreakpoint(CacheLifetime)
  /// A provider-specific item, kept as JSON and sent back to the same provider unchanged.
  case other(ProviderItem)

  /// The content of a text part; nil for any other part.
  public var text: String? { if case .text(let text) = self { text } else { nil } }
}

/// How long a provider should keep a cached prefix.
public enum CacheLifetime: String, Sendable, Hashable {
  /// Five minutes after its last use.
  case minutes = "5m"
  /// One hour. Writing such an entry costs more.
  case hour = "1h"
}

/// Reasoning that a model produced before its answer.
public struct ModelReasoning: Sendable, Hashable {
  /// The reasoning or a summary of it; may be empty if the provider does not disclose it.
  public var text: String
  /// The provider's signature or the encrypted reasoning. It must be sent back unchanged, or the provider rejects the
  /// request.
  public var signature: String?
  /// Whether the provider withholds the reasoning, so that ``signature`` is its only content.
  public var isHidden: Bool
  /// The protocol in which the reasoning arrived. Signatures are not portable: ``signature`` is sent back in this
  /// protocol only.
  public var wire: WireProtocol?

  /// Creates a piece of reasoning.
  public init(
    text: String = "", signature: String? = nil, isHidden: Bool = false,
    wire: WireProtocol? = nil
  ) {
    self.text = text
    self.signature = signature
    self.isHidden = isHidden
    self.wire = wire
  }
}

/// A tool call requested by a model.
public struct ToolCall: Sendable, Hashable {
  /// The identifier that the tool's result must refer to. Generated if the provider gives none.
  public var id: String
  /// The name of the tool.
  public var name: String
  /// The arguments as the model wrote them: JSON, unless the model made a mistake or the reply was truncated.
  public var arguments: String
  /// Gemini's signature of the call, which must be sent back unchanged.
  public var signature: String?

  /// Creates a tool call.
  public init(id: String, name: String, arguments: String = "", signature: String? = nil) {
    self.id = id
    self.name = name
    self.arguments = arguments
    self.signature = signature
  }

  /// The parsed arguments; nil if they are not valid JSON. Empty arguments count as an empty object.
  public var argumentsValue: JSONValue? {
    arguments.isEmpty ? [:] : try? JSONValue(parsing: arguments)
  }

  /// The arguments as an object, as providers expect them back; empty if they are missing or are not a JSON object.
  package var argumentsObject: JSONObject { argumentsValue?.object ?? [:] }
}

extension String {
  /// The identifier of a call, reduced to characters and a length that every provider accepts. Conversations move
  /// between providers, whose identifiers differ.
  package var portableCallID: String {
    let plain = map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") ? $0 : "_" }
    let isPortable = !isEmpty && plain.count <= 64 && plain.elementsEqual(self)
    return isPortable ? self : "\(String(plain.prefix(40)))_\(ContentDigest(of: self).short)"
  }
}

/// The result of a tool call.
public struct ToolResult: Sendable, Hashable {
  /// The ``ToolCall/id`` of the call that the result answers.
  public var callID: String
  /// The name of the tool, which Gemini and Ollama require.
  public var name: String
  /// The result as text, often JSON.
  public var content: String
  /// Whether the tool failed.
  public var isError: Bool

  /// Creates a tool result.
  public init(callID: String, name: String, content: String, isError: Bool = false) {
    self.callID = callID
    self.name = name
    self.content = content
    self.isError = isError
  }

  /// Creates the result of `call`, taking the identifier and the tool's name from it.
  public init(of call: ToolCall, content: String, isError: Bool = false) {
    self.init(callID: call.id, name: call.name, content: content, isError: isError)
  }
}

/// A message part that only one provider understands.
public struct ProviderItem: Sendable, Hashable {
  /// The provider's name for the kind of item.
  public var type: String
  /// The item as JSON text.
  public var json: String
  /// The protocol in which the item arrived; it is sent back in this protocol only.
  public var wire: WireProtocol

  /// Creates an item that the protocol `wire` returned, with its JSON text.
  public init(type: String, json: String, wire: WireProtocol) {
    self.type = type
    self.json = json
    self.wire = wire
  }
}
