import Conversations
import LanguageModels
import Testing

@Suite("Images travel as parts of a message")
struct OpenAIImageTests {
  @Test("a message with an image is sent in parts, one without as plain text")
  func parts() async throws {
    let transport = KeepingTransport(FixedTransport())
    let endpoint = OpenAIEndpoint(provider: "test", baseURL: "http://h/v1")
    let request = ModelRequest(messages: [
      ModelMessage(Message(.system, "Be kind.")),
      ModelMessage(role: .user, parts: [.text("What is this?"), .image(url: "http://a/b.png")]),
    ])
    _ = await outcome(
      OpenAICompatibleModel(model: "m", at: endpoint, over: transport).stream(request))
    let sent = try #require(transport.request)
    let messages = try JSONValue(parsing: String(decoding: sent.body, as: UTF8.self))["messages"]
    #expect(messages?.array?.first?["content"] == "Be kind.")
    #expect(
      messages?.array?.last?["content"] == [
        ["type": "text", "text": "What is this?"],
        ["type": "image_url", "image_url": ["url": "http://a/b.png"]],
      ])
  }

  @Test("an image is part of a request's name")
  func digest() {
    func digest(_ parts: [ModelPart]) -> ContentDigest {
      ModelRequest(messages: [ModelMessage(role: .user, parts: parts)]).digest
    }
    #expect(digest([.text("x")]) != digest([.text("x"), .image(url: "u")]))
    #expect(digest([.text("x"), .image(url: "v")]) != digest([.text("x"), .image(url: "u")]))
  }
}
