import CoachModel
package import Documents
public import SourceFiles

extension ModelRequest {
  /// The identity of the request in recordings and caches: a digest of everything that can change the reply, in
  /// canonical JSON.
  ///
  /// The model is not included, because a recording covers one model and names it in its header. Cache breakpoints,
  /// cache keys and the service tier are not included either, because they affect only cost and time, nor is the person's
  /// pseudonym.
  public var digest: ContentDigest { Self.digest(of: digestForm) }

  /// Returns the digest of a request given in its ``digestForm``.
  package static func digest(of form: JSONValue) -> ContentDigest {
    ContentDigest(of: form.text(.canonical))
  }

  /// The JSON value that is digested.
  package var digestForm: JSONValue {
    var parameters = parameters
    parameters.serviceTier = nil
    var request: JSONObject = [
      "messages": .array(messages.map(\.digestForm)), "parameters": .object(parameters.json),
    ]
    if !tools.isEmpty { request["tools"] = .array(tools.map(\.digestForm)) }
    request["tool_choice"] = toolChoice.map { .string($0.word) }
    request["parallel"] = allowsParallelToolCalls.map { .bool($0) }
    request["format"] = format.map(\.digestForm)
    return .object(request)
  }
}

extension ModelMessage {
  /// Text and images keep the member names of the first format, so that existing recordings still match.
  fileprivate var digestForm: JSONValue {
    var object: JSONObject = ["role": .string(role.rawValue), "text": .string(text)]
    if !images.isEmpty {
      object["images"] = .array(images.map { .string($0) })
      // The positions of the text parts among the images.
      object["order"] = .array(
        parts.compactMap { part in
          if case .image = part { "" } else { part.text.map { .string($0) } }
        })
    }
    let others = parts.compactMap(\.digestForm)
    if !others.isEmpty { object["parts"] = .array(others) }
    return .object(object)
  }
}

extension ModelPart {
  fileprivate var digestForm: JSONValue? {
    switch self {
    case .text, .image, .cacheBreakpoint: nil
    case .reasoning(let reasoning):
      ["reasoning": .string(reasoning.text), "signature": .string(reasoning.signature ?? "")]
    case .refusal(let text): ["refusal": .string(text)]
    case .toolCall(let call):
      [
        "call": .string(call.id), "name": .string(call.name), "arguments": .string(call.arguments),
        "signature": .string(call.signature ?? ""),
      ]
    case .toolResult(let result):
      [
        "result": .string(result.callID), "content": .string(result.content),
        "error": .bool(result.isError),
      ]
    case .other(let item): ["item": .string(item.type), "json": .string(item.json)]
    }
  }
}

extension ToolDeclaration {
  fileprivate var digestForm: JSONValue {
    [
      "name": .string(name), "description": .string(description), "parameters": parameters,
      "strict": .bool(isStrict),
    ]
  }
}

extension ReplyFormat {
  fileprivate var digestForm: JSONValue {
    switch self {
    case .json: "json"
    case .schema(let name, let schema, let isStrict):
      ["name": .string(name), "schema": schema, "strict": .bool(isStrict)]
    }
  }
}
