@testable import coachkit
@testable import CommandLineSupport
import Testing

@Suite("Line wrapping of streamed text")
struct LineWrapperTests {
  private func wrap(_ pieces: [String]) -> String {
    var wrapper = LineWrapper(width: 30, indentation: 4)
    return pieces.map { wrapper.feed($0) }.joined() + wrapper.flush()
  }

  @Test("the lines do not depend on how the text arrives")
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

  @Test("a word is printed as soon as it is complete")
  func promptness() {
    var wrapper = LineWrapper(width: 30, indentation: 0)
    #expect(wrapper.feed("hel") == "")
    #expect(wrapper.feed("lo wor") == "hello")
    #expect(wrapper.flush() == " wor")
  }
}
