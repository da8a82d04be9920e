import CoachTranscripts
import Documents
package import SourceFiles

/// A configuration of promptfoo (`promptfooconfig.yaml`), converted to prompts, cases and a suite.
///
/// OpenAI exports its evals in this form, too. The structure is that of promptfoo.dev/docs/configuration/reference.
package struct PromptfooConfiguration {
  /// The name of the suite and of its prompt.
  package let name: String
  private let description: String
  private let source: String
  private var prompts: [PromptfooPrompt] = []
  private var tests: [PromptfooTest] = []
  private var model: String?
  /// What the conversion did and what it left out, a sentence each.
  package private(set) var notes: [String] = []

  private static let maximumTests = 10_000

  /// Whether a file is such a configuration.
  package static func isConfiguration(_ file: SourceFile) -> Bool {
    let path = file.path.lowercased()
    guard [".yaml", ".yml", ".json"].contains(where: path.hasSuffix),
      let node = try? DocumentNode.read(file), let object = node.json.object
    else { return false }
    let isSuite = object["variants"] != nil || object["transcripts"] != nil
    let hasTests = ["tests", "scenarios", "defaultTest"].contains { object[$0] != nil }
    return !isSuite && object["prompts"] != nil && (object["providers"] != nil || hasTests)
  }

  /// Reads a configuration and the files that it names.
  ///
  /// Throws ``SourceError`` with the problems of all files.
  package init(_ file: SourceFile, files: any FileSystem) throws(SourceError) {
    let node = try DocumentNode.read(file)
    let root = node.json
    source = file.path.fileName
    description = root["description"]?.word ?? ""
    name = Self.name(description, path: file.path)
    var reader = PromptfooFiles(folder: file.path.parentFolder, files: files, root: root)
    for value in root["prompts"]?.array ?? [root["prompts"] ?? .null] {
      prompts += reader.prompts(value)
    }
    var shared = PromptfooTest(reader.value(root["defaultTest"] ?? [:]))
    shared.title = nil
    tests = reader.tests(root["tests"] ?? [])
    for scenario in root["scenarios"]?.array ?? [] {
      let own = reader.tests(scenario["tests"] ?? [])
      for config in reader.tests(scenario["config"] ?? []) {
        tests += own.map { test in
          var test = test
          test.inherit(config)
          return test
        }
      }
    }
    tests = tests.flatMap { test in
      var test = test
      test.inherit(shared)
      return test.expanded(upTo: Self.maximumTests)
    }
    if let error = SourceError(reader.problems) { throw error }
    model = Self.model(root["providers"])
    notes = reader.notes
    note(root)
    guard !prompts.isEmpty || !tests.isEmpty else {
      throw node.error(
        "promptfoo.empty", "there is no prompt and no test that can be converted",
        hint: notes.first ?? "add 'prompts' and 'tests'")
    }
  }

  private mutating func note(_ root: JSONValue) {
    let known: Set<String> = [
      "description", "prompts", "providers", "tests", "scenarios", "defaultTest",
      "assertionTemplates", "$schema",
    ]
    let others = root.object?.keys.filter { !known.contains($0) } ?? []
    if !others.isEmpty {
      notes.append("left out, without counterpart: \(others.joined(separator: ", "))")
    }
    let members = tests.flatMap(\.leftOut).reduce(into: [String: Int]()) { $0[$1, default: 0] += 1 }
    for (name, count) in members.sorted(by: { $0.key < $1.key }) {
      notes.append("left out of \(count) test\(count == 1 ? "" : "s"): \(name)")
    }
    let providers = root["providers"]?.array?.count ?? 1
    if providers > 1 {
      notes.append(
        "\(providers) providers: the suite has the first one that is known here;"
          + " 'eval run --model' names another")
    }
  }

  private static func name(_ description: String, path: String) -> String {
    let words = description.isEmpty ? path.parentFolder.fileName : description
    var name = ""
    for character in words.lowercased() {
      let isPlain = character.isASCII && (character.isLetter || character.isNumber)
      if isPlain { name.append(character) } else if name.last != "-", !name.isEmpty { name += "-" }
    }
    name = String(name.prefix(40))
    while name.last == "-" { name.removeLast() }
    return name.first?.isLetter ?? false ? name : "promptfoo"
  }

  /// Returns the first provider whose name means the same here, such as `openai:gpt-6-luna`.
  private static func model(_ providers: JSONValue?) -> String? {
    let list = providers?.array ?? providers.map { [$0] } ?? []
    let ids = list.compactMap { $0.string ?? $0["id"]?.string ?? $0.object?.keys.first }
    for id in ids {
      let parts = id.split(separator: ":").map(String.init)
      guard parts.count > 1, let model = parts.last else { continue }
      switch (parts[0], parts.count) {
      case ("openai", 2), ("anthropic", 2), ("mistral", 2): return id
      case ("openai", 3) where ["chat", "responses"].contains(parts[1]): return "openai:\(model)"
      case ("anthropic", 3) where parts[1] == "messages": return "anthropic:\(model)"
      default: continue
      }
    }
    return nil
  }
}

