import Documents
import Foundation
import Testing

@Suite("coachkit route")
struct RouteCommandTests {
  @Test("a domain with its decisive words and confidence")
  func decided() throws {
    let result = try Tool.run(["route", "I want a promotion but my boss ignores me", "--explain"])
    #expect(result.code == 0 && result.errors == "")
    #expect(result.output.hasPrefix("career · "))
    #expect(result.output.contains("'promotion'"))
    #expect(result.output.contains("examples that it resembles:"))
  }

  @Test("an unclear message leads to a question, and exits with 2")
  func unsure() throws {
    let result = try Tool.run(["route", "hm"])
    #expect(result.code == 2)
    #expect(result.output.hasPrefix("unclear · the coach asks"))
  }

  @Test("JSON output, with the previous messages")
  func json() throws {
    try Tool.inFolder { folder in
      let path = "\(folder)/talk.json"
      let talk = #"[{"role": "user", "text": "I want a rise, and my boss says no"}]"#
      try Data(talk.utf8).write(to: URL(filePath: path))
      let result = try Tool.run(["route", "so how do I ask?", "--conversation", path, "--json"])
      let json = try JSONValue(parsing: result.output)
      #expect(json["domain"]?.string == "career")
      #expect(json["confidence"]?.number.map { $0 > 0 && $0 <= 1 } == true)
    }
  }

  @Test(
    "invalid input is reported with a fix",
    arguments: [
      (["route"], Int32(64), "--conversation"), (["route", ""], 64, "The message is empty"),
      (["route", "--conversation", "talk.json", "--explain"], 64, "for one message"),
      (["route", "x", "--current", "carer"], 1, "did you mean 'career'"),
      (["route", "x", "--conversation", "/no/such.yaml"], 1, "no file at '/no/such.yaml'"),
    ])
  func mistakes(arguments: [String], code: Int32, words: String) throws {
    let result = try Tool.run(arguments)
    #expect(result.code == code && result.output == "")
    #expect(result.errors.contains(words))
  }
}
