import CoachModel
import Documents
import Foundation
import PromptTemplates
import SourceFiles
import Testing

/// dotprompt's own suite, which all its runtimes share.
@Suite(
  "The dotprompt suite",
  .enabled(
    if: DotpromptSuite.folder != nil, "set COACHKIT_SHARED to the folder with the suites to run it")
)
struct DotpromptSuiteTests {
  @Test("every case", arguments: DotpromptSuite.files)
  func suite(file: String) throws {
    for test in try DotpromptSuite.cases(in: file) {
      let result = try test.run()
      for (key, expected) in test.expected {
        #expect(result[key] ?? .null == expected, "\(file) · \(test.name) · \(key)")
      }
    }
  }

  @Test("there are 117 cases")
  func count() throws {
    let count = try DotpromptSuite.files.reduce(0) { try $0 + DotpromptSuite.cases(in: $1).count }
    print("dotprompt suite: \(count) cases")
    #expect(count == 117)
  }
}

/// One case: a template, its environment, data, and the expected result.
private struct DotpromptCase {
  var name: String
  var group: JSONValue
  var test: JSONValue

  var expected: JSONObject { test["expect"]?.object ?? [:] }

  /// Everything that the reference runtimes return, in their terms.
  func run() throws -> JSONValue {
    var schemas: [String: JSONSchema] = [:]
    for key in ["schemas", "resolverSchemas"] {
      for (name, schema) in group[key]?.object ?? [:] { schemas[name] = try JSONSchema(schema) }
    }
    var partials: [String: PromptTemplate] = [:]
    for key in ["partials", "resolverPartials"] {
      for (name, text) in group[key]?.object ?? [:] {
        partials[name] = try template(name, text.string ?? "", schemas)
      }
    }
    let template = try template("p", group["template"]?.string ?? "", schemas)
    let defaults = test["options"]?["input"]?["default"]?.object ?? [:]
    var values = defaults
    for (name, value) in test["data"]?["input"]?.object ?? [:] { values[name] = value }
    let data = test["data"]?["messages"] ?? group["data"]?["messages"] ?? []
    let history = (data.array ?? []).compactMap { message in
      message["role"]?.string.flatMap { Role(word: $0) }.map {
        Message($0, message["content"]?.array?.compactMap { $0["text"]?.string }.joined() ?? "")
      }
    }
    let rendered = try PreparedPrompt(template, partials: partials, strictness: .lenient).render(
      PromptInputs(
        values, history: history, variables: test["data"]?["context"]?.object ?? [:]))
    return .object(describe(template.frontMatter, defaults, rendered))
  }

  private func template(_ name: String, _ text: String, _ schemas: [String: JSONSchema]) throws
    -> PromptTemplate
  {
    try PromptTemplate(
      name: name, version: nil, file: SourceFile(path: "\(name).prompt", text: text),
      schemas: schemas, strictness: .lenient)
  }

  private func describe(
    _ matter: FrontMatter, _ defaults: JSONObject, _ rendered: RenderedPrompt
  ) -> JSONObject {
    var input: JSONObject = [:]
    input["schema"] = matter.inputSchema?.source
    if !defaults.isEmpty { input["default"] = .object(defaults) }
    var result: JSONObject = [
      "messages": .array(
        rendered.detailedMessages.map { $0.dotprompt(marksHistory: rendered.placesHistory) }),
      "config": .object(matter.config), "raw": .object(matter.raw),
      "ext": .object(matter.extensions), "input": .object(input),
    ]
    result["model"] = matter.model.map { .string($0) }
    result["output"] = matter.outputSchema.map { ["schema": $0.source] }
    return result
  }
}

extension PromptMessage {
  /// The reference runtimes mark the conversation's messages only if the template places it.
  fileprivate func dotprompt(marksHistory: Bool) -> JSONValue {
    var message: JSONObject = [
      "role": .string(role == .assistant ? "model" : role.rawValue),
      "content": .array(parts.map(\.dotprompt)),
    ]
    if isHistory, marksHistory { message["metadata"] = ["purpose": "history"] }
    return .object(message)
  }
}

extension PromptMessage.Part {
  fileprivate var dotprompt: JSONValue {
    switch self {
    case .text(let text): return ["text": .string(text)]
    case .breakpoint(let name): return ["breakpoint": .string(name)]
    case .section(let name): return ["metadata": ["pending": true, "purpose": .string(name)]]
    case .media(let media):
      var object: JSONObject = ["url": .string(media.url)]
      object["contentType"] = media.contentType.map { .string($0) }
      return ["media": .object(object)]
    }
  }
}

private enum DotpromptSuite {
  static let folder = ProcessInfo.processInfo.environment["COACHKIT_SHARED"].map {
    "\($0)/conformance/dotprompt"
  }

  static var files: [String] {
    guard let folder else { return [] }
    let names = FileManager.default.subpaths(atPath: folder) ?? []
    return names.filter { $0.hasSuffix(".yaml") }.sorted()
  }

  static func cases(in file: String) throws -> [DotpromptCase] {
    let source = try DiskFileSystem().read("\(folder ?? "")/\(file)")
    let groups = try DocumentNode.parse(source).json.array ?? []
    return groups.flatMap { group in
      (group["tests"]?.array ?? []).map { test in
        let name = [group["name"], test["desc"]].compactMap { $0?.string }.joined(separator: " · ")
        return DotpromptCase(name: name, group: group, test: test)
      }
    }
  }
}
