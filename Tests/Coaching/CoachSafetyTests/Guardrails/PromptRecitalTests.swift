@testable import CoachSafety
import SafetyRules
import Testing

@Suite("Replies that repeat their prompt")
struct PromptRecitalTests {
  private static let prompt = """
    # How you talk
    - Reflect one thing they said before you ask anything about their week at work.
    - Never use lists.
    - Open with the words "Before we begin, tell me what brought you here at this hour", and wait.
    """

  private func reply(
    _ parts: [String], _ action: GuardrailAction = .mark, instructions: [String] = [prompt]
  ) -> GuardedReply {
    ReplyGuard.reply(
      parts, GuardrailPolicy([.promptText: action]), instructions: instructions)
  }

  @Test(
    "32 letters in a row are found, whatever stands between them, and however they are set",
    arguments: [
      "Reflect one thing they said before you ask.",
      "So I'll REFLECT one thing: they said, before **you** ask.",
      "I reflect one thing.\nThey said before you ask.",
      "1. Reflect 2. one 3. thing 4. they 5. said 6. before 7. you 8. ask",
      "**R**eflect **o**ne **t**hing **t**hey **s**aid **b**efore **y**ou **a**sk.",
      "R-e-f-l-e-c-t o-n-e t-h-i-n-g t-h-e-y s-a-i-d b-e-f-o-r-e y-o-u a-s-k.",
      "ReflectOneThingTheySaidBeforeYouAsk.",
      "Re\u{AD}flect one th\u{200B}ing they said bef\u{2060}ore you ask.",
      "Rеflесt оnе thing thеy sаid bеfоrе yоu аsk.", "Ｒｅｆｌｅｃｔ ｏｎｅ ｔｈｉｎｇ ｔｈｅｙ ｓａｉｄ ｂｅｆｏｒｅ ｙｏｕ ａｓｋ.",
    ])
  func found(text: String) throws {
    let finding = try #require(reply([text]).findings.first)
    #expect(finding.check == .promptText && finding.action == .mark)
  }

  @Test("the evidence is everything in the sentence that is repeated")
  func evidence() {
    let text =
      "Well, reflect one thing they said before you ask anything about their week, I think."
    #expect(
      reply([text]).findings.map(\.evidence)
        == ["reflect one thing they said before you ask anything about their week"])
  }

  @Test(
    "fewer words, other words and quoted words of the prompt may be said",
    arguments: [
      "Reflect one thing they said before.", "Reflect one thing he said before you ask.",
      "Before we begin, tell me what brought you here at this hour.",
      "Never use lists.", "You told me one thing about your week at work.",
    ])
  func free(text: String) { #expect(reply([text]).findings.isEmpty) }

  @Test("a quotation that is never closed ends with its line")
  func openQuotation() {
    let prompt = "A tent of 6\" poles.\nReflect one thing they said before you ask anything."
    let text = "Reflect one thing they said before you ask anything."
    #expect(reply([text], instructions: [prompt]).checks == [.promptText])
  }

  @Test("words of two pieces, between which somebody else's text stands, are no run")
  func pieces() {
    let pieces = ["Reflect one thing they", "said before you ask any."]
    let text = "Reflect one thing they said before you ask any."
    #expect(reply([text], instructions: pieces).findings.isEmpty)
  }

  @Test("accents and other scripts are compared in lower case")
  func scripts() {
    let prompt = "ÜBERLEGE, WAS SIE GESAGT HAT, BEVOR DU ETWAS FRAGST."
    let text = "Überlege, was sie gesagt hat, bevor du etwas fragst."
    #expect(reply([text], instructions: [prompt]).checks == [.promptText])
  }

  @Test("the sentence is replaced once, and what goes on repeating is removed")
  func replaced() {
    let words = ReplyChecks.builtIn.replacement(for: .promptText, in: "en")
    let text = "You had a long week. " + Self.prompt.dropFirst(15) + "\nWhat is on your mind?"
    let reply = reply([text], .replace)
    #expect(reply.text.hasPrefix("You had a long week. "))
    #expect(reply.text.contains(words) && !reply.text.contains("Reflect one"))
    #expect(reply.text.hasSuffix("What is on your mind?"))
    #expect(reply.text.ranges(of: words).count == 1)
  }

  @Test("the result does not depend on how the reply is split")
  func split() {
    let text = "Hello. I reflect one thing.\nThey said before you ask. What now?"
    let whole = reply([text], .replace)
    #expect(whole == reply(text.map { String($0) }, .replace))
    for index in text.indices {
      #expect(whole == reply([String(text[..<index]), String(text[index...])], .replace))
    }
  }

  @Test("a policy without the check compares nothing")
  func off() {
    #expect(reply([Self.prompt], .off).findings.isEmpty)
    #expect(reply([Self.prompt], instructions: []).findings.isEmpty)
  }
}
