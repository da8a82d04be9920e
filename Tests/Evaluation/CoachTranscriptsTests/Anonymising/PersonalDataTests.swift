import CoachModel
@testable import CoachTranscripts
@testable import EvalStatistics
@testable import PromptEvals
import Testing

@Suite("Finding personal data by its form")
struct PersonalDataTests {
  private func found(_ text: String) -> [String] {
    PersonalData.find(in: text).map { "\($0.kind.rawValue): \($0.text)" }
  }

  @Test(
    "addresses and handles",
    arguments: [
      ("Write to sarah.jones+x@mail.acme.co.uk.", "e-mail: sarah.jones+x@mail.acme.co.uk"),
      ("(josé@acme.com)", "e-mail: josé@acme.com"),
      ("“laura@acme.com” – she", "e-mail: laura@acme.com"),
      ("laura@acme.com…", "e-mail: laura@acme.com"),
      ("See https://acme.com/a?b=c, please", "link: https://acme.com/a?b=c"),
      ("(www.acme.com)", "link: www.acme.com"), ("acme.com.", "link: acme.com"),
      ("it is linkedin.com/in/sarah!", "link: linkedin.com/in/sarah"),
      ("看acme.com，", "link: acme.com"), ("»https://acme.com/a«", "link: https://acme.com/a"),
      ("follow @sarah_j.", "handle: @sarah_j"), ("follow ＠sarah_j.", "handle: ＠sarah_j"),
      ("sarah＠acme.com.", "e-mail: sarah＠acme.com"),
      ("sarah@ac\u{AD}me\u{200B}.com.", "e-mail: sarah@ac\u{AD}me\u{200B}.com"),
      ("ａｃｍｅ.ｃｏｍ", "link: ａｃｍｅ.ｃｏｍ"),
    ])
  func addresses(text: String, expected: String) {
    #expect(found(text) == [expected])
  }

  @Test(
    "telephone numbers of many countries, accounts and cards",
    arguments: [
      "+44 20 7946 0958", "+44 (0)20 7946 0958", "(020) 7946 0958", "020 7946 0958", "07911 123456",
      "07911123456", "+1 (415) 555-2671", "(415) 555-2671", "415-555-2671", "415.555.2671",
      "1-800-555-2671", "+49 171 1234567", "0171/1234567", "06 12 34 56 78", "+33 6 12 34 56 78",
      "612 345 678", "912 345 678", "(11) 98765-4321", "11 98765-4321", "98765 43210",
      "090-1234-5678", "0412 345 678", "+351912345678", "0039 02 1234567", "555-2671",
      "4111 1111 1111 1111", "378282246310005", "5 5 5 1 2 3 4 5 6 7", "gb29nwbk60161331926819",
      "12345678901",
    ])
  func numbers(number: String) {
    let found = PersonalData.find(in: "You reach me at \(number), mostly.")
    #expect(found.map(\.kind) == [.number])
    #expect(found.first?.text.filter(\.isNumber) == number.filter(\.isNumber))
  }

  @Test("a number is found as a whole, with its leading letters and next to other scripts")
  func complete() {
    #expect(found("DE89 3704 0044 0532 0130 00 please") == ["number: DE89 3704 0044 0532 0130 00"])
    #expect(found("電話は090-1234-5678です。") == ["number: 090-1234-5678"])
    #expect(found("📞07911 123456…") == ["number: 07911 123456"])
  }

  @Test(
    "similar but harmless text",
    arguments: [
      "I was born in 1984 and left in 2019.", "2019-2020, 1999–2001", "10:30:45, 10.30, 7-8pm",
      "12/03/2024 and 2024-03-12 and 01.02.2024", "I earn 1 200 300 € or $1,234,567.89",
      "100 000 000 people, 3.14159265", "I am 41, 5'11\", 80 kg, 10 000 steps, 20 minute drive",
      "version 1.2.3 at 16:9", "the 3rd time, 24/7, 50-50, 9 to 5", "2024-03-12 10:30",
      "e.g. this, i.e. that...and so", "meet @ 5pm", "std::vector, a::b", "I have 12345 reasons",
      "call it 2020-2021", "0.5 to 0.75 of 007", "20260131103000", "1767225600",
      "Node.js and so.me",
    ])
  func ignores(text: String) {
    #expect(found(text) == [])
  }

  @Test("hosts that only end like documentation hosts are real")
  func hosts() {
    let text =
      "laura@notexample.org, a@example.org, https://acme.com//example.org, www.example.org/x"
    #expect(found(text) == ["e-mail: laura@notexample.org", "link: https://acme.com//example.org"])
  }

  @Test("stand-ins are not found again")
  func standIns() {
    var standIns = StandIns()
    for kind in PersonalDataKind.allCases where kind != .name {
      let standIn = standIns.standIn(for: "x", kind)
      #expect(standIn != "x" && found("I was there, on \(standIn), once").isEmpty, "\(standIn)")
    }
  }

  @Test(
    "findings are within the text, in order and disjoint", arguments: 0..<300 as Range<UInt64>)
  func ranges(seed: UInt64) {
    let pieces = [
      "@", ".", "/", ":", "+", "(", ")", "-", " ", "\n", "0", "00", "44", "415", "7946", "5551234",
      "12", "1984", "a", "com", "www.", "http://", "Elm", "DE89", "3704", ",", "é", "🙂", "€",
      "straße", "'", "電話",
    ]
    var random = SeededRandom(seed: seed)
    let text = (0..<30).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
    let found = PersonalData.all(in: text)
    let count = text.unicodeScalars.count
    #expect(found.allSatisfy { !$0.range.isEmpty && $0.range.upperBound <= count })
    #expect(zip(found, found.dropFirst()).allSatisfy { $0.range.upperBound <= $1.range.lowerBound })
    #expect(NameWords.pieces(of: text[...]).joined() == text)
  }

  @Test("one number has one stand-in in all its formats")
  func normal() {
    var standIns = StandIns()
    let first = standIns.standIn(for: "+49 171 1234567", .number)
    #expect(standIns.standIn(for: "+49 (171) 123-4567", .number) == first)
    #expect(standIns.standIn(for: "+49 171 1234568", .number) != first)
  }
}
