import CoachModel
public import JSON
public import LanguageModels
import SourceFiles

/// A line of a file of requests: everything that is needed to answer one, and nothing that says which version of a
/// prompt it belongs to.
public struct RequestLine: Sendable {
  /// The line as JSON.
  public let json: JSONObject

  /// Creates a line for people and programs.
  ///
  /// - Parameter isLabelled: Whether the line says which sample it belongs to. Whoever answers should not know.
  public init(_ open: RequestCollector.OpenRequest, isLabelled: Bool) {
    let request = open.request
    var object: JSONObject = ["digest": .string(request.digest.hexadecimal)]
    if isLabelled { object["label"] = request.label.map { .string($0) } }
    object["messages"] = .array(
      request.messages.map { ["role": .string($0.role.rawValue), "content": .string($0.text)] })
    object["parameters"] = .object(request.parameters.json)
    if case .schema(_, let schema, _) = request.format { object["schema"] = schema }
    if open.samples.count > 1 { object["samples"] = .integer(open.samples.count) }
    json = object
  }

  /// Creates a line of a batch in a provider's own form, with the digest as `custom_id`.
  ///
  /// Throws ``ModelError`` if the model cannot be asked this, and with code `invalidRequest` for a protocol without
  /// such batches.
  ///
  /// - Parameters:
  ///   - body: The body of the call, as the provider takes it.
  ///   - wire: The protocol of the body.
  public init(
    _ open: RequestCollector.OpenRequest, body: JSONObject, wire: WireProtocol
  ) throws(ModelError) {
    var body = body
    // A batch returns whole replies.
    body["stream"] = nil
    body["stream_options"] = nil
    let id = JSONValue.string(open.request.digest.hexadecimal)
    switch wire {
    case .anthropic: json = ["custom_id": id, "params": .object(body)]
    case .openAIChat:
      json = [
        "custom_id": id, "method": "POST", "url": "/v1/chat/completions", "body": .object(body),
      ]
    case .openAIResponses, .gemini, .ollama:
      throw ModelError(
        .invalidRequest, "there is no form of a batch for this provider",
        advice: "name a model as anthropic:… or openai-chat:…, or leave it out")
    }
  }
}
