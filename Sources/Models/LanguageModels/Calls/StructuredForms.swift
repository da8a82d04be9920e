import CoachModel
package import Documents

extension ModelRequest {
  /// Returns the request with a schema for its reply: in the provider's structured output, or in words at the end of the
  /// instructions.
  package func asking(
    for schema: JSONValue, named name: String, in form: StructuredForm
  ) -> ModelRequest {
    var request = self
    switch form {
    case .native: request.format = .schema(named: name, schema)
    case .instructions:
      request.format = nil
      let index = request.messages.lastIndex { $0.role == .system }.map { $0 + 1 } ?? 0
      request.messages.insert(
        ModelMessage(Message(.system, Self.instructions(for: schema))), at: index)
    case .text: request.format = nil
    }
    return request
  }

  /// The words that demand a value of a schema.
  static func instructions(for schema: JSONValue) -> String {
    """
    Reply with one JSON value and nothing else: no words before or after it and no code fence. The value \
    must fit this JSON Schema:
    \(schema.text())
    """
  }
}

extension ModelCapabilities {
  /// How a model gets a schema: in words if it is known to take none.
  package var schemaForm: StructuredForm { takesSchema == false ? .instructions : .native }
}
