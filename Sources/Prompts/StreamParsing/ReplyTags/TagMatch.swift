/// The result of matching something at an index of bytes that may be incomplete.
enum TagMatch<Found> {
  case found(Found)
  case none
  /// More bytes are needed to decide.
  case unfinished
}

extension [UInt8] {
  /// Matches a text at an index; the match is the index after it.
  func match(_ text: [UInt8], at place: Int) -> TagMatch<Int> {
    for (offset, byte) in text.enumerated() {
      guard place + offset < count else { return .unfinished }
      guard self[place + offset] == byte else { return .none }
    }
    return .found(place + text.count)
  }
}
