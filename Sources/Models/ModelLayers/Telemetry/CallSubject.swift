import LanguageModels
import Tracing

/// The model and server of a call, in terms of the semantic conventions.
struct CallSubject: Sendable {
  let model: ModelIdentity
  let operation: String
  let provider: String
  private let server: ServerAddress?
  private let started: ContinuousClock.Instant

  init(model: any LanguageModel, call: ModelCall) {
    self.model = model.identity
    let names = model.telemetry
    operation = names.operation
    provider = names.provider
    server = model.server
    started = call.clock.now()
  }

  /// The name of the call's span.
  var name: String { "\(operation) \(model.modelName)" }

  /// Returns the seconds from the start of the call to an instant.
  func seconds(until instant: ContinuousClock.Instant) -> Double {
    started.duration(to: instant).inSeconds
  }

  /// Sets the attributes that are known before the call.
  func describe(_ request: ModelRequest, in attributes: inout SpanAttributes) {
    typealias Name = TelemetryNames.Attribute
    address(&attributes)
    let parameters = request.parameters
    attributes[Name.operation] = operation
    attributes[Name.isStream] = true
    if let limit = parameters.maximumTokens { attributes[Name.maximumTokens] = limit }
    if let temperature = parameters.temperature { attributes[Name.temperature] = temperature }
    if let topP = parameters.topP { attributes[Name.topP] = topP }
    if let seed = parameters.seed { attributes[Name.seed] = seed }
    if !parameters.stop.isEmpty { attributes[Name.stop] = parameters.stop }
    if request.format != nil { attributes[Name.outputType] = "json" }
  }

  /// Sets the attributes of model and server.
  func address(_ attributes: inout SpanAttributes) {
    typealias Name = TelemetryNames.Attribute
    attributes[Name.provider] = provider
    attributes[Name.requestModel] = model.modelName
    if let server {
      attributes[Name.serverAddress] = server.host
      attributes[Name.serverPort] = server.port
    }
  }

  /// The dimensions of all metrics.
  var dimensions: [(String, String)] {
    typealias Name = TelemetryNames.Attribute
    let known = [
      (Name.operation, operation), (Name.provider, provider), (Name.requestModel, model.modelName),
    ]
    return known
      + (server.map {
        [(Name.serverAddress, $0.host), (Name.serverPort, String($0.port))]
      } ?? [])
  }
}
