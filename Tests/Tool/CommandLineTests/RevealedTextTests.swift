import CommandLineSupport
import Documents
import Foundation
import Testing

@Suite("Invisible characters are shown")
struct RevealedTextTests {
  @Test(
    "in text",
    arguments: [
      ("a\u{2800}b", "a<U+2800>b"), ("a\u{FFF9}b", "a<U+FFF9>b"), ("a\u{E001}b", "a<U+E001>b"),
      ("a\u{13430}b", "a<U+13430>b"),
      ("a\u{AD}b", "a<U+00AD>b"), ("\u{1B}[31m", "<U+001B>[31m"), ("\u{202E}x", "<U+202E>x"),
      ("\u{E0041}", "<U+E0041>"), ("a\u{3164}", "a<U+3164>"), ("a\tb\nc", "a\tb\nc"),
      ("👩🏽‍💻 ❤️", "👩🏽‍💻 ❤️"), ("a\u{200D}b", "a<U+200D>b"), ("1\u{FE0F}", "1<U+FE0F>"),
      ("é漢", "é漢"), ("\u{9B}1m", "<U+009B>1m"),
    ])
  func revealed(text: String, shown: String) {
    #expect(text.revealed == shown)
  }

  @Test("in JSON, as escapes that read back as the same text")
  func json() throws {
    let value: JSONValue = ["a\u{AD}": "\u{9B}\u{7F}\u{202E}\u{E0041}\u{2028}é"]
    let text = value.printed()
    #expect(text == #"{"a\u00ad":"\u009b\u007f\u202e\udb40\udc41\u2028é"}"#)
    #expect(try JSONValue(parsing: text) == value)
  }

  @Test("render shows a soft hyphen in a prompt")
  func render() throws {
    try Tool.inFolder { folder in
      let file = URL(filePath: folder).appending(path: "p.v1.prompt")
      try Data("{{role \"system\"}}Hel\u{AD}lo.".utf8).write(to: file)
      for (flags, shown) in [([], "Hel<U+00AD>lo."), (["--messages"], #"Hel\u00adlo."#)] {
        let result = try Tool.run(["render", "p", "--prompts", folder] + flags)
        #expect(result.output.contains(shown), "\(result.output) \(result.errors)")
      }
    }
  }
}
