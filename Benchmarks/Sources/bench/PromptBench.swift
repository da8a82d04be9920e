import CoachKit
import Foundation
import Mustache

/// Rendering, parsing and assembling prompts.
struct PromptBench {
  let root: String
  /// A part of the names of what is to be measured; nil for everything.
  let only: String?

  func run() throws {
    try coachingTemplate()
    try referenceTemplate()
    try shippedPrompt()
    try scaling()
  }

  // MARK: One template in several engines

  private func coachingTemplate() throws {
    let folder = "\(root)/Benchmarks/templates"
    let file = try DiskFileSystem().read("\(folder)/coaching.prompt")
    let json = try JSONValue(parsing: text("\(folder)/coaching.json"))
    let inputs = PromptInputs(json.object ?? [:])
    let prompt = PreparedPrompt(try PromptTemplate(name: "coaching", version: nil, file: file))
    let data = try prompt.bind(inputs)
    let rendered = try prompt.render(data)
    let expected = rendered.text

    let size: JSONObject = [
      "bytes": .integer(expected.utf8.count), "segments": .integer(rendered.segments.count),
    ]
    try measure("render (warm, with provenance)", size) { _ = try prompt.render(data) }
    try measure("render and join the text") { _ = try prompt.render(data).text }
    try measure("check and convert inputs") { _ = try prompt.bind(inputs) }
    try measure("parse, check and compile") {
      _ = PreparedPrompt(try PromptTemplate(name: "coaching", version: nil, file: file))
    }

    let mustache = try MustacheTemplate(string: text("\(folder)/coaching.mustache"))
    let values = json.foundation
    let theirs = mustache.render(values)
    guard theirs.trimmed == expected.trimmed else {
      throw Mismatch(ours: expected, theirs: theirs, engine: "swift-mustache")
    }
    measure("swift-mustache") { _ = mustache.render(values) }
    try expected.write(
      toFile: "\(root)/.coachkit/bench-expected.txt", atomically: true, encoding: .utf8)
  }

  // MARK: A template from elsewhere

  /// The reference benchmark's own template, where `COACHKIT_SHARED` names the folder that holds it.
  private func referenceTemplate() throws {
    guard let shared = ProcessInfo.processInfo.environment["COACHKIT_SHARED"] else { return }
    let folder = "\(shared)/tools/template-bench"
    // In dotprompt 'role' is a helper; a value of that name is reached through its context.
    let source = try text("\(folder)/prompt.hbs").replacing("{{{role}}}", with: "{{{this.role}}}")
    let file = SourceFile(path: "prompt.hbs", text: source)
    let json = try JSONValue(parsing: text("\(folder)/data.json"))
    let prompt = PreparedPrompt(try PromptTemplate(name: "reference", version: nil, file: file))
    let data = try prompt.bind(PromptInputs(json.object ?? [:]))
    let rendered = try prompt.render(data)
    let size: JSONObject = [
      "bytes": .integer(rendered.text.utf8.count), "segments": .integer(rendered.segments.count),
    ]
    try measure("reference template: render", size) { _ = try prompt.render(data) }
    let mustache = try MustacheTemplate(string: text("\(folder)/prompt.mustache"))
    let values = json.foundation
    measure("reference template: swift-mustache") { _ = mustache.render(values) }
  }

  // MARK: What ships

  private func shippedPrompt() throws {
    let library = try PromptLibrary(folder: "\(root)/Prompts")
    let person = try Person(DiskFileSystem().read("\(root)/Evals/people/ines.yaml"))
    let domain = try DomainLibrary(folder: "\(root)/DomainConfigs").domain("career")
    let reference = PromptReference(name: "coaching")
    let assembler = PromptAssembler(library: library)
    let request = AssemblyRequest(prompt: reference, person: person, domain: domain)
    let rendered = try assembler.assemble(request)
    let size: JSONObject = ["bytes": .integer(rendered.text.utf8.count)]
    try measure("assemble coaching for the rich person", size) {
      _ = try assembler.assemble(request)
    }
    let prompt = try library.prompt(reference)
    let data = try prompt.bind(PromptInputs(rendered.inputs))
    try measure("render it (warm, with provenance)", size) { _ = try prompt.render(data) }
    let text = rendered.text
    measure("estimate its tokens", size) { _ = TokenEstimator().count(text) }
    try measure("read and check the folder of prompts") {
      _ = try PromptLibrary(folder: "\(root)/Prompts")
    }
  }

  // MARK: Size

  /// The same template from 1 KB to 1 MB: the time for a kilobyte must stay what it is.
  private func scaling() throws {
    let line = "- {{name}} says {{#if loud}}LOUD{{else}}calm{{/if}}: {{text}}\n"
    for kilobytes in [1, 10, 100, 1_000] {
      let count = kilobytes * 1024 / 48
      let source = String(repeating: line, count: count)
      let file = SourceFile(path: "scale.prompt", text: source)
      let prompt = PreparedPrompt(try PromptTemplate(name: "scale", version: nil, file: file))
      let data = try prompt.bind(
        PromptInputs(["name": "Ada", "loud": true, "text": "what she has to say today"]))
      let bytes = try prompt.render(data).text.utf8.count
      try measure("render \(kilobytes) KB", ["bytes": .integer(bytes)]) {
        _ = try prompt.render(data)
      }
    }
  }

  // MARK: Output

  /// Measures a piece of work and writes a line, if its name is asked for.
  private func measure(_ name: String, _ more: JSONObject = [:], _ work: () throws -> Void) rethrows
  {
    guard only.map({ name.contains($0) }) ?? true else { return }
    let time = try Stopwatch.measure(work)
    var line: JSONObject = [
      "name": .string(name), "best": .number(time.best), "median": .number(time.median),
    ]
    for (key, value) in more { line[key] = value }
    print(JSONValue.object(line).text())
  }

  private func text(_ path: String) throws -> String {
    String(decoding: try DiskFileSystem().read(path).bytes, as: UTF8.self)
  }
}

/// Two engines that do not write the same text cannot be compared.
struct Mismatch: Error, CustomStringConvertible {
  var ours: String
  var theirs: String
  var engine: String

  var description: String {
    let common = zip(ours.trimmed, theirs.trimmed).prefix { $0 == $1 }.count
    let place = ours.trimmed.dropFirst(max(0, common - 40)).prefix(120)
    let other = theirs.trimmed.dropFirst(max(0, common - 40)).prefix(120)
    return "\(engine) writes another text at \(common):\n\(place)\n--\n\(other)"
  }
}

extension String {
  /// Front matter makes a template end with its last word, and other engines keep the line end.
  var trimmed: String { trimmingCharacters(in: .whitespacesAndNewlines) }
}

extension JSONValue {
  /// The value as the types that swift-mustache reads fastest.
  var foundation: Any {
    switch self {
    case .null: Any?.none as Any
    case .bool(let value): value
    case .integer(let value): value
    case .number(let value): value
    case .string(let value): value
    case .array(let elements): elements.map(\.foundation)
    case .object(let object):
      object.reduce(into: [String: Any]()) { $0[$1.key] = $1.value.foundation }
    }
  }
}
