/// What the bytes that are there say about something that may stand at a place.
enum TagMatch<Found> {
  /// It stands there.
  case found(Found)
  /// It does not.
  case none
  /// More bytes decide.
  case unfinished
}

extension [UInt8] {
  /// Whether a text stands at a place; the found value is the place after it.
  func match(_ text: [UInt8], at place: Int) -> TagMatch<Int> {
    for (offset, byte) in text.enumerated() {
      guard place + offset < count else { return .unfinished }
      guard self[place + offset] == byte else { return .none }
    }
    return .found(place + text.count)
  }
}
