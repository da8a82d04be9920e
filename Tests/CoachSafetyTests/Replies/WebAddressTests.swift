@testable import CoachSafety
import Testing
@testable import TextAnalysis

@Suite("Web and mail addresses are found")
struct WebAddressTests {
  @Test(
    "by scheme, by www, by a known ending or by their sign",
    arguments: [
      ("chat at 988lifeline.org.", ["988lifeline.org"]), ("(See https://A.b.co/x?y=1)", ["a.b.co"]),
      ("www.example.foo, now", ["example.foo"]), ("help@example.foo!", ["help@example.foo"]),
      ("HTTPS://WWW.Example.ORG/", ["example.org"]), ("[x](https://x.de)", ["x.de"]),
      ("example.com/988", ["example.com"]), ("a.uk b.ie", ["a.uk", "b.ie"]),
      ("todavía.Es tarde", []), ("ok.And then", []), ("e.g. this", []), ("z.B. das", []),
      ("3.5 and 1.800", []), ("@handle", []), ("...", []), ("www.", []), ("a..com", []), ("", []),
    ] as [(String, [String])])
  func found(text: String, keys: [String]) {
    #expect(WebAddress.addresses(in: text.unicodeScalars).map(\.key) == keys)
  }

  @Test("the range holds the address and nothing more")
  func range() {
    let text = Array("é (https://a.org/b)… x".unicodeScalars)
    let ranges = WebAddress.addresses(in: text).map(\.range)
    #expect(ranges == [3..<18])
  }
}
