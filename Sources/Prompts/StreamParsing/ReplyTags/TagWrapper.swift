/// The decoration around a tag: bold, code marks, further brackets, or a code fence.
///
/// Models decorate tags although prompts tell them not to. Decoration belongs to the tag if it is present on both
/// sides; an opening alone belongs to the text.
struct TagWrapper: Sendable, Hashable {
  /// The maximum number of marks in one wrapper.
  static let maximumMarks = 6

  private static let fence = [UInt8](repeating: UInt8(ascii: "`"), count: 3)

  /// The opening as the model wrote it.
  var opening: [UInt8] = []
  /// Whether it is a code fence, which closes on a line of its own.
  var isFence = false

  var isEmpty: Bool { opening.isEmpty }

  /// Matches the closing marks; those of a fence may follow whitespace. The match is the index after them.
  func closing(in bytes: [UInt8], at place: Int) -> TagMatch<Int> {
    guard isFence else { return bytes.match(opening.reversed().map(\.mirrored), at: place) }
    let end = bytes.skippingBlanks(from: place, atMost: PayloadLead.maximumBlanks)
    return bytes.match(Self.fence, at: end)
  }

  /// Matches the start of a code fence: three backticks, a language, the line end. The match is the index after it
  /// and any whitespace that follows.
  static func fenceStart(in bytes: [UInt8], at place: Int, needsLineEnd: Bool) -> TagMatch<Int> {
    guard case .found(let afterTicks) = bytes.match(fence, at: place) else {
      return bytes.match(fence, at: place)
    }
    let afterLanguage = bytes.skipping(from: afterTicks, atMost: 16) { $0.isLetterOrDigit }
    let end = bytes.skippingBlanks(from: afterLanguage, atMost: PayloadLead.maximumBlanks)
    guard end < bytes.count else { return .unfinished }
    guard !needsLineEnd || bytes[afterLanguage..<end].contains(0x0a) else { return .none }
    return .found(end)
  }
}
