import Testing
@testable import TextAnalysis

@Suite("Digits that could be a contact")
struct DigitRunTests {
  private func runs(_ text: String) -> [DigitRun] { DigitRun.runs(in: text.unicodeScalars) }

  @Test(
    "related digits are one run",
    arguments: [
      ("call 116 123 now", ["116123"]), ("0800 - 111 0 111", ["08001110111"]),
      ("+44 (0)800 1111", ["4408001111"]), ("(011) 5275-1135", ["01152751135"]),
      ("1.800.799.7233", ["18007997233"]), ("116 123 (24/7)", ["116123", "247"]),
      ("988, 911", ["988", "911"]), ("988. 911", ["988", "911"]), ("988 or 911", ["988", "911"]),
      ("１１２", ["112"]), ("٩١١", ["911"]), ("9️⃣1️⃣1️⃣", ["911"]), ("9\u{200B}1\u{AD}1", ["911"]),
      ("116\u{A0}123", ["116123"]), ("9‑8‑8", ["988"]), ("9–8—8", ["988"]),
      ("12:30", ["12", "30"]),
      ("½ ² x", ["2"]), ("", []), ("none", []), ("9 - - 1", ["9", "1"]), ("1...2", ["1", "2"]),
    ] as [(String, [String])])
  func found(text: String, digits: [String]) {
    #expect(runs(text).map(\.digits) == digits)
  }

  @Test(
    "possible contacts",
    arguments: [
      ("988", true), ("50808", true), ("116 123", true), ("9-8-8", true), ("1 1 2", true),
      ("13 11 14", true), ("31 14", true), ("08 00-1", true), ("2026", true), ("12.34.56", true),
      ("24/7", false), ("7", false), ("18", false), ("1-10", false), ("10-15", false),
      ("20.30", false), ("5 6", false), ("1 10", false),
    ] as [(String, Bool)])
  func contact(text: String, couldBe: Bool) {
    let all = runs(text)
    #expect(all.count == 1)
    #expect(all.allSatisfy { $0.couldBeContact($0.groups.indices) } == couldBe)
  }

  @Test(
    "a run may consist of known numbers and other figures",
    arguments: [
      ("988", ["988"]), ("988 24/7", ["988"]), ("24/7 988", ["988"]), ("112/999", ["112", "999"]),
      ("988 / 112", ["988", "112"]), ("13 11 14", ["131114"]), ("131114", ["131114"]),
      ("0800 111 0 111 / 0800-111-0-222", ["08001110111", "08001110222"]), ("24/7", []),
      ("9 8 8", ["988"]), ("13 11 14 24/7", ["131114"]),
    ] as [(String, Set<String>)])
  func known(text: String, numbers: Set<String>) {
    let known: Set = ["988", "112", "999", "131114", "08001110111", "08001110222"]
    #expect(runs(text).count == 1)
    #expect(runs(text).first?.numbers(in: known) == numbers)
  }

  @Test(
    "anything else makes it unknown",
    arguments: [
      "987", "988 1234", "988-12", "9881", "1988", "13 11 15", "13 11", "988 12 34", "0800 111 0",
      "112 555 999", "1-988", "2026", "12 34 56", "24/7/365",
    ])
  func unknown(text: String) {
    let known: Set = ["988", "112", "999", "131114", "08001110111", "08001110222"]
    #expect(runs(text).count == 1)
    #expect(runs(text).first?.numbers(in: known) == nil)
  }

  @Test("a very long run is processed in linear time")
  func long() {
    let text = Array(repeating: "1", count: 4000).joined(separator: " ")
    #expect(runs(text).first?.numbers(in: ["112", "11111"]) != nil)
    #expect(runs(text + " 2").first?.numbers(in: ["112"]) == nil)
  }
}
