import Documents

/// One request of a trace with its reply.
struct TraceExchange {
  var trace: String
  /// When it began, as written.
  var time: String
  var input: JSONValue
  var output: JSONValue
  /// The name of the generation; `nil` for a trace's own input and output.
  var generation: String?
  var place: SourcePlace
  /// Labels of the trace.
  var tags: [String] = []
}

/// What a file of traces holds, before the chats are put together.
struct TraceContent {
  var exchanges: [TraceExchange] = []
  /// The session, group or thread of each trace.
  var groups: [String: String] = [:]
  /// The person of each trace.
  var people: [String: UserIdentity] = [:]
  /// The value of the field for clusters that the user of the import named, by trace.
  var clusters: [String: String] = [:]
  /// The number of steps that are no generations, by type.
  var otherSteps: [String: Int] = [:]
  /// Traces and spans without text.
  var unread = 0
  /// What else was left out, by name.
  var leftOut: [String: Int] = [:]

  mutating func addStep(of type: String?) { otherSteps[type ?? "unknown", default: 0] += 1 }
}

extension JSONValue {
  /// The value that a text holds: exports often contain JSON in strings.
  var unwrapped: JSONValue {
    guard let text = string else { return self }
    let start = text.first { !$0.isWhitespace }
    guard start == "{" || start == "[", let inner = try? JSONValue(parsing: text) else {
      return self
    }
    return inner
  }
}
