public import JSON
import SourceFiles

/// A piece of a message to or from a model.
public enum ModelPart: Sendable, Hashable {
  /// Words.
  case text(String)
  /// An image at a web address or in a data URL.
  case image(url: String)
  /// What the model thought before it spoke.
  case reasoning(ModelReasoning)
  /// Words with which the model declines.
  case refusal(String)
  /// The model asks for a tool.
  case toolCall(ToolCall)
  /// What a tool answered.
  case toolResult(ToolResult)
  /// Everything before this place stays the same from call to call. Anthropic is told to cache up to
  /// here; other providers find repeated beginnings by themselves.
  case cacheBreakpoint(CacheLifetime)
  /// Something that only its provider understands, as JSON, to be sent back to it unchanged.
  case other(ProviderItem)

  /// The words of a text part.
  public var text: String? { if case .text(let text) = self { text } else { nil } }
}

/// How long a provider should keep a cached beginning.
public enum CacheLifetime: String, Sendable, Hashable {
  /// Five minutes from its last use.
  case minutes = "5m"
  /// An hour; dearer to write.
  case hour = "1h"
}

/// What a model thought before it spoke.
public struct ModelReasoning: Sendable, Hashable {
  /// The thoughts, or a summary of them; may be empty where the provider keeps them to itself.
  public var text: String
  /// The provider's seal or its encrypted thoughts. Sent back unchanged, or the provider refuses.
  public var signature: String?
  /// Whether the provider hides the thoughts, so that ``signature`` is all there is.
  public var isHidden: Bool
  /// The protocol it came in: in another one a signature means nothing, so it is sent in no other.
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

/// A call that a model asks for.
public struct ToolCall: Sendable, Hashable {
  /// The name under which its result must come back. Made up where a provider gives none.
  public var id: String
  /// The tool.
  public var name: String
  /// Its arguments as the model wrote them: JSON, unless the model erred or was cut.
  public var arguments: String
  /// Gemini's seal on the call, to be sent back unchanged.
  public var signature: String?

  /// Creates a call.
  public init(id: String, name: String, arguments: String = "", signature: String? = nil) {
    self.id = id
    self.name = name
    self.arguments = arguments
    self.signature = signature
  }

  /// The arguments as a value; nil when they are not JSON. No arguments at all are an empty object.
  public var argumentsValue: JSONValue? {
    arguments.isEmpty ? [:] : try? JSONValue(parsing: arguments)
  }

  /// The arguments as a provider takes them back: an object, empty when the model wrote none.
  package var argumentsObject: JSONObject { argumentsValue?.object ?? [:] }
}

extension String {
  /// The name of a call in the letters and the length that every provider takes. Conversations move from
  /// one provider to another, and their names differ.
  package var portableCallID: String {
    let plain = map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") ? $0 : "_" }
    let isPortable = !isEmpty && plain.count <= 64 && plain.elementsEqual(self)
    return isPortable ? self : "\(String(plain.prefix(40)))_\(ContentDigest(of: self).short)"
  }
}

/// What a tool answered.
public struct ToolResult: Sendable, Hashable {
  /// The call that it answers.
  public var callID: String
  /// The tool, which Gemini and Ollama want to be named.
  public var name: String
  /// The answer: text, often JSON.
  public var content: String
  /// Whether the tool failed.
  public var isError: Bool

  /// Creates a result.
  public init(callID: String, name: String, content: String, isError: Bool = false) {
    self.callID = callID
    self.name = name
    self.content = content
    self.isError = isError
  }

  /// Creates the result of a call.
  public init(of call: ToolCall, content: String, isError: Bool = false) {
    self.init(callID: call.id, name: call.name, content: content, isError: isError)
  }
}

/// A piece that only one provider understands.
public struct ProviderItem: Sendable, Hashable {
  /// The provider's word for what it is.
  public var type: String
  /// The piece, as JSON text.
  public var json: String
  /// The protocol it came in; it is sent back in no other.
  public var wire: WireProtocol

  /// Creates an item.
  public init(type: String, json: String, wire: WireProtocol) {
    self.type = type
    self.json = json
    self.wire = wire
  }
}
