import Documents
import StreamParsing

/// The value received so far from a streamed reply; it stays as it is once the reply is no longer valid JSON.
struct PartialValue {
  private var parser = PartialJSONParser()
  private var isBroken = false
  private var last: JSONValue?

  /// Adds text, and returns the value if it changed.
  mutating func feed(_ text: String) -> JSONValue? {
    guard !isBroken else { return nil }
    do throws(JSONSyntaxError) { try parser.feed(text.utf8) } catch { isBroken = true }
    guard let value = parser.value, value != last else { return nil }
    last = value
    return value
  }
}
