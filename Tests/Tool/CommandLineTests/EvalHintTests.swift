@testable import coachkit
@testable import EvalCommands
import Testing

@Suite("Suggested commands can be run as printed")
struct EvalHintTests {
  @Test("they contain the results folder if it is not the default")
  func folder() {
    #expect(EvalHint().command("resume", "r1") == "coachkit eval resume r1")
    #expect(
      EvalHint(out: "my runs").command("resume", "it's")
        == "coachkit eval resume 'it'\\''s' --out 'my runs'")
  }

  @Test("they contain the options of the run, but no password")
  func given() {
    let hint = EvalHint(out: "o", baseURL: "http://h/v1", others: ["--prompts", "P"])
    #expect(
      hint.command("resume", "r")
        == "coachkit eval resume r --out o --base-url http://h/v1 --prompts P")
    let secret = EvalHint(baseURL: "http://me:word@h/v1").command("resume", "r")
    #expect(secret == "coachkit eval resume r --base-url …")
  }
}
