import Documents
import Foundation
import Testing

@Suite("coachkit screen")
struct ScreenCommandTests {
  @Test("a flagged message exits with 2, with the sign and the region's resources")
  func flagged() throws {
    let result = try Tool.run(["screen", "my partner hits me", "--region", "GB"])
    #expect(result.code == 2 && result.errors == "")
    #expect(result.output.hasPrefix("crisis · high · abuse"))
    #expect(result.output.contains("partner_violence"))
    #expect(result.output.contains("0808 2000 247"))
  }

  @Test("without a region, no country's number is shown")
  func noRegion() throws {
    let result = try Tool.run(["screen", "my partner hits me"])
    #expect(result.code == 2)
    #expect(result.output.contains("--region") && result.output.contains("findahelpline.com"))
    let help = result.output.split(separator: "help that the reply names:").last ?? ""
    #expect(!help.contains("988") && !help.contains("741741") && !help.contains("1-800"))
  }

  @Test(
    "an empty message and an invalid region are rejected",
    arguments: [
      (["screen", " "], "The message is empty"),
      (["screen", "hello", "--region", "Germany"], "two letters, such as DE"),
    ])
  func wrong(arguments: [String], words: String) throws {
    let result = try Tool.run(arguments)
    #expect(result.code == 64 && result.errors.contains(words))
  }

  @Test("an ordinary message exits with 0")
  func calm() throws {
    let result = try Tool.run(["screen", "this deadline is killing me"])
    #expect(result.code == 0)
    #expect(result.output.hasPrefix("calm"))
    #expect(result.output.contains("signs 0.00 + earlier messages 0.00; a crisis from 0.80"))
  }

  @Test("JSON output: a calm message after a flagged one is a follow-up")
  func json() throws {
    try Tool.inFolder { folder in
      let path = "\(folder)/talk.json"
      let talk = #"[{"role": "user", "text": "my partner hits me"}]"#
      try Data(talk.utf8).write(to: URL(filePath: path))
      let result = try Tool.run(["screen", "anyway, the plan", "--conversation", path, "--json"])
      let json = try JSONValue(parsing: result.output)
      #expect(json["flagged"] == .bool(true))
      #expect(json["assessment"]?["severity"]?.string == "moderate")
    }
  }

  @Test("without a message or a conversation, an error says what is missing")
  func nothing() throws {
    let result = try Tool.run(["screen"])
    #expect(result.code == 64 && result.errors.contains("--conversation"))
  }
}
