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
    "eight words in a row are found, whatever case, marks and line ends separate them",
    arguments: [
      "Reflect one thing they said before you ask.",
      "So I'll REFLECT one thing: they said, before **you** ask.",
      "I reflect one thing.\nThey said before you ask.",
    ])
  func found(text: String) throws {
    let finding = try #require(reply([text]).findings.first)
    #expect(finding.check == .promptText && finding.action == .mark)
    let words = finding.evidence.lowercased().filter { $0.isLetter || $0 == " " }
    #expect("reflect one thing they said before you ask".hasSuffix(words))
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
      "Reflect one thing they said before you.", "Reflect one thing he said before you ask.",
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
    let pieces = ["Reflect one thing they", "said before you ask anything."]
    let text = "Reflect one thing they said before you ask anything."
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
    for place in text.indices {
      #expect(whole == reply([String(text[..<place]), String(text[place...])], .replace))
    }
  }

  @Test("a policy without the check compares nothing")
  func off() {
    #expect(reply([Self.prompt], .off).findings.isEmpty)
    #expect(reply([Self.prompt], instructions: []).findings.isEmpty)
  }
}
