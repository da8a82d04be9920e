@testable import CoachModel
import Documents
import Testing

@Suite("Links that reach a service with a tap")
struct ContactLinkTests {
  @Test(
    "numbers, short codes and addresses in the forms of RFC 3966 and RFC 5724 can be opened",
    arguments: [
      (.call, "tel:988"), (.call, "tel:08001111"), (.call, "tel:+18007997233"),
      (.call, "tel:024"), (.text, "sms:988"), (.text, "sms:741741?body=HOME"),
      (.text, "sms:+18004224453"), (.text, "sms:50808?body=HELLO%20THERE"),
      (.chat, "https://988lifeline.org"), (.web, "https://www.example.org/help?id=1"),
      (.chat, "https://wa.me/34600000016"),
    ] as [(ContactLink.Kind, String)])
  func good(kind: ContactLink.Kind, url: String) {
    #expect(ContactLink(kind: kind, url: url).problem == nil)
  }

  @Test(
    "what a phone would not open, or would open as something else, is a problem",
    arguments: [
      (.call, "988"), (.call, "tel:"), (.call, "tel:1-800-799-7233"), (.call, "tel:+1"),
      (.call, "tel:+0441234567"), (.call, "tel:+1234567890123456"), (.call, "sms:988"),
      (.call, "tel:988;phone-context=+1"), (.call, "tel:98８"), (.text, "tel:988"),
      (.text, "sms:741741?HOME"), (.text, "sms:741741?body="), (.text, "sms:741741?body=A B"),
      (.text, "sms:741741?body=A&subject=B"), (.text, "sms:?body=HOME"),
      (.web, "http://example.org"), (.web, "example.org"), (.web, "https://example"),
      (.web, "https://.org"), (.chat, "javascript:alert(1)"), (.web, "https://exam ple.org"),
    ] as [(ContactLink.Kind, String)])
  func bad(kind: ContactLink.Kind, url: String) {
    #expect(ContactLink(kind: kind, url: url).problem != nil)
  }

  @Test("the number of a link is what is dialled or written to")
  func number() {
    #expect(ContactLink(kind: .call, url: "tel:+18007997233").number == "18007997233")
    #expect(ContactLink(kind: .text, url: "sms:741741?body=HOME2").number == "741741")
    #expect(ContactLink(kind: .chat, url: "https://wa.me/34600000016").number == nil)
  }

  @Test("a resource of an older server, without links, can still be read")
  func older() throws {
    let json: JSONValue = [
      "name": "988", "contact": "call 988", "note": "day and night", "kinds": ["suicide"],
    ]
    let document = JSONDocumentForm(CrisisResource.members)
    let old = try document.read(json)
    #expect(old.links.isEmpty)
    let new = CrisisResource(
      name: "988", contact: "call 988", note: "", kinds: [.suicide],
      links: [ContactLink(kind: .call, label: "option 1", url: "tel:988")])
    #expect(try document.read(document.json(new)) == new)
  }
}
