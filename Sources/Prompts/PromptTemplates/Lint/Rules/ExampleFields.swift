import Documents
import SourceFiles

/// Finds fields, and words of an enum, in an example in JSON that the schema of the reply does not have: a model copies
/// the example, and the reply is rejected or loses the field.
///
/// An example after `[TAG]` is one of that tag's payload. Others are compared with the part of a schema that has most of
/// their fields; an example of an input is left alone.
struct ExampleFields: PromptRule {
  static let name = "example-fields"
  static let summary = "an example in JSON with a field that the schema of the reply does not have"

  /// What an example can be an example of.
  private struct Target {
    /// The schema in words, for messages.
    let name: String
    let schema: JSONValue
  }

  func findings(in subject: LintSubject) -> [Diagnostic] {
    let matter = subject.template.frontMatter
    var payloads: [String: Target] = [:]
    for (tag, schema) in matter.contract.payloads {
      payloads[tag] = Target(name: "the payload of \(tag)", schema: schema.source)
    }
    let output = matter.outputSchema.map { Target(name: "the output schema", schema: $0.source) }
    guard output != nil || !payloads.isEmpty else { return [] }
    let targets = [output].compactMap { $0 } + payloads.sorted { $0.key < $1.key }.map(\.value)
    let objects = targets.flatMap { target in
      Self.objects(in: target.schema).map { Target(name: target.name, schema: $0) }
    }
    let inputs = matter.inputSchema.map { Self.objects(in: $0.source) } ?? []
    return JSONExample.all(in: subject.lines).flatMap { example -> [Diagnostic] in
      guard let object = example.value.object else { return [] }
      let tagged = example.tag.flatMap { payloads[$0] }
      let target = tagged ?? Self.closest(to: object, among: objects)
      guard let target, tagged != nil || !inputs.contains(where: { object.fits($0) }) else {
        return []
      }
      return problems(in: example.value, target.schema, target.name).map { problem in
        finding(
          problem.message, at: example.line.location, excerpt: example.line.source,
          hint: problem.hint)
      }
    }
  }

  /// Returns the object of a schema with most of an example's fields; nil if none has half of them.
  private static func closest(to example: JSONObject, among targets: [Target]) -> Target? {
    let scored = targets.map { (target: $0, shared: example.shared(with: $0.schema)) }
    let best = scored.max { $0.shared < $1.shared }
    guard let best, best.shared > 0, best.shared * 2 >= example.count else { return nil }
    return best.target
  }

  /// Returns a schema and all those inside it that describe objects.
  private static func objects(in schema: JSONValue) -> [JSONValue] {
    let properties = schema["properties"]?.object
    let inner = (properties ?? [:]).map { $0.value } + [schema["items"]].compactMap { $0 }
    return (properties == nil ? [] : [schema]) + inner.flatMap(objects)
  }

  private func problems(
    in value: JSONValue, _ schema: JSONValue, _ name: String
  ) -> [(message: String, hint: String)] {
    if let items = value.array {
      return schema["items"].map { inner in items.flatMap { problems(in: $0, inner, name) } } ?? []
    }
    if let word = value.string {
      let words = (schema["enum"]?.array ?? []).compactMap(\.string)
      guard !words.contains(word), let match = words.closestMatch(to: word) else { return [] }
      return [
        ("the example has \"\(word)\", which \(name) does not allow", "did you mean '\(match)'?")
      ]
    }
    guard let object = value.object, let properties = schema["properties"]?.object else {
      return []
    }
    var found: [(String, String)] = []
    for (field, inner) in object {
      if let known = properties[field] {
        found += problems(in: inner, known, name)
        continue
      }
      let match = Self.match(for: field, among: properties.keys)
      // An object may be open to fields of any name.
      guard match != nil || schema["additionalProperties"] == false else { continue }
      found.append(
        (
          "the example has '\(field)', which \(name) does not have",
          match.map { "did you mean '\($0)'?" }
            ?? "known: \(properties.keys.sorted().joined(separator: ", "))"
        ))
    }
    return found
  }

  /// Returns the field that was most likely meant, which may be spelt out or shortened.
  private static func match(for field: String, among names: [String]) -> String? {
    if let match = names.closestMatch(to: field) { return match }
    let longer = names.filter { $0.hasPrefix(field) || field.hasPrefix($0) }
    return field.count > 2 && longer.count == 1 ? longer.first : nil
  }
}

extension JSONObject {
  /// The number of members that a schema has, too.
  fileprivate func shared(with schema: JSONValue) -> Int {
    guard let properties = schema["properties"]?.object else { return 0 }
    return keys.count { properties[$0] != nil }
  }

  /// Whether a schema has all members.
  fileprivate func fits(_ schema: JSONValue) -> Bool { shared(with: schema) == count }
}
