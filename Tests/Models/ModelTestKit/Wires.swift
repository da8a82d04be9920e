import CoachModel
package import Documents
package import LanguageModels
package import ModelProviders

extension WireProtocol {
  /// A service that uses the protocol.
  package var profile: EndpointProfile { .vendor(of: self) }

  /// The content type of its streams.
  package var contentType: String { profile.wire.framing.mediaTypes[0] }

  /// A model that gets these bytes in answer to every request.
  package func model(answering chunks: [[UInt8]]) -> ProviderModel {
    let transport = FixedTransport(headers: ["content-type": contentType], chunks: chunks)
    return ProviderModel("m", at: Endpoint(profile, baseURL: "http://host:1/v1"), over: transport)
  }
}

/// The smallest possible request.
package let greeting = ModelRequest(messages: [ModelMessage(Message(.user, "Hi"))])

/// The request that a provider gets, and the warnings about it.
package func sent(
  _ request: ModelRequest, _ profile: EndpointProfile, model: String = "m",
  knowing table: CapabilityTable = .empty
) async throws -> (body: JSONValue, call: TransportRequest, error: ModelError?) {
  let transport = KeepingTransport()
  let endpoint = Endpoint(profile, baseURL: "http://host:1/v1/", key: Secret("planted-key"))
  let model = ProviderModel(model, at: endpoint, over: transport, knowing: table)
  let error = await outcome(model.stream(request)).error
  let call = transport.requests.first ?? TransportRequest(method: "", url: "")
  let body = call.body.isEmpty ? JSONValue.null : try JSONValue(parsing: call.body)
  return (body, call, error)
}
