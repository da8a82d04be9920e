import CoachModel
import SourceFiles

extension AnonymousPerson {
  /// The title without what was found.
  ///
  /// One that is the beginning of a message is made again of the new message: what was cut in it could not be
  /// found. Of any other, a remainder at its end goes.
  mutating func title(of transcript: Transcript, now messages: [Message]) -> String? {
    let opened = zip(transcript.messages, messages).first { old, _ in
      TranscriptTitle.isOpening(transcript.title, of: old.text)
    }
    guard let opened else { return shortText(transcript.title) ?? Transcript.title(of: messages) }
    return TranscriptTitle.opening(of: opened.1.text)
  }

  /// A text that may have been cut, without what was found and without a remainder of it at the end; nil
  /// when nothing else is in it.
  mutating func shortText(_ text: String) -> String? {
    guard let remainder = CutRemainder.find(in: text) ?? knownRemainder(in: text) else {
      return replaced(text)
    }
    let bytes = Array(text.utf8)
    let rest = String(decoding: bytes[..<remainder.range.lowerBound], as: UTF8.self)
      .trimmingWhitespace
    let cut = String(decoding: bytes[remainder.range], as: UTF8.self)
    note(remainder.kind, cut, "…")
    return rest.isEmpty ? nil : replaced(rest) + "…"
  }

  /// The beginning of something that was found in these chats, at the end of a text. Where no sign says that
  /// the text was cut it must have a digit or an `@`: most words are the beginning of others.
  private func knownRemainder(in text: String) -> PersonalDatum? {
    let stem = CutRemainder.stem(of: text)
    let end = (stem ?? text).utf8.count
    let bytes = Array((stem ?? text).lowercased().utf8)
    // In some languages small letters have other lengths.
    guard bytes.count == end else { return nil }
    var best: PersonalDatum?
    for (kind, original) in starts(ofNames: stem != nil) where !isKept(original) {
      let whole = Array(original.utf8)
      var length = min(whole.count - 1, end)
      while length > 2 {
        let start = end - length
        let isAlone = start == 0 || !bytes[start - 1].isWordByte
        if isAlone, bytes[start...].elementsEqual(whole[..<length]),
          stem != nil || whole[..<length].contains(where: { $0.isDigit || $0 == UInt8(ascii: "@") })
        {
          if start < best?.range.lowerBound ?? .max {
            best = PersonalDatum(kind: kind, range: start..<end)
          }
          break
        }
        length -= 1
      }
    }
    return best
  }
}
