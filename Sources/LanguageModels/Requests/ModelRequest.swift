public import Conversations

/// A piece of a message to a model.
public enum ModelPart: Sendable, Hashable {
  /// Text.
  case text(String)
  /// An image at a web address or in a data URL.
  case image(url: String)
}

/// One message to a model.
public struct ModelMessage: Sendable, Hashable {
  /// Who says it.
  public var role: Role
  /// What is said.
  public var parts: [ModelPart]

  /// Creates a message from parts.
  public init(role: Role, parts: [ModelPart]) {
    self.role = role
    self.parts = parts
  }

  /// Creates a message of text.
  public init(_ message: Message) {
    self.init(role: message.role, parts: [.text(message.text)])
  }

  /// The text of all parts.
  public var text: String {
    parts.reduce(into: "") { text, part in
      switch part {
      case .text(let more): text += more
      case .image: break
      }
    }
  }
}

extension ModelMessage {
  /// The addresses of its images.
  public var images: [String] {
    parts.compactMap { if case .image(let url) = $0 { url } else { nil } }
  }
}

/// Everything that a model is asked.
public struct ModelRequest: Sendable, Hashable {
  /// The instructions and the conversation, in order.
  public var messages: [ModelMessage]
  /// How to generate.
  public var parameters: ModelParameters
  /// What the call is for, in words, for recordings and logs; no part of the digest.
  public var label: String?

  /// Creates a request.
  public init(
    messages: [ModelMessage], parameters: ModelParameters = ModelParameters(),
    label: String? = nil
  ) {
    self.messages = messages
    self.parameters = parameters
    self.label = label
  }

  /// The name of the request: the digest of its messages and parameters in canonical JSON.
  ///
  /// The model is left out, since a recording is of one model and says which in its header.
  public var digest: ContentDigest {
    let messages = messages.map { message -> JSONValue in
      var object: JSONObject = [
        "role": .string(message.role.rawValue), "text": .string(message.text),
      ]
      if !message.images.isEmpty {
        object["images"] = .array(message.images.map { .string($0) })
      }
      return .object(object)
    }
    let request: JSONValue = [
      "messages": .array(messages), "parameters": .object(parameters.json),
    ]
    return ContentDigest(of: request.text(.canonical))
  }
}
