import SourceFiles

/// The tokens of a byte-pair vocabulary with their ranks, in a hash table that is searched without copying bytes.
struct RankTable: Sendable {
  private var bytes: [UInt8] = []
  /// For each token, its range in ``bytes`` and its rank.
  private var tokens: [(start: Int32, end: Int32, rank: Int32)] = []
  /// Indices into ``tokens``, by hash; -1 for an empty slot.
  private var slots: [Int32] = []

  /// The length of the longest token in bytes.
  private(set) var longest = 0

  /// Reads a file of lines `base64(bytes) rank`. Throws ``SourceError`` at the first other line, or if there are
  /// fewer than 256 tokens.
  init(_ file: SourceFile) throws(SourceError) {
    var at = 0
    let content = file.bytes
    while at < content.count {
      let end = content[at...].firstIndex(of: UInt8(ascii: "\n")) ?? content.count
      let line =
        content[at..<end].last == UInt8(ascii: "\r") ? content[at..<(end - 1)] : content[at..<end]
      if !line.isEmpty, !add(line) {
        throw SourceError(
          Diagnostic(
            "tokens.rank-file", "this is not a token and rank", in: file, at: at,
            hint: "each line is base64 of the token's bytes, a space, and its rank"))
      }
      at = end + 1
    }
    guard tokens.count >= 256 else {
      throw SourceError(
        Diagnostic(
          "tokens.rank-file", "there are \(tokens.count) tokens in \(file.path), fewer than bytes",
          hint: "give a complete rank file, such as o200k_base.tiktoken"))
    }
    index()
  }

  private mutating func add(_ line: ArraySlice<UInt8>) -> Bool {
    guard let blank = line.firstIndex(of: 0x20),
      let rank = Int32(String(decoding: line[(blank + 1)...], as: UTF8.self))
    else { return false }
    let start = bytes.count
    var bits: UInt32 = 0
    var count = 0
    for byte in line[..<blank] where byte != UInt8(ascii: "=") {
      guard let value = Self.base64(byte) else { return false }
      bits = bits << 6 | UInt32(value)
      count += 6
      if count >= 8 {
        count -= 8
        bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
      }
    }
    guard bytes.count > start else { return false }
    tokens.append((Int32(start), Int32(bytes.count), rank))
    longest = max(longest, bytes.count - start)
    return true
  }

  private static func base64(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte - UInt8(ascii: "A")
    case UInt8(ascii: "a")...UInt8(ascii: "z"): byte - UInt8(ascii: "a") + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0") + 52
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }

  private mutating func index() {
    var size = 1
    while size < tokens.count * 2 { size *= 2 }
    slots = [Int32](repeating: -1, count: size)
    for (number, token) in tokens.enumerated() {
      var slot = Self.hash(bytes[Int(token.start)..<Int(token.end)]) & (size - 1)
      while slots[slot] >= 0 { slot = (slot + 1) & (size - 1) }
      slots[slot] = Int32(number)
    }
  }

  /// FNV-1a, which suits short keys; there is no adversary who chooses them.
  private static func hash(_ key: ArraySlice<UInt8>) -> Int {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in key { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    return Int(truncatingIfNeeded: (hash ^ (hash >> 32)) & 0x7fff_ffff)
  }

  /// Returns the rank of a token; nil if the bytes are not a token.
  func rank(of key: ArraySlice<UInt8>) -> Int32? {
    guard key.count <= longest else { return nil }
    var slot = Self.hash(key) & (slots.count - 1)
    while slots[slot] >= 0 {
      let token = tokens[Int(slots[slot])]
      if Int(token.end - token.start) == key.count,
        bytes[Int(token.start)..<Int(token.end)].elementsEqual(key)
      {
        return token.rank
      }
      slot = (slot + 1) & (slots.count - 1)
    }
    return nil
  }
}
