/// Finds text in the form of a tag; callers decide which of these tags the prompt declares.
package enum UndeclaredTags {
  private static let shortest = 3

  /// Returns the names in `[NAME]`, `[NAME: …]` and `[/NAME]`, in the order of the text.
  ///
  /// A name has at least three capital letters, digits and underscores and starts with a letter, so that "[1]", "[a
  /// link](…)" and "[OK]" do not count.
  package static func names(in text: String) -> [String] {
    let bytes = Array(text.utf8)
    var names: [String] = []
    for (at, byte) in bytes.enumerated() where byte == UInt8(ascii: "[") {
      var rest = bytes[(at + 1)...]
      if rest.first == UInt8(ascii: "/") { rest = rest.dropFirst() }
      let name = rest.prefix { isCapital($0) || isDigit($0) || $0 == UInt8(ascii: "_") }
      guard let first = name.first, isCapital(first), name.count >= shortest,
        let end = rest.dropFirst(name.count).first,
        end == UInt8(ascii: "]") || end == UInt8(ascii: ":")
      else { continue }
      names.append(String(decoding: name, as: UTF8.self))
    }
    return names
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  private static func isCapital(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
  }
}
