extension UInt8 {
  /// A space or a tab.
  var isSpace: Bool { self == 0x20 || self == 0x09 }

  /// A space, a tab or a line break.
  var isBlank: Bool { isSpace || self == 0x0a || self == 0x0d }

  var isLetterOrDigit: Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20)
      || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self)
  }

  /// Whether the byte can be part of a wrapper: emphasis, code marks or further brackets.
  var isTagMark: Bool {
    self == UInt8(ascii: "*") || self == UInt8(ascii: "_") || self == UInt8(ascii: "`")
      || self == UInt8(ascii: "[")
  }

  /// Whether a tag or its wrapper can start with this byte.
  var canOpenTag: Bool { isTagMark || self == UInt8(ascii: "\\") }

  /// The byte that closes what this one opens.
  var mirrored: UInt8 { self == UInt8(ascii: "[") ? UInt8(ascii: "]") : self }
}

extension UnsafeBufferPointer<UInt8> {
  /// Returns the index of the first byte that can open a tag, or the end.
  fileprivate func nextTagOpener(from place: Int) -> Int {
    var place = place
    // One comparison rules out almost every byte of a text: all openers but one lie between `[` and the backtick.
    while place < count {
      let byte = self[place]
      if (byte &- 0x5b <= 5 && byte != 0x5d && byte != 0x5e) || byte == 0x2a { return place }
      place += 1
    }
    return place
  }
}

extension String {
  /// Whether no byte can open a tag.
  var opensNoTag: Bool {
    utf8.withContiguousStorageIfAvailable { $0.nextTagOpener(from: 0) == $0.count }
      ?? !utf8.contains(where: \.canOpenTag)
  }
}

extension [UInt8] {
  /// Returns the index of the first byte that can open a tag, or the end.
  func nextTagOpener(from place: Int) -> Int {
    withUnsafeBufferPointer { $0.nextTagOpener(from: place) }
  }

  /// Returns the index after the spaces and tabs at `place`.
  func skippingSpaces(from place: Int, atMost limit: Int = .max) -> Int {
    skipping(from: place, atMost: limit) { $0.isSpace }
  }

  /// Returns the index after the spaces, tabs and line breaks at `place`.
  func skippingBlanks(from place: Int, atMost limit: Int = .max) -> Int {
    skipping(from: place, atMost: limit) { $0.isBlank }
  }

  func skipping(from place: Int, atMost limit: Int, while matches: (UInt8) -> Bool) -> Int {
    var end = place
    while end < count, end - place < limit, matches(self[end]) { end += 1 }
    return end
  }

  /// The number of bytes at the end that start an incomplete UTF-8 character.
  var unfinishedCharacterBytes: Int {
    for back in 1...3 where back <= count {
      let byte = self[count - back]
      if byte & 0b1100_0000 == 0b1000_0000 { continue }
      let length =
        switch byte {
        case 0xc2...0xdf: 2
        case 0xe0...0xef: 3
        case 0xf0...0xf4: 4
        default: 1
        }
      return back < length ? back : 0
    }
    return 0
  }
}

extension String {
  private static let whitespace: Set<Unicode.Scalar> = [" ", "\n", "\r", "\t"]

  var withoutLeadingWhitespace: String {
    String(unicodeScalars.drop { Self.whitespace.contains($0) })
  }

  var trimmingWhitespace: String {
    let scalars = unicodeScalars.drop { Self.whitespace.contains($0) }
    let end = scalars.lastIndex { !Self.whitespace.contains($0) }
    return end.map { String(scalars[...$0]) } ?? ""
  }
}
