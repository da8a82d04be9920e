import CoachModel
import CoachSafety
import Testing

@Suite("The screen reads past disguised spelling")
struct DisguiseTests {
  private let screen = CrisisScreen.builtIn

  @Test(
    "letters of other scripts, digits, asterisks, spaces and line breaks hide nothing",
    arguments: [
      "i want to k1ll mys3lf", "I want to k\u{456}ll myself", "i w a n t t o d i e",
      "𝐈 𝐰𝐚𝐧𝐭 𝐭𝐨 𝐝𝐢𝐞", "Ｉ ｗａｎｔ ｔｏ ｄｉｅ", "Ⓘ ⓦⓐⓝⓣ ⓣⓞ ⓓⓘⓔ", "i will k*ll myself", "i want to d*e",
      "i\nwant\nto\ndie", "i want to k.i.l.l myself", "quiero m0rirme", "ich will st*rben",
    ])
  func disguised(text: String) throws {
    let assessment = try #require(screen.assess(text, history: []))
    let bytes = Array(text.utf8)
    #expect(
      String(decoding: bytes[assessment.evidence.range], as: UTF8.self) == assessment.evidence.text)
  }

  @Test(
    "a sentence sent word by word is read as one",
    arguments: [["i want", "to"], ["i", "want to"]])
  func pieces(before: [String]) throws {
    var history: [Message] = []
    for text in before {
      #expect(screen.assess(text, history: history) == nil)
      history += [Message(.user, text), Message(.assistant, "Yes?")]
    }
    let assessment = try #require(screen.assess("die", history: history))
    #expect(assessment.evidence.text == "die" && !assessment.isFollowUp)
    #expect(screen.assess("die with laughter at the end of it all", history: history) == nil)
  }

  @Test(
    "ordinary signs and digits are no disguise",
    arguments: [
      "5k run in 24:30!!", "my code is 4 U only", "**bold** plans for 2027", "U S A trip in june",
      "see you @ 8, room b4", "c'est la vie", "a\nb\nc",
    ])
  func ordinary(text: String) {
    #expect(screen.examine(text, history: []).signs.isEmpty)
  }
}
