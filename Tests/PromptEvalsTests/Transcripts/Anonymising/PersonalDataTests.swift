import CoachModel
@testable import EvalStatistics
@testable import PromptEvals
import Testing
@testable import Transcripts

@Suite("Finding personal data by its form")
struct PersonalDataTests {
  private func found(_ text: String) -> [String] {
    let tokens = TextTokens(text)
    return PersonalDataFinder.find(in: tokens).map {
      "\($0.kind.rawValue): \(tokens.text($0.range))"
    }
  }

  @Test(
    "what is found",
    arguments: [
      ("Write to sarah.jones+x@mail.acme.co.uk.", "e-mail: sarah.jones+x@mail.acme.co.uk"),
      ("(josé@acme.com)", "e-mail: josé@acme.com"),
      ("See https://acme.com/a?b=c, please", "link: https://acme.com/a?b=c"),
      ("(www.acme.com)", "link: www.acme.com"),
      ("it is linkedin.com/in/sarah!", "link: linkedin.com/in/sarah"),
      ("acme.com.", "link: acme.com"), ("t.me/x is none, youtu.be/abc is", "link: youtu.be/abc"),
      ("follow @sarah_j.", "handle: @sarah_j"),
      ("DE89 3704 0044 0532 0130 00 please", "bank account: DE89 3704 0044 0532 0130 00"),
      ("gb29nwbk60161331926819", "bank account: gb29nwbk60161331926819"),
      ("card 4111 1111 1111 1111, ok", "payment card: 4111 1111 1111 1111"),
      ("378282246310005", "payment card: 378282246310005"),
      ("from 81.2.69.142.", "network address: 81.2.69.142"),
      ("2001:470:1f0b::2", "network address: 2001:470:1f0b::2"),
      ("I was born on 12 March 1984.", "date of birth: 12 March 1984"),
      ("My birthday is March 3rd", "date of birth: March 3rd"),
      ("DOB: 12/03/1984", "date of birth: 12/03/1984"),
      ("geboren am 12.3.1984", "date of birth: 12.3.1984"),
      ("1984-03-12 is my date of birth", "date of birth: 1984-03-12"),
      ("nació, nací el 3 de mayo de 1990", "date of birth: 3 de mayo de 1990"),
      ("I live at 14 Elm Street.", "street address: 14 Elm Street"),
      ("Flat 3, 221B Baker St", "street address: Flat 3, 221B Baker St"),
      ("at 2010 Maple Road, Apt 4B now", "street address: 2010 Maple Road, Apt 4B"),
      ("in der Hauptstraße 12a wohne ich", "street address: Hauptstraße 12a"),
      ("12 rue de la Paix", "street address: 12 rue de la Paix"),
      ("Rua das Flores, nº 12", "street address: Rua das Flores, nº 12"),
      ("Calle Mayor 3", "street address: Calle Mayor 3"),
      ("PO Box 123", "street address: PO Box 123"),
      ("SW1A 1AA", "postcode: SW1A 1AA"), ("m1 1ae", "postcode: m1 1ae"),
      ("K1A 0B1", "postcode: K1A 0B1"),
      ("Austin, TX 78701", "postcode: 78701"), ("zip code 78701", "postcode: 78701"),
      ("“laura@acme.com” – she", "e-mail: laura@acme.com"),
      ("laura@acme.com…", "e-mail: laura@acme.com"), ("“07911 123456”", "phone: 07911 123456"),
      ("07911 123456—or", "phone: 07911 123456"), ("📞07911 123456…", "phone: 07911 123456"),
      ("電話は090-1234-5678です。", "phone: 090-1234-5678"),
      ("4111111111111111…", "payment card: 4111111111111111"),
      ("看acme.com，", "link: acme.com"), ("https://acme.com/山田", "link: https://acme.com/山田"),
      ("»https://acme.com/a«", "link: https://acme.com/a"),
      ("café07911123456 josé@acme.com", "e-mail: josé@acme.com"),
      ("78701-1234", "postcode: 78701-1234"), ("01310-100", "postcode: 01310-100"),
    ])
  func finds(text: String, expected: String) {
    #expect(found(text) == [expected])
  }

  @Test(
    "telephone numbers of many countries",
    arguments: [
      "+44 20 7946 0958", "+44 (0)20 7946 0958", "(020) 7946 0958", "020 7946 0958", "07911 123456",
      "07911123456", "+1 (415) 555-2671", "(415) 555-2671", "415-555-2671", "415.555.2671",
      "1-800-555-2671", "+49 171 1234567", "0171/1234567", "06 12 34 56 78", "+33 6 12 34 56 78",
      "612 345 678", "912 345 678", "(11) 98765-4321", "11 98765-4321", "98765 43210",
      "090-1234-5678",
      "0412 345 678", "+351912345678", "0039 02 1234567",
    ])
  func phones(number: String) {
    #expect(found("You reach me at \(number), mostly.") == ["phone: \(number)"])
  }

