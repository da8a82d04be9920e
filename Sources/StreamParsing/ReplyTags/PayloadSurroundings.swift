/// Reads what may stand between a signal and its payload: blanks, one colon, the opening of a code
/// fence with its language. Byte by byte, so that a long wait for a payload costs its length only.
struct PayloadPreamble: Sendable {
  enum Verdict: Sendable, Hashable {
    /// A payload may still come.
    case unfinished
    /// The byte is the payload's opening brace.
    case payload(isFenced: Bool)
    /// No payload comes: what was read is text.
    case none
  }

  private enum State {
    case blanks(hasColon: Bool)
    case ticks(Int)
    case language
    case afterLanguage
  }

  /// A payload that has not begun by then does not come.
  private static let limit = 256

  private var state = State.blanks(hasColon: false)
  private var count = 0

  mutating func consume(_ byte: UInt8) -> Verdict {
    count += 1
    guard count <= Self.limit else { return .none }
    switch state {
    case .blanks(let hasColon):
      if byte.isBlank { return .unfinished }
      if byte == UInt8(ascii: "{") { return .payload(isFenced: false) }
      if byte == UInt8(ascii: ":"), !hasColon { return enter(.blanks(hasColon: true)) }
      return byte == UInt8(ascii: "`") ? enter(.ticks(1)) : .none
    case .ticks(let ticks):
      if byte == UInt8(ascii: "`") { return ticks < 3 ? enter(.ticks(ticks + 1)) : .none }
      guard ticks == 3 else { return .none }
      return afterTicks(byte)
    case .language: return afterTicks(byte)
    case .afterLanguage:
      if byte.isBlank { return .unfinished }
      return byte == UInt8(ascii: "{") ? .payload(isFenced: true) : .none
    }
  }

  private mutating func afterTicks(_ byte: UInt8) -> Verdict {
    if byte == UInt8(ascii: "{") { return .payload(isFenced: true) }
    if byte.isBlank { return enter(.afterLanguage) }
    return byte.isLetterOrDigit ? enter(.language) : .none
  }

  private mutating func enter(_ state: State) -> Verdict {
    self.state = state
    return .unfinished
  }
}

/// Reads the end of a code fence after a payload: blanks and three backticks.
struct FenceEnd: Sendable {
  enum Verdict: Sendable, Hashable {
    case unfinished
    case whole
    /// What was read is text.
    case none
  }

  private static let limit = 256

  private var ticks = 0
  private var count = 0

  mutating func consume(_ byte: UInt8) -> Verdict {
    count += 1
    guard count <= Self.limit else { return .none }
    if byte == UInt8(ascii: "`") {
      ticks += 1
      return ticks == 3 ? .whole : .unfinished
    }
    return byte.isBlank && ticks == 0 ? .unfinished : .none
  }
}

extension UInt8 {
  fileprivate var isBlank: Bool { self == 0x20 || self == 0x0a || self == 0x0d || self == 0x09 }

  fileprivate var isLetterOrDigit: Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20)
      || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self)
  }
}
