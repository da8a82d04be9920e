import JSON
import StreamParsing

/// The value that a streaming reply will be, as far as it goes; nothing more once it stops being JSON.
struct PartialValue {
  private var parser = PartialJSONParser()
  private var isBroken = false
  private var last: JSONValue?

  /// The value with more of the text, when that changes it.
  mutating func feed(_ text: String) -> JSONValue? {
    guard !isBroken else { return nil }
    do throws(JSONSyntaxError) { try parser.feed(text.utf8) } catch { isBroken = true }
    guard let value = parser.value, value != last else { return nil }
    last = value
    return value
  }
}
