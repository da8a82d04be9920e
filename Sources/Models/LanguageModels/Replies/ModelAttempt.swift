import Documents

/// One attempt to get a reply, as listed in ``ModelError/attempts``.
public struct ModelAttempt: Sendable, Hashable {
  /// The model that was called.
  public var model: ModelIdentity
  /// Distinguishes this attempt from others at the same model, such as `key 2 of 3`.
  public var detail: String?
  /// How long the call waited before this attempt.
  public var waited: Duration
  /// The time until the first content arrived or the attempt failed.
  public var lasted: Duration
  /// Whether a request was sent; a layer may refuse the call before that.
  public var isSent: Bool
  /// Why the attempt failed; nil if content arrived.
  public var failure: Failure?

  /// The reason why an attempt failed.
  public struct Failure: Sendable, Hashable {
    /// The kind of failure.
    public var code: ModelError.Code
    /// A description of what happened.
    public var message: String
    /// The HTTP status that the response or the error itself states; nil if there is none.
    public var status: Int?
    /// The phase that timed out; nil unless the failure is a timeout.
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
  /// The attempt on one line, such as
  /// `anthropic:claude-haiku-4-5, after waiting 0.4 s: http://… answers: Overloaded (HTTP 529, 0.2 s)`.
  public var description: String {
    let who = [model.description, detail, waited > .zero ? "after waiting \(waited.brief)" : nil]
      .compactMap { $0 }.joined(separator: ", ")
    let status = failure?.status.map { "HTTP \($0)" }
    let details = [status, isSent ? lasted.brief : "not sent"].compactMap { $0 }
    return "\(who): \(failure?.message ?? "replied") (\(details.joined(separator: ", ")))"
  }
}

extension Duration {
  /// The duration in seconds with one decimal, or in milliseconds below a tenth of a second.
  fileprivate var brief: String {
    let milliseconds = wholeMilliseconds
    guard milliseconds >= 100 else { return "\(milliseconds) ms" }
    let tenths = (milliseconds + 50) / 100
    return "\(tenths / 10).\(tenths % 10) s"
  }
}

extension ModelAttempt {
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
