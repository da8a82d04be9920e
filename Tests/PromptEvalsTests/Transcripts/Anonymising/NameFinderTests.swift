import CoachModel
@testable import PromptEvals
import Testing
@testable import Transcripts

@Suite("Finding names that a chat introduces")
struct NameFinderTests {
  private func names(_ text: String, _ role: Role = .user) -> Set<String> {
    let found = NameFinder.names(in: [Message(role, text)])
    return Set(found.map { ($0.given + $0.family).joined(separator: " ") })
  }

  @Test(
    "the person's own name",
    arguments: [
      ("Hi, I'm Sarah.", "Sarah"), ("I’m Sarah and I need help", "Sarah"),
      ("i am Sarah Connor", "Sarah Connor"),
      ("My name is Ana de la Cruz, hi", "Ana Cruz"), ("my name is sarah", "sarah"),
      ("call me Ishmael", "Ishmael"), ("This is Sarah from Leeds", "Sarah"),
      ("Sarah here.", "Sarah"),
      ("I'm Mary-Jane", "Mary Jane"), ("Me llamo Lucía", "Lucía"), ("Ich heiße Jürgen", "Jürgen"),
      ("Je m'appelle Zoé", "Zoé"), ("Meu nome é João", "João"), ("I'm Zoë O'Brien", "Zoë"),
      ("hi, I'm Ji-yoon. ok", "Ji yoon"),
    ])
  func own(text: String, name: String) {
    #expect(names(text) == [name])
  }

  @Test(
    "names of others",
    arguments: [
      ("my sister Ana said so", "Ana"), ("My older sister, Ana, said so", "Ana"),
      ("my boss is called Greg", "Greg"), ("our line manager Greg Smithers left", "Greg Smithers"),
      ("my best friend (Tom) came", "Tom"), ("Ana, my sister, came", "Ana"),
      ("Priti is my wife", "Priti"),
      ("Mr Whitaker was kind", "Whitaker"), ("Dr. Ahmed called", "Ahmed"),
      ("Aunt Rose came", "Rose"),
      ("mi hermana Lucía vino", "Lucía"), ("meine Schwester Anna kam", "Anna"),
      ("her boyfriend Marco's car", "Marco"),
    ])
  func others(text: String, name: String) {
    #expect(names(text) == [name])
  }

  @Test(
    "signatures",
    arguments: [
      "That is all.\n\nBest,\nSarah", "That is all.\n- Sarah", "Bye.\nThanks, Sarah x",
      "Bye.\nKind regards\nSarah",
    ])
  func signatures(text: String) {
    #expect(names(text) == ["Sarah"])
  }

  @Test("whom the coach greets, and whom the coach addresses more than once")
  func addressed() {
    #expect(names("Good morning, Amara. How are you?", .assistant) == ["Amara"])
    #expect(names("Where did that go, Amara?", .assistant).isEmpty)
    #expect(names("Where did that go, Amara? You stayed, Amara.", .assistant) == ["Amara"])
  }

  @Test(
    "what stands where a name could",
    arguments: [
      "I'm British and I'm Catholic", "I'm OK", "I'm Not Sure", "I'm Head of Sales",
      "call me when you can",
      "My mum God rest her", "my friend I met", "my brother, Mondays off, came", "Still here.",
      "my name is on the list", "I'm so tired", "it's Christmas. I'm home",
      "My boss Monday said no",
      "Dear me.\nThanks", "This is Hard", "This is Difficult, really", "my sister's car",
      "Look, my daughter signed me up",
    ])
  func others(text: String) {
    #expect(names(text).isEmpty)
  }
}
