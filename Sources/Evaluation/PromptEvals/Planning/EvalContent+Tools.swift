import Documents
import EvalGraders
import LanguageModels
import PromptTemplates
import SourceFiles

extension EvalContent {
  /// Returns the tools that are declared for the replies of a variant: those of the suite, and those that the prompt
  /// defines under `toolDefs`; of these, if the prompt lists names under `tools`, the ones that it lists.
  ///
  /// Throws ``SourceError`` if the prompt lists a tool that nobody declares, or defines one that cannot be declared.
  func tools(of variant: EvalVariant) throws(SourceError) -> [ToolDeclaration] {
    // The product's turn declares no tools.
    guard suite.pipeline == .prompt, suite.replay == .nextTurn || suite.replay == .task else {
      return []
    }
    let raw = try library.template(variant.prompt).frontMatter.raw
    var tools = suite.generation.tools
    for definition in raw["toolDefs"]?.array ?? [] {
      let tool = try Self.tool(definition, of: variant.prompt)
      if !tools.contains(where: { $0.name == tool.name }) { tools.append(tool) }
    }
    let names = raw["tools"]?.array?.compactMap(\.string) ?? []
    guard !names.isEmpty, !tools.isEmpty else { return tools }
    return try names.map { name throws(SourceError) in
      guard let tool = tools.first(where: { $0.name == name }) else {
        throw SourceError(
          Diagnostic(
            "suite.tools",
            "the prompt '\(variant.prompt)' lists a tool '\(name)' that nobody declares",
            hint: tools.map(\.name).hint(for: name)
              ?? "declare it under 'tools' in the suite, or under 'toolDefs' in the prompt"))
      }
      return tool
    }
  }

  private static func tool(
    _ definition: JSONValue, of prompt: PromptReference
  ) throws(SourceError) -> ToolDeclaration {
    func failure(_ problem: String, hint: String? = nil) -> SourceError {
      SourceError(
        Diagnostic("suite.tools", "'toolDefs' of the prompt '\(prompt)': \(problem)", hint: hint))
    }
    guard let name = definition["name"]?.string else {
      throw failure("a tool has no name", hint: "write - {name: …, description: …, inputSchema: …}")
    }
    if let problem = ToolDeclaration.problem(withName: name) { throw failure(problem) }
    let source = definition["inputSchema"] ?? ["type": "object"]
    guard let schema = try? JSONSchema(Picoschema.lower(source)) else {
      throw failure("the input schema of '\(name)' is invalid")
    }
    return ToolDeclaration(
      name: name, description: definition["description"]?.string ?? "", parameters: schema.source)
  }

  /// Throws if graders of tool calls have no tools to look for, or graders of meaning no embedding model.
  func checkGraderNeeds() throws(SourceError) {
    if let use = suite.grading.graders.first(where: \.judgesToolCalls) {
      for variant in suite.comparison.variants where try tools(of: variant).isEmpty {
        throw SourceError(
          Diagnostic(
            "suite.tools",
            "the grader '\(use.id)' judges calls of tools, and none are declared for \(variant.id)",
            hint: suite.pipeline == .turn && suite.replay != .task
              ? "write pipeline: prompt and tools: […]; the product's turn declares none"
              : "write tools: [{name: …, description: …, parameters: …}], with replay: next-turn"))
      }
    }
    for reference in suite.embeddingReferences where embeddings[reference] == nil {
      let user = suite.grading.graders.first { $0.grader.embeddings.contains(reference) }?.id ?? ""
      throw SourceError(
        Diagnostic(
          "suite.embeddings", "there is no embedding model '\(reference)' for the grader '\(user)'",
          hint: "write provider:model, or local-embeddings, which 'make local-embeddings' starts"))
    }
  }
}
