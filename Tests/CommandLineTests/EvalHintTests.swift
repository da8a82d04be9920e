@testable import coachkit
@testable import EvalCommands
import Testing

@Suite("A command that is named can be typed as it stands")
struct EvalHintTests {
  @Test("with the folder of the results, where it is not the usual one")
  func folder() {
    #expect(EvalHint().command("resume", "r1") == "coachkit eval resume r1")
    #expect(
      EvalHint(out: "my runs").command("resume", "it's")
        == "coachkit eval resume 'it'\\''s' --out 'my runs'")
  }

  @Test("with what the run was given, but without a password")
  func given() {
    let hint = EvalHint(out: "o", baseURL: "http://h/v1", others: ["--prompts", "P"])
    #expect(
      hint.command("resume", "r")
        == "coachkit eval resume r --out o --base-url http://h/v1 --prompts P")
    let secret = EvalHint(baseURL: "http://me:word@h/v1").command("resume", "r")
    #expect(secret == "coachkit eval resume r --base-url …")
  }
}
