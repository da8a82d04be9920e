import JSON

/// One try at getting a reply, as failures tell of it.
public struct ModelAttempt: Sendable, Hashable {
  /// Who was asked.
  public var model: ModelIdentity
  /// What tells it apart from other attempts at the same model, such as `key 2 of 3`.
  public var detail: String?
  /// How long the call had waited before it.
  public var waited: Duration
  /// How long it took until content came or it failed.
  public var lasted: Duration
  /// Whether a request was sent; a layer may refuse before that.
  public var isSent: Bool
  /// Why it failed; nil when content came.
  public var failure: Failure?

  /// Why an attempt failed.
  public struct Failure: Sendable, Hashable {
    /// The kind of failure.
    public var code: ModelError.Code
    /// What happened.
    public var message: String
    /// The HTTP status, when there was one.
    public var status: Int?
    /// What took too long, for a timeout.
    public var phase: TimeoutPhase?

    init(_ error: ModelError) {
      code = error.code
      message = error.message
      status = error.status
      phase = error.phase
    }
  }
}

extension ModelAttempt: CustomStringConvertible {
  /// `anthropic:claude-haiku-4-5, after waiting 0.4 s: http://… answers: Overloaded (HTTP 529, 0.2 s)`
  public var description: String {
    let who = [model.description, detail, waited > .zero ? "after waiting \(waited.brief)" : nil]
      .compactMap { $0 }.joined(separator: ", ")
    let status = failure?.status.map { "HTTP \($0)" }
    let details = [status, isSent ? lasted.brief : "not sent"].compactMap { $0 }
    return "\(who): \(failure?.message ?? "replied") (\(details.joined(separator: ", ")))"
  }
}

extension Duration {
  /// Seconds with one decimal, milliseconds below a tenth of a second.
  fileprivate var brief: String {
    let milliseconds = wholeMilliseconds
    guard milliseconds >= 100 else { return "\(milliseconds) ms" }
    let tenths = (milliseconds + 50) / 100
    return "\(tenths / 10).\(tenths % 10) s"
  }
}

extension ModelAttempt {
  /// The attempt as one JSON object.
  var json: JSONValue {
    var object: JSONObject = [
      "model": .string(model.description), "sent": .bool(isSent),
      "waited_ms": .integer(waited.wholeMilliseconds),
      "lasted_ms": .integer(lasted.wholeMilliseconds),
    ]
    object["detail"] = detail.map { .string($0) }
    object["code"] = failure.map { .string($0.code.rawValue) }
    object["message"] = failure.map { .string($0.message) }
    object["status"] = failure?.status.map { .integer($0) }
    return .object(object)
  }
}
