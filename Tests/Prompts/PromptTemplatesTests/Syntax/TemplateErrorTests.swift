import Documents
import PromptTemplates
import SourceFiles
import Testing
import TestKit

/// The location and code of a prompt's error.
private func failure(
  _ prompt: String, _ values: JSONObject = [:], partials: [String: String] = [:]
) -> Diagnostic? {
  do {
    _ = try render(prompt, values, partials: partials)
    return nil
  } catch {
    return (error as? SourceError)?.diagnostics.first
  }
}

@Suite("Template errors have a location and a fix")
struct TemplateErrorTests {
  @Test("an unknown name in a partial is reported in the partial")
  func partialPlace() throws {
    let prompt = "---\ninput:\n  schema:\n    a: string\n---\n{{> x}}"
    let found = try library(prompt, partials: ["x": "one\n {{b}}"]).diagnostics.first
    #expect(found?.location == FileLocation(file: "P/_x.prompt", line: 2, column: 4))
    #expect(found?.excerpt?.text == " {{b}}")
  }

  @Test("data that does not fit the schema is rejected with all its problems")
  func inputs() throws {
    let prompt = "---\ninput:\n  schema:\n    a: string\n    b?: integer\n---\n{{a}}{{b}}"
    let error = #expect(throws: SourceError.self) {
      try render(prompt, ["b": "x", "c": 1])
    }
    #expect(
      error?.diagnostics.map(\.message) == [
        "the input 'a' is missing, for p@v1",
        "the input 'b' must be integer or null, not string, for p@v1", "p@v1 has no input 'c'",
      ])
    try expect(render(prompt, ["a": "x"]).text, equals: "x")
  }

  @Test("without a schema, a missing value is an error where it is used")
  func missingValue() {
    let found = failure("x\n {{nme}}", ["name": "a"])
    #expect(found?.code == "template.missing-value")
    #expect(found?.location?.line == 2)
    #expect(found?.hint == "did you mean 'name'?")
  }

  @Test("a list or mapping is not a text, and a text is not a list")
  func kinds() {
    #expect(failure("{{a}}", ["a": [1]])?.code == "template.not-a-text")
    #expect(failure("{{#each a}}{{/each}}", ["a": "x"])?.code == "template.not-a-list")
    #expect(failure("{{role \"boss\"}}")?.code == "template.role")
    #expect(failure("{{json}}")?.code == "template.helper" || failure("{{json}}") != nil)
  }

  @Test("no template or input can exhaust the stack")
  func depth() {
    let deep = String(repeating: "{{#if a}}", count: 500)
    #expect(failure(deep, ["a": true])?.message.contains("64 deep") ?? false)
    let nested = "{{" + String(repeating: "(", count: 16_000) + "}}"
    #expect(failure(nested)?.message.contains("32 deep") ?? false)
  }
}
