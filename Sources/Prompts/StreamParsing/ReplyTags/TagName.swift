import CoachModel

/// A declared tag in the form that the parser searches for.
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

  /// Matches the name in any letter case. An underscore may be escaped as in Markdown, or be a hyphen or a space. The
  /// match is the index after the name.
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
