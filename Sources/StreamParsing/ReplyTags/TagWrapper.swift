/// What a tag is set in: bold, code marks, further brackets, or a code fence.
///
/// Models decorate tags although prompts tell them not to. What is set around a tag belongs to it when it is
/// there on both sides; an opening alone belongs to the text.
struct TagWrapper: Sendable, Hashable {
  /// The most marks that are taken for one wrapper.
  static let maximumMarks = 6

  private static let fence = [UInt8](repeating: UInt8(ascii: "`"), count: 3)

  /// The opening as it was written.
  var opening: [UInt8] = []
  /// Whether it is a code fence, which closes on a line of its own.
  var isFence = false

  var isEmpty: Bool { opening.isEmpty }

  /// Whether the closing stands at a place, a fence's after blanks; found is the place after it.
  func closing(in bytes: [UInt8], at place: Int) -> TagMatch<Int> {
    guard isFence else { return bytes.match(opening.reversed().map(\.mirrored), at: place) }
    let end = bytes.skippingBlanks(from: place, atMost: PayloadLead.maximumBlanks)
    return bytes.match(Self.fence, at: end)
  }

  /// The beginning of a code fence: three backticks, a language, the line's end. Found is the place after it
  /// and after the blanks that follow.
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
