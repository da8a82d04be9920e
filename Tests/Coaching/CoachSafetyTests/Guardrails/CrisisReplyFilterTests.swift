import CoachModel
import CoachSafety
import Testing
import TestKit

/// A filter for the United Kingdom's numbers, as far as these tests need them.
private func filter() -> CrisisReplyFilter {
  CrisisReplyFilter(
    resources: [
      CrisisResource(
        name: "Samaritans", contact: "116 123", note: "day and night", kinds: [.suicide]),
      CrisisResource(
        name: "Shout", contact: "text SHOUT to 85258, or see giveusashout.org", note: "",
        kinds: [.suicide]),
      CrisisResource(name: "1800RESPECT", contact: "1800 737 732", note: "", kinds: [.abuse]),
      CrisisResource(
        name: "988 Lifeline", contact: "call or text 988", note: "", kinds: [.suicide]),
    ], emergencyNumbers: ["999", "112"])
}

private func pass(_ text: String) -> String {
  var filter = filter()
  return filter.feed(text) + filter.finish()
}

@Suite("Contacts in a crisis reply are limited to the given ones")
struct CrisisReplyFilterTests {
  @Test(
    "a reply without contacts, or with given ones, is unchanged",
    arguments: [
      "", "\n", "I hear you.\n\nThat took courage.", "Samaritans: 116 123 (day and night)",
      "Samaritans: 116 123 (24/7).\n- Shout: text SHOUT to 85258.\n\nAre you safe right now?",
      "Call 116123, 116-123 or 988 24/7. I am here.", "It may be now: call 999 or 112.",
      "See giveusashout.org/help or www.giveusashout.org.", "1800RESPECT: 1800 737 732",
      "1800respect listens. So do I.", "From 1 to 10, for 10-15 minutes, at 8.30?", "a\r\nb\r\n",
      "Two  blanks.  Stay. ", "9-8-8 or 9 9 9", "One 18-year-old. Two.", "\n\n\n", "没关系。我在。",
    ])
  func stays(text: String) {
    #expect(pass(text) == text)
  }

  @Test(
    "a whole sentence with another contact is removed, and nothing else",
    arguments: [
      ("I hear you. Call 1-800-273-8255. I am here.", "I hear you. I am here."),
      ("I hear you. Call 0800 123 456.", "I hear you."), ("Call 911.\nI am here.", "I am here."),
      ("Ask Dr. Smith at 555-1234. I am here.", "I am here."),
      ("Call 116 123 or 116 124. Stay.", "Stay."), ("Call 1-800-799-SAFE. Stay.", "Stay."),
      ("Stay. Write to x@y.org. I am here.", "Stay. I am here."),
      ("Stay. Go to suicide.org! I am here.", "Stay. I am here."),
      ("Llama al 024. Estoy aquí.", "Estoy aquí."), ("拨打12345。我在。", "我在。"),
      ("A.\n\nCall 911.\n\nB.", "A.\n\nB."), ("Call 911.\n\nA.", "A."),
      ("A.\r\nCall 911.\r\nB.\r\n", "A.\r\nB.\r\n"), ("Yes. Call 911. \nB.", "Yes.\nB."),
      ("1800 RESPECT listens. Stay.", "Stay."), ("Call 1 1 3. Stay.", "Stay."),
      ("Dial 9️⃣1️⃣1️⃣. Stay.", "Stay."), ("Call ٩١١. Stay.", "Stay."),
    ] as [(String, String)])
  func goes(text: String, rest: String) {
    #expect(pass(text) == rest)
  }

  @Test(
    "an item of a list is removed with everything that belongs to it",
    arguments: [
      (
        "- Lifeline: 13 11 14. Free, day and night.\n- Samaritans: 116 123. Free.",
        "- Samaritans: 116 123. Free."
      ),
      (
        "1. Lifeline: 13 11 14. Free.\n2. Samaritans: 116 123. Free.",
        "2. Samaritans: 116 123. Free."
      ),
      ("• Samaritans: 116 123. Not 116 124. Free.", "• Samaritans: 116 123. Free."),
    ] as [(String, String)])
  func items(text: String, rest: String) {
    #expect(pass(text) == rest)
  }

  @Test("without resources and a known country, every number is removed")
  func none() {
    var filter = CrisisReplyFilter(resources: [])
    let out = filter.feed("I am here. Call 911 or 112. Look for a crisis line.\n") + filter.finish()
    #expect(out == "I am here. Look for a crisis line.\n")
    #expect(filter.removedSentences == 1)
    #expect(filter.unnamed.isEmpty)
  }

