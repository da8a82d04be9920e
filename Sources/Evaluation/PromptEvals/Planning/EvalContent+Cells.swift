import Documents
import PromptTemplates
import SourceFiles

extension EvalContent {
  /// Returns the content with the inputs of cases from tables as the prompts take them.
  ///
  /// What a cell means depends on the type of the input: `3` is a number or a text. Where versions differ, the first one that
  /// has the input decides. Throws ``SourceError`` with all problems: cells that are no value of their input, and columns that
  /// are no input of any version.
  func readingCells() throws(SourceError) -> EvalContent {
    guard subjects.contains(where: { $0.task?.cells.isEmpty == false }) else { return self }
    var schemas: [JSONObject] = []
    // A prompt without a schema takes any input.
    var takesAny = false
    for variant in suite.comparison.variants {
      let schema = try library.prompt(variant.prompt).template.frontMatter.inputSchema?.source
      schemas.append(schema?["properties"]?.object ?? [:])
      let others = schema?["additionalProperties"]
      takesAny = takesAny || schema == nil || (others != nil && others != false)
    }
    let prompt = suite.comparison.variants.first.map { "\($0.prompt)" } ?? "the prompt"
    let known = Set(schemas.flatMap(\.keys))
    var content = self
    var problems = Problems()
    var reported: Set<String> = []
    for index in content.subjects.indices {
      guard let task = content.subjects[index].task, !task.cells.isEmpty else { continue }
      var inputs = task.inputs
      for (input, cell) in task.cells.sorted(by: { $0.value.offset < $1.value.offset }) {
        guard let schema = schemas.lazy.compactMap({ $0[input] }).first else {
          let key = "\(cell.file.path) \(cell.name)"
          if !cell.isKey, !takesAny, reported.insert(key).inserted {
            problems.add(cell.unknown(input, in: prompt, known: known))
          }
          continue
        }
        problems.part { () throws(SourceError) in
          do throws(SourceError) {
            inputs[input] = try cell.value(for: input, schema: schema)
          } catch {
            // The key of a case need not be an input of that name.
            guard cell.isKey else { throw error }
          }
        }
      }
      content.subjects[index].replaceInputs(by: inputs)
    }
    if let error = problems.error { throw error }
    return content
  }
}

extension CaseCell {
  /// The problem of a column that no prompt has as an input.
  fileprivate func unknown(_ input: String, in prompt: String, known: Set<String>) -> Diagnostic {
    let close = known.closestMatch(to: input).map { "did you mean '\($0)'? otherwise " } ?? ""
    let inputs = known.isEmpty ? "none" : known.sorted().joined(separator: ", ")
    return Diagnostic(
      "cases.column", "'\(name)' is no input of '\(prompt)', which has: \(inputs)", in: file,
      at: nameOffset,
      hint: close + "write in the suite which input it is (columns: {INPUT: \(name)}), or leave it"
        + " out (ignore: [\(name)])")
  }
}
