import CoachEngine
import CoachModel
import Documents
import LanguageModels
import PromptTemplates
import SourceFiles
import Testing

@Suite("From prompt to model request")
struct ModelRequestTests {
  @Test("texts, images and the conversation are included, without section marks")
  func parts() throws {
    let file = SourceFile(
      path: "p", text: "{{role \"system\"}}Look.{{role \"user\"}}{{media url=a}}What is it?")
    let prompt = try PreparedPrompt(PromptTemplate(name: "p", version: nil, file: file))
    let rendered = try prompt.render(
      PromptInputs(["a": "http://a/b.png"], history: [Message(.assistant, "Hello")]))
    #expect(
      ModelRequest(rendered).messages == [
        ModelMessage(role: .system, parts: [.text("Look.")]),
        ModelMessage(role: .assistant, parts: [.text("Hello")]),
        ModelMessage(
          role: .user, parts: [.image(url: "http://a/b.png"), .text("What is it?")]),
      ])
  }

  @Test("a prompt sets parameters, a tier and further members; the caller's take precedence")
  func parameters() throws {
    let text = """
      ---
      config: {temperature: 0.2, maxOutputTokens: 9, serviceTier: flex, extra: {top_k: 4, tag: {a: 1}}}
      ---
      Hi
      """
    let template = try PromptTemplate(
      name: "p", version: nil, file: SourceFile(path: "p", text: text))
    let own = ModelParameters(template.frontMatter)
    #expect(own.temperature == 0.2 && own.maximumTokens == 9 && own.serviceTier == .flex)
    #expect(own.extra == ["top_k": 4, "tag": ["a": 1]])
    let both = own.overridden(by: ModelParameters(serviceTier: .fast, extra: ["top_k": 5]))
    #expect(both.serviceTier == .fast && both.extra == ["top_k": 5, "tag": ["a": 1]])
  }

  @Test("every parameter that the linter knows is sent", arguments: PromptParameter.allCases)
  func known(parameter: PromptParameter) throws {
    let values: [PromptParameter: String] = [
      .temperature: "0.2", .maximumTokens: "9", .topP: "0.5", .serviceTier: "flex",
      .extra: "{top_k: 4}",
    ]
    let value = try #require(values[parameter])
    let text = "---\nconfig: {\(parameter.rawValue): \(value)}\n---\nHi"
    let template = try PromptTemplate(
      name: "p", version: nil, file: SourceFile(path: "p", text: text))
    #expect(ModelParameters(template.frontMatter) != ModelParameters())
  }

  @Test("a section's breakpoint is at its end, and the text is unchanged")
  func breakpoints() throws {
    let text = """
      ---
      coachkit.sections:
        - {name: rules, cache: stable, breakpoint: instructions}
        - {name: more, cache: stable}
        - {name: turn, cache: volatile}
      ---
      {{role "system"}}{{section "rules"}}Be kind.

      {{section "more"}}Be brief.
      {{role "user"}}{{section "turn"}}Hi
      """
    let prompt = try PreparedPrompt(
      PromptTemplate(name: "p", version: nil, file: SourceFile(path: "p", text: text)))
    let rendered = try prompt.render(PromptInputs([:]))
    let request = ModelRequest(rendered, keptFor: .hour)
    #expect(request.messages.map(\.text) == rendered.messages.map(\.text))
    let parts = try #require(request.messages.first).parts
    #expect(parts.contains(.cacheBreakpoint(.hour)))
    #expect(parts.first?.text?.hasPrefix("Be kind.") ?? false)
    #expect(parts.last?.text?.contains("Be brief.") ?? false)
    #expect(!request.messages[1].parts.contains { $0 == .cacheBreakpoint(.hour) })
  }
}