  @Test("named resources are recognised by their contact")
  func named() {
    var filter = filter()
    #expect(filter.unnamed.map(\.name) == ["Samaritans", "Shout", "1800RESPECT", "988 Lifeline"])
    _ = filter.feed("Samaritans would listen. giveusashout.org is there.\nThe 988 Lifeline too.")
    #expect(filter.named.map(\.name) == ["Shout"])
    _ = filter.finish()
    #expect(filter.named.map(\.name) == ["Shout", "988 Lifeline"])
    #expect(filter.unnamed.map(\.name) == ["Samaritans", "1800RESPECT"])
    #expect(!filter.namesEmergency)
  }

  @Test("a resource named in a removed sentence does not count")
  func removed() {
    var filter = filter()
    _ = filter.feed("Call 116 123 or 911.\nIn danger, call 112 or 911.\n")
    #expect(filter.named.isEmpty)
    #expect(filter.removedSentences == 2)
    #expect(!filter.namesEmergency)
    _ = filter.feed("Call 999.\n")
    #expect(filter.namesEmergency)
  }

  @Test("a name that contains no contact does not count")
  func nameOnly() {
    var filter = filter()
    _ = filter.feed("Reach out to 1800RESPECT. Or to Samaritans.\n")
    #expect(filter.named.isEmpty)
  }

  @Test("a line is released when it is complete")
  func lines() {
    var filter = filter()
    #expect(filter.feed("I am") == "")
    #expect(filter.feed(" here.\nCall 116") == "I am here.\n")
    #expect(filter.feed(" 123") == "")
    #expect(filter.finish() == "Call 116 123")
    #expect(filter.finish() == "")
  }
}

@Suite("The filter's text does not depend on how the reply is split")
struct CrisisReplyFilterPropertyTests {
  /// The output of a filter for a reply in pieces, and its state afterwards.
  private func result(_ pieces: [String]) -> [String] {
    var filter = filter()
    let text = pieces.map { filter.feed($0) }.joined() + filter.finish()
    return [text, "\(filter.removedSentences)", "\(filter.namesEmergency)"]
      + filter.named.map(\.name)
  }

  private func text(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
    String(String.UnicodeScalarView(scalars))
  }

  @Test(
    "into two and three pieces at every position, and into single characters",
    arguments: [
      "I hear you.\r\n\r\nSamaritans: 116 123. Call 911.\n- X: 0800 1. Y.\n\n988, 24/7 😂 é\u{301}!",
      "Call 1-800-273-8255.\n\nSee giveusashout.org. Not x.org.\n\n1800RESPECT: 1800 737 732\n拨打12345。我在。",
    ])
  func everywhere(reply: String) {
    let scalars = Array(reply.unicodeScalars)
    let whole = result([reply])
    #expect(result(scalars.map { String($0) }) == whole)
    for first in 0...scalars.count {
      for second in first...scalars.count {
        let pieces = [scalars[..<first], scalars[first..<second], scalars[second...]].map(text)
        guard result(pieces) != whole else { continue }
        Issue.record("cut at \(first) and \(second)")
      }
    }
  }

  @Test("into random pieces, without any unknown contact", arguments: UInt64(1)...200)
  func random(seed: UInt64) {
    var generator = SplitMix(seed: seed)
    let parts = [
      "116 123", "116", "123", "85258", "988", "999", "911", "0800", "24/7", "1", "12", " ", " ",
      " ",
      ". ", ". ", "! ", "\n", "\n", "\n\n", "\r\n", "- ", "-", ".", "/", "(", ")", "+", "I am here",
      "Call",
      "Samaritans: ", "1800RESPECT", "giveusashout.org", "x.org", "Dr", "é", "😂", "１１２", "，",
    ]
    let count = Int.random(in: 5...40, using: &generator)
    let reply = (0..<count).map { _ in parts.randomElement(using: &generator) ?? " " }.joined()
    let scalars = Array(reply.unicodeScalars)
    let whole = result([reply])
    #expect(result(scalars.map { String($0) }) == whole)
    let cuts = (0..<3).map { _ in Int.random(in: 0...scalars.count, using: &generator) }.sorted()
    let pieces = zip([0] + cuts, cuts + [scalars.count]).map { text(scalars[$0..<$1]) }
    #expect(result(pieces) == whole)
    // Text that passed once passes again.
    #expect(result([whole[0]])[0] == whole[0])
    #expect(result([whole[0]])[1] == "0")
  }
}