extension PromptfooConfiguration {
  /// The files that stand for the configuration, with paths in the folder for them, and what became of each kind of assertion.
  package func converted() -> (files: [(path: String, text: String)], notes: [String]) {
    var graders: [JSONObject] = []
    var fates: [(type: String, words: String, count: Int)] = []
    var cases: [String] = []
    var hasRules = false
    var hasTargets = false
    for (number, test) in tests.enumerated() {
      var rules: [JSONValue] = []
      var targets: [String] = []
      for assertion in Self.flat(test.assertions) {
        let type = assertion["type"]?.word ?? "unknown"
        let became = PromptfooAssertion(
          type: type, value: assertion["value"] ?? .null,
          threshold: assertion["threshold"]?.number, vars: test.vars)
        switch became {
        case .rules(let more): rules += more
        case .target(let text): targets.append(text)
        case .grader(let grader) where !graders.contains(where: { $0 == grader }):
          graders.append(grader)
        case .grader, .missing: break
        }
        if let index = fates.firstIndex(where: { $0.type == type && $0.words == became.words }) {
          fates[index].count += 1
        } else {
          fates.append((type, became.words, 1))
        }
      }
      hasRules = hasRules || !rules.isEmpty
      hasTargets = hasTargets || !targets.isEmpty
      cases += Self.caseLines(test, number: number + 1, rules: rules, targets: targets)
    }
    var files: [(path: String, text: String)] = []
    for (number, prompt) in prompts.enumerated() {
      files.append(("\(name).v\(number + 1).prompt", prompt.file(inputs: tests.map(\.vars))))
    }
    if !tests.isEmpty {
      files.append(("\(name).cases.yaml", cases.joined(separator: "\n") + "\n"))
    }
    if !tests.isEmpty, !prompts.isEmpty {
      files.append(
        ("\(name).yaml", suite(graders: graders, hasRules: hasRules, hasTargets: hasTargets)))
    }
    let words = fates.map { "\($0.count) × \($0.type): \($0.words)" }
    return (files, words + notes + prompts.flatMap(\.notes))
  }

  /// Returns assertions without the sets that hold them, all of which must pass.
  private static func flat(_ assertions: [JSONValue]) -> [JSONValue] {
    assertions.flatMap { assertion -> [JSONValue] in
      guard assertion["type"]?.string == "assert-set", let inner = assertion["assert"]?.array else {
        return [assertion]
      }
      guard let threshold = assertion["threshold"]?.number, threshold < 1 else {
        return flat(inner)
      }
      return [["type": "assert-set (some must pass)"]]
    }
  }

  private static func caseLines(
    _ test: PromptfooTest, number: Int, rules: [JSONValue], targets: [String]
  ) -> [String] {
    var lines = ["- id: case-\(number)"]
    func add(_ key: String, _ value: JSONValue) { lines.append("  \(key): \(value.text())") }
    if let title = test.title { add("title", .string(title)) }
    if let cluster = test.cluster { add("cluster", .string(cluster)) }
    add("inputs", .object(test.vars))
    if !targets.isEmpty { add("target", .string(targets.joined(separator: "\n"))) }
    if !rules.isEmpty {
      lines.append("  expect:")
      lines += rules.map { "    - \($0.text())" }
    }
    return lines
  }

  private func suite(graders: [JSONObject], hasRules: Bool, hasTargets: Bool) -> String {
    var lines = [
      "# Converted from \(source). The prompts belong into the folder of prompts, or run with --prompts.",
      "name: \(name)",
    ]
    if !description.isEmpty { lines.append("description: \(JSONValue.string(description).text())") }
    lines.append("cases: \(name).cases.yaml")
    lines.append(
      model.map { "model: \($0)" } ?? "# model: provider:name, or --model when it is run")
    lines.append("variants:")
    lines += prompts.indices.map { "  - {id: v\($0 + 1), prompt: \(name)@v\($0 + 1)}" }
    lines.append("graders:")
    if hasRules || (graders.isEmpty && !hasTargets) { lines.append("  - expected") }
    lines += graders.map { "  - \(JSONValue.object($0).text())" }
    if hasTargets {
      lines += [
        "  - use: judge",
        "    id: rubric",
        "    models: anthropic:claude-haiku-4-5   # of another family than the model above",
        "    rubric: The reply does what the target of the case says.",
      ]
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
