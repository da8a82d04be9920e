import Testing
@testable import TextAnalysis

@Suite("Web and email addresses")
struct WebAddressTests {
  @Test(
    "by scheme, by www, by a known ending or by the @ sign",
    arguments: [
      ("chat at 988lifeline.org.", ["988lifeline.org"]), ("(See https://A.b.co/x?y=1)", ["a.b.co"]),
      ("www.example.foo, now", ["example.foo"]), ("help@example.foo!", ["help@example.foo"]),
      ("HTTPS://WWW.Example.ORG/", ["example.org"]), ("[x](https://x.de)", ["x.de"]),
      ("example.com/988", ["example.com"]), ("a.uk b.ie", ["a.uk", "b.ie"]),
      ("todavía.Es tarde", []), ("ok.And then", []), ("e.g. this", []), ("z.B. das", []),
      ("see t.me or bit.ly/x.", ["t.me", "bit.ly"]), ("Example.coach", ["example.coach"]),
      ("example.com:8080/x", ["example.com"]), ("example.org: see", ["example.org"]),
      ("example.foo/x", ["example.foo"]), ("and/or, a.m./p.m., 1.5/km2", []),
      ("3.5 and 1.800", []), ("@handle", []), ("...", []), ("www.", []), ("a..com", []), ("", []),
    ] as [(String, [String])])
  func found(text: String, keys: [String]) {
    #expect(WebAddress.addresses(in: text.unicodeScalars).map(\.key) == keys)
  }

  @Test("the range contains exactly the address")
  func range() {
    let text = Array("é (https://a.org/b)… x".unicodeScalars)
    let ranges = WebAddress.addresses(in: text).map(\.range)
    #expect(ranges == [3..<18])
  }

  @Test(
    "non-ASCII letters belong to the word and the path, except in scripts without spaces",
    arguments: [
      ("josé@acme.com", "josé@acme.com"), ("bücher.shop", "bücher.shop"),
      ("to acme.com/größe-neu!", "acme.com/größe-neu"), ("看acme.com，", "acme.com"),
      ("看acme.com/看", "acme.com/"),
    ])
  func letters(text: String, address: String) {
    let scalars = Array(text.unicodeScalars)
    let ranges = WebAddress.addresses(in: scalars).map(\.range)
    #expect(ranges.map { String(String.UnicodeScalarView(scalars[$0])) } == [address])
  }
}
