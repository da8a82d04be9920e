import CoachModel
package import JSON
public import SourceFiles

extension ModelRequest {
  /// The name of the request: the digest of all that can change the reply, in canonical JSON.
  ///
  /// The model is left out, since a recording is of one model and says which in its header. So are
  /// cache breakpoints and keys, which change the cost alone.
  public var digest: ContentDigest { Self.digest(of: digestForm) }

  /// The digest of a request in its ``digestForm``.
  package static func digest(of form: JSONValue) -> ContentDigest {
    ContentDigest(of: form.text(.canonical))
  }

  /// What the digest is of.
  package var digestForm: JSONValue {
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
  /// Words and images under the names they have always had, so that old recordings still fit.
  fileprivate var digestForm: JSONValue {
    var object: JSONObject = ["role": .string(role.rawValue), "text": .string(text)]
    if !images.isEmpty {
      object["images"] = .array(images.map { .string($0) })
      // Where the words stand among the images.
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
