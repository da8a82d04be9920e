public import Documents

extension [ContractRule] {
  /// Returns a schema that also says what it can of the rules, such as the maximum length of a text.
  ///
  /// A provider that enforces the schema then keeps them while it generates. Rules that drop what breaks them are left out:
  /// a model that is forced to a high confidence is not confident.
  ///
  /// - Parameters:
  ///   - inputs: The inputs of the prompt, from which limits are taken.
  ///   - trusted: The names of the inputs whose words the schema may list. Leave out those that people wrote: models read a
  ///     schema like instructions.
  public func strengthening(
    _ schema: JSONValue, with inputs: JSONObject = [:], listing trusted: Set<String> = []
  ) -> JSONValue {
    let inputs = ContractInputs(
      all: .object(inputs),
      trusted: .object(
        inputs.reduce(into: [:]) { if trusted.contains($1.key) { $0[$1.key] = $1.value } }))
    return reduce(schema) { schema, rule in
      let keywords = rule.check.keywords(with: inputs)
      guard rule.response != .drop, rule.exemption == nil, !keywords.isEmpty,
        let path = rule.check.replyPaths.first
      else { return schema }
      return schema.adding(keywords, at: path.steps[...])
    }
  }
}

extension [ContractRule] {
  /// Returns the schema of replies after the rules have added to them, such as the document after edits.
  package func completing(_ schema: JSONValue) -> JSONValue {
    guard var object = schema.object, var properties = object["properties"]?.object else {
      return schema
    }
    for (name, member) in flatMap(\.check.additions) { properties[name] = member }
    object["properties"] = .object(properties)
    return .object(object)
  }
}

extension JSONValue {
  /// Adds keywords to the part of a schema that describes a place; a keyword that is there already stays.
  fileprivate func adding(_ keywords: JSONObject, at steps: ArraySlice<ValuePath.Step>) -> JSONValue
  {
    guard var schema = object else { return self }
    guard let step = steps.first else {
      for (name, value) in keywords where schema[name] == nil { schema[name] = value }
      return .object(schema)
    }
    switch step {
    case .member(let name):
      guard var properties = schema["properties"]?.object, let member = properties[name] else {
        return self
      }
      properties[name] = member.adding(keywords, at: steps.dropFirst())
      schema["properties"] = .object(properties)
    case .elements: schema["items"] = schema["items"]?.adding(keywords, at: steps.dropFirst())
    case .element, .matching: break
    }
    return .object(schema)
  }
}
