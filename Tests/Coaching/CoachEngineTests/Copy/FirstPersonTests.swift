@testable import CoachEngine
import Testing

@Suite("Errors as the coach says them")
struct FirstPersonTests {
  @Test(
    "every error is said in the first person, and blames nobody",
    arguments: CopyKey.builtIn.filter { $0.rawValue.hasPrefix("failure.") })
  func errors(key: CopyKey) {
    let text = MessageCatalog.builtIn.text(key, in: "en")
    let words = text.lowercased().split { !$0.isLetter && $0 != "'" }
    #expect(["i", "i'm", "me", "my"].contains { words.contains($0) }, "\(text)")
    for word in ["error", "failed", "invalid", "server", "code"] {
      #expect(!words.contains(Substring(word)), "\(text)")
    }
  }

  @Test(
    "an empty place is told by the coach, with what will be there or what to do",
    arguments: [
      ("empty.conversations", "tell me what's on your mind"),
      ("empty.learned", "As we talk more, I'll share"), ("empty.memories", "What I remember"),
      ("empty.search", "I couldn't find anything"),
    ])
  func emptyPlaces(key: String, words: String) {
    #expect(MessageCatalog.builtIn.text(CopyKey(key), in: "en").contains(words))
  }

  @Test("deleting an account is explained before it happens, and asked for once more")
  func deletion() {
    let text = MessageCatalog.builtIn.text(CopyKey("delete.account"), in: "en")
    #expect(text.hasPrefix("This will delete your account") && text.hasSuffix("You sure?"))
  }
}
