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

extension JSONSchema {
  /// Returns the value of the schema that a reply holds, with the repairs that were needed to read it.
  ///
  /// Throws what is wrong with the reply: no JSON, incomplete JSON, or the violations of the schema.
  package func value(
    inReply text: String
  ) throws(StructuredMisfit) -> (value: JSONValue, repairs: [JSONRepair]) {
    let found = RepairedJSON.all(in: text)
    // A bracket in the text before the value may parse as a value, too, but is rarely the intended one.
    let fitting = found.first { violations(of: $0.value).isEmpty }
    guard let repaired = fitting ?? found.first else {
      throw StructuredMisfit([Self.problem(withUnreadable: text)])
    }
    guard !repaired.repairs.contains(.cut) else {
      throw StructuredMisfit(["the JSON ends before it is complete"])
    }
    var problems = violations(of: repaired.value).map(\.description)
    if let digits = Self.lostDigits(of: repaired.value, in: text) {
      problems.append(
        "\(digits) has more digits than are kept exactly: whole numbers are from \(Int.min) to"
          + " \(Int.max)")
    }
    guard problems.isEmpty else { throw StructuredMisfit(problems) }
    return (repaired.value, repaired.repairs)
  }

  /// Returns a number as a reply writes it, of which the value has other digits; nil if there is none.
  private static func lostDigits(of value: JSONValue, in text: String) -> String? {
    let numbers = Set(value.magnitudesBeyondInt)
    guard !numbers.isEmpty else { return nil }
    return text.utf8.split { !(0x30...0x39).contains($0) }.lazy.map { String(Substring($0)) }
      .first { digits in
        guard let number = Double(digits), numbers.contains(number) else { return false }
        return JSONValue.number(number).text() != digits
      }
  }

  /// Returns why nothing can be read from a reply: it may be JSON with a number that no program can hold.
  private static func problem(withUnreadable text: String) -> String {
    var index = JSONIndex()
    let isJSON = (try? index.read(Array(text.utf8).span)) != nil
    return isJSON ? "a number in the JSON is too large" : "there is no JSON in the reply"
  }
}
