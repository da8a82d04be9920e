extension StringProtocol {
  /// The text as one word of a POSIX shell: unchanged if it needs no quotation marks, otherwise in single ones.
  ///
  /// An apostrophe ends such a quotation, so that it is written outside of it.
  package var shellQuoted: String {
    let isPlain = utf8.allSatisfy { byte in
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        || "-_./:=@+,%".utf8.contains(byte)
    }
    guard !isPlain || isEmpty, self != "…" else { return String(self) }
    return "'\(split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''"))'"
  }
}
