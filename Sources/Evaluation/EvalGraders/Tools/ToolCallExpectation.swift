import Documents
import LanguageModels
import PromptTemplates
import SourceFiles

/// A tool call that a suite expects.
struct ToolCallExpectation: Sendable {
  /// What the arguments must be.
  enum Arguments: Sendable {
    case any
    /// These members are there, whatever else is.
    case including(JSONObject)
    /// These members are there, and no others.
    case exactly(JSONObject)
    case fitting(JSONSchema)
  }

  var tool: String
  var arguments: Arguments

  /// Returns what is wrong with a call; `nil` if it is the expected one.
  func objection(to call: ToolCall) -> String? {
    guard call.name == tool else { return "calls '\(call.name)' in place of '\(tool)'" }
    if let problem = call.argumentsProblem { return problem }
    let given = JSONValue.object(call.argumentsObject)
    switch arguments {
    case .any: return nil
    case .including(let expected):
      return Self.difference(of: given, from: .object(expected), at: "")
    case .exactly(let expected):
      if let difference = Self.difference(of: given, from: .object(expected), at: "") {
        return difference
      }
      return given == .object(expected)
        ? nil
        : "calls '\(tool)' with \(given.shown), which has more than \(JSONValue.object(expected).shown)"
    case .fitting(let schema):
      return schema.violations(of: given).first.map {
        "calls '\(tool)' with arguments of which \($0)"
      }
    }
  }

  /// Returns where a value lacks something that is expected; members that nobody expects do not count, elements of lists do.
  private static func difference(of value: JSONValue, from expected: JSONValue, at path: String)
    -> String?
  {
    switch (value, expected) {
    case (.object(let members), .object(let names)):
      for (name, expected) in names {
        let place = path.isEmpty ? name : "\(path).\(name)"
        guard let member = members[name] else {
          return "its argument '\(place)' is missing, which should be \(expected.shown)"
        }
        if let difference = difference(of: member, from: expected, at: place) { return difference }
      }
      return nil
    case (.array(let elements), .array(let others)) where elements.count == others.count:
      for (index, pair) in zip(elements, others).enumerated() {
        let difference = difference(of: pair.0, from: pair.1, at: "\(path)[\(index)]")
        if let difference { return difference }
      }
      return nil
    default:
      return value == expected
        ? nil : "its argument '\(path)' is \(value.shown) in place of \(expected.shown)"
    }
  }
}

extension ToolCallExpectation {
  /// Reads the name of a tool, or a mapping with `tool` and what its arguments must be.
  init(_ value: JSONValue, of options: GraderOptions) throws(SourceError) {
    if let name = value.string {
      self.init(tool: name, arguments: .any)
      return
    }
    guard let members = value.object, let tool = members["tool"]?.string else {
      throw options.error(
        for: "calls", "an expected call is the name of a tool, or a mapping with 'tool'",
        hint: "write - {tool: set_reminder, arguments: {day: Monday}}")
    }
    let known = ["tool", "arguments", "exact", "schema"]
    if let unknown = members.keys.first(where: { !known.contains($0) }) {
      throw options.error(
        for: "calls", "an expected call takes no '\(unknown)'", hint: known.hint(for: unknown))
    }
    guard members.count <= 2 else {
      throw options.error(
        for: "calls", "the call of '\(tool)' says in several ways what its arguments must be",
        hint: "keep one of 'arguments', 'exact' and 'schema'")
    }
    self.init(tool: tool, arguments: .any)
    if let schema = members["schema"] {
      arguments = .fitting(
        try options.schema(schema, from: "calls", called: "the schema for '\(tool)'"))
    } else if let name = ["arguments", "exact"].first(where: { members[$0] != nil }) {
      guard let object = members[name]?.object else {
        throw options.error(for: "calls", "'\(name)' of '\(tool)' is a mapping of names to values")
      }
      arguments = name == "exact" ? .exactly(object) : .including(object)
    }
  }

  /// The call in words.
  var words: String {
    switch arguments {
    case .any: tool
    case .including(let members): "\(tool) with \(JSONValue.object(members).shown)"
    case .exactly(let members): "\(tool) with exactly \(JSONValue.object(members).shown)"
    case .fitting: "\(tool) with arguments that fit a schema"
    }
  }
}

extension ToolCall {
  /// The call for programs and records; arguments that are no JSON are a text.
  var json: JSONValue {
    ["tool": .string(name), "arguments": argumentsValue ?? .string(arguments)]
  }

  /// What keeps the arguments from being read; `nil` if they are an object whose names differ.
  var argumentsProblem: String? {
    guard !arguments.isEmpty else { return nil }
    var index = JSONIndex()
    do throws(JSONSyntaxError) {
      try index.read(Array(arguments.utf8).span)
    } catch {
      return "the arguments of '\(name)' are not JSON: \(error)"
    }
    guard index.isObject(index.root) else { return "the arguments of '\(name)' are no object" }
    return index.repeatedNames.first.map {
      "the arguments of '\(name)' name '\($0)' more than once"
    }
  }
}

extension JSONValue {
  /// The value in one line, cut.
  fileprivate var shown: String {
    let text = text()
    return text.count > 120 ? "\(text.prefix(120))…" : text
  }
}
