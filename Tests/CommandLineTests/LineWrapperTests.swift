@testable import coachkit
@testable import CommandLineSupport
import Testing

@Suite("Text is broken between words while it streams")
struct LineWrapperTests {
  private func wrap(_ pieces: [String]) -> String {
    var wrapper = LineWrapper(width: 30, indentation: 4)
    return pieces.map { wrapper.feed($0) }.joined() + wrapper.flush()
  }

  @Test("however the text arrives, the lines are the same")
  func splits() {
    let text = "one two three four five six seven eight\n\nnine  ten averyveryverylongwordthatfits"
    let whole = wrap([text])
    #expect(
      whole == """
        one two three four five
            six seven eight
            
            nine  ten
            averyveryverylongwordthatfits
        """)
    #expect(wrap(text.map(String.init)) == whole)
  }

  @Test("a word is shown as soon as it is whole")
  func promptness() {
    var wrapper = LineWrapper(width: 30, indentation: 0)
    #expect(wrapper.feed("hel") == "")
    #expect(wrapper.feed("lo wor") == "hello")
    #expect(wrapper.flush() == " wor")
  }
}
