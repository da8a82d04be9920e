public import JSON

extension ModelError {
  /// The error as a JSON object, for programs that read this library's output. It does not contain ``partial``, whose
  /// events precede it.
  public var json: JSONValue {
    var object: JSONObject = [
      "event": "error", "code": .string(code.rawValue), "message": .string(message),
      "advice": .string(advice), "retryable": .bool(isRetryable),
    ]
    object["status"] = status.map { .integer($0) }
    object["retry_after_ms"] = retryAfter.map { .integer($0.wholeMilliseconds) }
    object["phase"] = phase.map { .string($0.rawValue) }
    object["request_id"] = requestID.map { .string($0) }
    if attempts.count > 1 { object["attempts"] = .array(attempts.map(\.json)) }
    return .object(object)
  }
}
