import CoachEngine
import Conversations
import LanguageModels
import PromptTemplates
import SourceFiles
import Testing

@Suite("A prompt becomes a request")
struct ModelRequestTests {
  @Test("texts, images and the conversation, without the marks of sections")
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
}
