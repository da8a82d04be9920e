import Testing
@testable import TextAnalysis

@Suite("Splitting a text into sentences for counting")
struct SentencesTests {
  @Test(
    "with their closing marks",
    arguments: [
      ("One. Two? Three!", ["One.", "Two?", "Three!"]),
      ("One.Two", ["One.", "Two"]), ("It is 3.5 km. Fine.", ["It is 3.5 km.", "Fine."]),
      ("Hi… welcome. Hi… Welcome", ["Hi… welcome.", "Hi…", "Welcome"]),
      ("“Well…” he said. *So…* and then", ["“Well…” he said.", "*So…* and then"]),
      ("Really?! (Yes.) [No.] Fine", ["Really?!", "(Yes.)", "[No.]", "Fine"]),
      ("one\ntwo\r\nthree", ["one", "two", "three"]), ("…\n. . .", []), ("", []),
      ("「はい。」と言う。次", ["「はい。」", "と言う。", "次"]),
      ("वह आया। वह गया।", ["वह आया।", "वह गया।"]),
      ("وہ آیا۔ کیوں؟ پتہ نہیں", ["وہ آیا۔", "کیوں؟", "پتہ نہیں"]),
    ] as [(String, [String])])
  func split(text: String, sentences: [String]) {
    #expect(Sentences.split(text) == sentences)
  }

  @Test(
    "an uncertain end counts, although nothing is removed or cut there",
    arguments: [
      ("Ask Dr. Smith.", [7], [], []), ("On ul. Lenina now.", [6], [6], []),
      ("So it is. and", [9], [], []), ("Really? 5 people", [7], [], [7]),
      ("Call them. 24/7", [10], [], []), ("Call someone. So", [13], [13], [13]),
      ("**Those.** So", [10], [10], [10]), ("Them. — \"So", [5], [5], []), ("好。a", [2], [2], [2]),
      ("好。」a", [3], [3], [3]), ("好。**a", [2], [2], [2]), ("好。", [], [], []),
    ] as [(String, [Int], [Int], [Int])])
  func purposes(text: String, counting: [Int], removal: [Int], cutting: [Int]) {
    let scalars = Array(text.unicodeScalars)
    #expect(SentenceEnds.positions(in: scalars[...], for: .counting) == counting)
    #expect(SentenceEnds.positions(in: scalars[...], for: .removal) == removal)
    #expect(SentenceEnds.positions(in: scalars[...], for: .cutting) == cutting)
  }
}
