import Conversations

extension SchemaNode {
  /// Adds what is wrong with a value that stands at `path`.
  func check(_ value: JSONValue, path: String, _ violations: inout [SchemaViolation]) {
    switch self {
    case .anything: break
    case .nothing:
      violations.append(
        SchemaViolation(path: path, keyword: .additionalProperties, message: "is not allowed"))
    case .object(let rules): rules.check(value, path: path, &violations)
    }
  }
}

extension SchemaNode.Rules {
  func check(_ value: JSONValue, path: String, _ violations: inout [SchemaViolation]) {
    func add(_ keyword: Keyword, _ message: String) {
      violations.append(SchemaViolation(path: path, keyword: keyword, message: message))
    }
    if let types, !types.contains(where: value.conforms) {
      add(.type, "must be \(types.joined(separator: " or ")), not \(value.typeName)")
      return
    }
    if let allowed, !allowed.contains(value) {
      add(.enum, "must be one of \(allowed.map { $0.text() }.joined(separator: ", "))")
    }
    switch value {
    case .object(let object): check(object, path: path, &violations)
    case .array(let elements):
      if let problem = itemCount?.problem(elements.count, unit: "items") {
        add(problem.isLow ? .minItems : .maxItems, problem.message)
      }
      for (position, element) in elements.enumerated() {
        items.check(element, path: "\(path)[\(position)]", &violations)
      }
    case .string(let text):
      if let problem = length?.problem(text.unicodeScalars.count, unit: "characters") {
        add(problem.isLow ? .minLength : .maxLength, problem.message)
      }
    case .integer, .number:
      if let number = value.number, let problem = range?.problem(number, unit: nil) {
        add(problem.isLow ? .minimum : .maximum, problem.message)
      }
    case .null, .bool: break
    }
  }

  private func check(
    _ object: JSONObject, path: String, _ violations: inout [SchemaViolation]
  ) {
    let prefix = path.isEmpty ? "" : "\(path)."
    for name in required where object[name] == nil {
      violations.append(
        SchemaViolation(path: prefix + name, keyword: .required, message: "is missing"))
    }
    for (name, member) in object {
      let schema = properties.first { $0.name == name }?.schema ?? additional
      schema.check(member, path: prefix + name, &violations)
    }
  }
}

extension SchemaNode.Bounds {
  fileprivate func problem(_ value: Value, unit: String?) -> (isLow: Bool, message: String)? {
    let unit = unit.map { " \($0)" } ?? ""
    if let minimum, value < minimum { return (true, "must be at least \(minimum)\(unit)") }
    if let maximum, value > maximum { return (false, "must be at most \(maximum)\(unit)") }
    return nil
  }
}

extension JSONValue {
  /// Whether the value is of a type in JSON Schema's sense, where `3.0` is an integer too.
  fileprivate func conforms(to type: String) -> Bool {
    switch type {
    case "number": number != nil
    case "integer": integer != nil
    default: typeName == type
    }
  }
}