  @Test(
    "a bare number is a telephone number where a word says so",
    arguments: ["call 555-2671", "my number is 5552671", "text me on 4155552671"])
  func cues(text: String) {
    #expect(found(text).count == 1 && found(text).allSatisfy { $0.hasPrefix("phone") })
  }

  @Test(
    "what only looks like it",
    arguments: [
      "I was born in 1984 and left in 2019.", "2019-2020, 1999–2001", "10:30:45, 10.30, 7-8pm",
      "12/03/2024 and 2024-03-12 and 01.02.2024", "I earn 1 200 300 € or $1,234,567.89",
      "100 000 000 people, 3.14159265", "I am 41, 5'11\", 80 kg, 10 000 steps, 20 minute drive",
      "version 1.2.3 at 16:9", "the 3rd time, 24/7, 50-50, 9 to 5", "In 2019 Wall Street fell",
      "a 20 Minute drive, 2 Way", "e.g. this, i.e. that...and so", "meet @ 5pm",
      "std::vector, a::b",
      "4111 1111 1111 1112", "DE89 3704 0044 0532 0130 01 is none", "A4 paper, B2 1st, P1 2pm",
      "We met on 12 March 1984 and again in May 2020", "order 12345678901", "Node.js and so.me",
      "I have 12345 reasons", "my number one reason, call it 2020-2021", "0.5 to 0.75 of 007",
    ])
  func ignores(text: String) {
    #expect(found(text) == [])
  }

  @Test("the checksums of accounts and cards")
  func checksums() {
    #expect(BankAccountDetector.isValid(Array("FR1420041010050500013M02606".utf8)))
    #expect(!BankAccountDetector.isValid(Array("FR1420041010050500013M02607".utf8)))
    #expect(PaymentCardDetector.isValid([7, 9, 9, 2, 7, 3, 9, 8, 7, 1, 3]))
    #expect(!PaymentCardDetector.isValid([7, 9, 9, 2, 7, 3, 9, 8, 7, 1, 4]))
  }

  @Test("stand-ins are nothing to be found again")
  func standIns() {
    var standIns = StandIns()
    let originals: [(PersonalDataKind, String)] = [
      (.email, "a@b.de"), (.link, "www.b.de"), (.handle, "@ab"), (.phone, "+49 171 1234567"),
      (.bankAccount, "DE89370400440532013000"), (.paymentCard, "4111111111111111"),
      (.networkAddress, "81.2.69.142"), (.birthDate, "12 March 1984"), (.birthDate, "12/03/1984"),
      (.birthDate, "1984-03-12"), (.birthDate, "3 May"), (.streetAddress, "14 Elm Street"),
      (.postcode, "SW1A 1AA"), (.postcode, "78701"),
    ]
    for (kind, original) in originals {
      let standIn = standIns.standIn(for: original, kind)
      #expect(standIn != original)
      #expect(found("I was born there, on \(standIn), TX").isEmpty, "\(standIn)")
    }
  }

  @Test(
    "what is found lies inside the text, one behind the other", arguments: 0..<300 as Range<UInt64>)
  func ranges(seed: UInt64) {
    let pieces = [
      "@", ".", "/", ":", "::", "+", "(", ")", "-", " ", "\n", "0", "00", "44", "415", "7946",
      "5551234",
      "12", "1984", "born", "March", "a", "com", "www.", "http://", "Elm", "Street", "Rua", "rue",
      "TX", "SW1A",
      "1AA", "DE89", "3704", "flat", ",", "é", "🙂", "€", "zip", "call", "straße", "'", "PO", "Box",
    ]
    var random = SeededRandom(seed: seed)
    let text = (0..<30).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
    let tokens = TextTokens(text)
    let found = PersonalDataFinder.find(in: tokens)
    #expect(found.allSatisfy { !$0.range.isEmpty && $0.range.upperBound <= tokens.bytes.count })
    #expect(zip(found, found.dropFirst()).allSatisfy { $0.range.upperBound <= $1.range.lowerBound })
    #expect(tokens.tokens.allSatisfy { tokens.text($0.range) == $0.text })
    let names = NameFinder.names(in: [Message(.user, text), Message(.assistant, text)])
    #expect(names.allSatisfy { !($0.given + $0.family).isEmpty })
  }

  @Test("one number has one stand-in, however it is written")
  func normal() {
    var standIns = StandIns()
    let first = standIns.standIn(for: "+49 171 1234567", .phone)
    #expect(standIns.standIn(for: "+49 (171) 123-4567", .phone) == first)
    #expect(standIns.standIn(for: "+49 171 1234568", .phone) != first)
    #expect(standIns.standIn(for: "12.03.1984", .birthDate) == "01.01.1984")
    #expect(standIns.standIn(for: "March 12, 1984", .birthDate) == "1 January 1984")
  }
}
