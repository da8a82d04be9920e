import CoachModel

/// A declared tag as the parser looks for it.
struct TagName: Sendable, Hashable {
  var name: String
  var isSignal: Bool
  var expectsPayload: Bool
  private let letters: [UInt8]

  init(_ declaration: ReplyTagDeclaration) {
    name = declaration.name
    isSignal = declaration.form == .signal
    expectsPayload = declaration.expectsPayload
    letters = Array(declaration.name.utf8)
  }

  /// Whether the name stands at a place, in any letter case; an underscore may be escaped as Markdown does,
  /// or be a hyphen or a space. Found is the place after it.
  func match(in bytes: [UInt8], at place: Int) -> TagMatch<Int> {
    var place = place
    for letter in letters {
      guard place < bytes.count else { return .unfinished }
      var byte = bytes[place]
      if letter == UInt8(ascii: "_") {
        if byte == UInt8(ascii: "\\") {
          place += 1
          guard place < bytes.count else { return .unfinished }
          byte = bytes[place]
          guard byte == letter else { return .none }
        }
        guard byte == letter || byte == UInt8(ascii: "-") || byte == UInt8(ascii: " ") else {
          return .none
        }
      } else {
        let isLetter = letter >= UInt8(ascii: "A")
        guard byte == letter || isLetter && byte == letter | 0x20 else { return .none }
      }
      place += 1
    }
    return .found(place)
  }
}
