import CoachEngine
import CoachSignals
import Conversations
import JSONSchemas
import PromptTemplates
import StreamParsing
import Testing

@Suite("A reply's tags are held against the contract")
struct ReplyContractTests {
  private func contract() throws -> ReplyContract {
    try Workspace.library().template(PromptReference(name: "discovery")).frontMatter.contract
  }

  @Test("the discovery signal has the nine fields of the profile")
  func nineFields() throws {
    let schema = try #require(try contract().payloads["DISCOVERY_COMPLETE"])
    let amara = try #require(try Workspace.person("amara").discovery)
    #expect(schema.source["properties"]?.object?.keys == amara.json.object?.keys)
    #expect(amara.json.object?.count == 9)
    let tag = ReplyTag(name: "DISCOVERY_COMPLETE", content: .payload(amara.json))
    #expect(try contract().problems(with: tag).isEmpty)
  }

  @Test(
    "problems are named",
    arguments: [
      (ReplyTag.Content.bare, "its payload is missing"),
      (.malformed(raw: "{", reason: "cut"), "its payload is not JSON: cut"),
      (.payload(["vision": 1]), "'coaching_domains' is missing"),
    ])
  func problems(content: ReplyTag.Content, problem: String) throws {
    let tag = ReplyTag(name: "DISCOVERY_COMPLETE", content: content)
    #expect(try contract().problems(with: tag).contains(problem))
  }

  @Test("an inline tag needs words and a bracket")
  func inline() throws {
    let contract = try contract()
    func problems(_ words: String, _ isClosed: Bool) -> [String] {
      contract.problems(
        with: ReplyTag(name: "MEMORY", content: .inline(words, isClosed: isClosed)))
    }
    #expect(problems("x", true).isEmpty)
    #expect(problems("x", false).count == 1)
    #expect(problems("", true).count == 1)
  }
}
