import CoachKit

/// A provider with a protocol of its own: a line of JSON for each piece of the reply, and one at the end.
///
/// ```
/// {"model": "large-3", "piece": "Good "}
/// {"piece": "morning."}
/// {"end": "stop", "tokens": {"in": 12, "out": 3}}
/// ```
public struct AcmeWire: ProviderWire {
  /// The name in events and recordings.
  public let name = WireProtocol(rawValue: "acme")
  /// The name in error messages.
  public let title = "Acme's API"
  /// One JSON value per line.
  public let framing = StreamFraming.lines

  /// Creates it.
  public init() {}

  /// Sends the key in a header of Acme's own.
  public func authorization(_ key: Secret) -> [(name: String, value: String)] {
    [(name: "acme-key", value: key.value)]
  }

  /// Encodes the messages and the model's name.
  public func call(_ request: ModelRequest, to target: WireTarget) throws(ModelError) -> WireCall {
    let lines = request.messages.map { message -> JSONValue in
      ["who": .string(message.role.rawValue), "says": .string(message.text)]
    }
    var call = WireCall(
      path: "talk", body: ["model": .string(target.model), "lines": .array(lines)])
    call.body["length"] = request.parameters.maximumTokens.map { .integer($0) }
    if !request.tools.isEmpty { call.warnings.append("Acme's models have no tools") }
    return call
  }

  /// Decodes one reply.
  public func decoder() -> some ReplyDecoder { AcmeDecoder() }

  /// Asks Acme's service to count.
  public func tokenCount(of request: ModelRequest, model: String) throws(ModelError)
    -> WireExchange<Int>?
  {
    var call = try call(request, to: WireTarget(model: model))
    call.path = "count"
    return WireExchange(call) { $0["tokens"]?.integer }
  }
}

struct AcmeDecoder: ReplyDecoder {
  private var end: String?

  var isDone: Bool { end != nil }

  mutating func decode(_ json: borrowing JSONIndex, into events: inout ReplyAssembler)
    throws(ProviderProblem)
  {
    if let problem = ProviderProblem(json) { throw problem }
    events.start(model: json.string(json["model"]))
    if let piece = json.string(json["piece"]) { events.write(.text(piece), as: .text) }
    if let tokens = json["tokens"] {
      events.use(
        ReportedUsage(
          TokenUsage(
            input: json.integer(json["in", in: tokens]),
            output: json.integer(json["out", in: tokens]))))
    }
    end = json.string(json["end"]) ?? end
    if end != nil { events.noteReason() }
  }

  mutating func finish(into events: inout ReplyAssembler) {
    if let end { events.finish(end == "length" ? .length : .stop) }
  }
}

extension EndpointProfile {
  /// Acme. Its models are named `acme:large` once this profile is among those of a `ModelResolver`.
  public static let acme = EndpointProfile(
    name: "acme", wire: AcmeWire(), baseURL: "https://api.acme.example/v2",
    keyVariables: ["ACME_API_KEY"], needsKey: true)
}
