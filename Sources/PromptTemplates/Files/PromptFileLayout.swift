import SourceFiles

/// Where a `.prompt` file's front matter and template lie.
struct PromptFileLayout {
  /// The YAML between the fences; nil when the file has none.
  var frontMatter: Range<Int>?
  /// The template.
  var body: Range<Int>

  /// Finds the fences. The first line is `---`, perhaps after comment lines that start with `#`.
  init(of file: SourceFile) throws(SourceError) {
    let bytes = file.bytes
    let lines = Self.lines(of: bytes)
    var opening = lines.next()
    while let line = opening, bytes[line].first == UInt8(ascii: "#") { opening = lines.next() }
    guard let opening, Self.isFence(bytes[opening]) else {
      frontMatter = nil
      body = 0..<bytes.count
      return
    }
    while let line = lines.next() {
      guard Self.isFence(bytes[line]) else { continue }
      frontMatter = opening.upperBound..<line.lowerBound
      body = line.upperBound..<bytes.count
      return
    }
    throw SourceError(
      Diagnostic(
        "prompt.front-matter", "the front matter that begins here has no end",
        in: file, at: opening.lowerBound, hint: "close it with a line '---'"))
  }

  /// The front matter as a file of its own, with the same line numbers.
  func frontMatterFile(of file: SourceFile) -> SourceFile? {
    guard let frontMatter else { return nil }
    let above = file.bytes[..<frontMatter.lowerBound].count { $0 == UInt8(ascii: "\n") }
    let padding = [UInt8](repeating: UInt8(ascii: "\n"), count: above)
    return SourceFile(path: file.path, bytes: padding + file.bytes[frontMatter])
  }

  private static func isFence(_ line: ArraySlice<UInt8>) -> Bool {
    let isBlank: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 || $0 == 0x0d || $0 == 0x0a }
    return line.starts(with: "---".utf8) && line.dropFirst(3).allSatisfy(isBlank)
  }

  /// The ranges of the lines, line endings included.
  private static func lines(of bytes: [UInt8]) -> AnyIterator<Range<Int>> {
    var start = 0
    return AnyIterator {
      guard start < bytes.count else { return nil }
      let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? bytes.count
      defer { start = end }
      return start..<end
    }
  }
}
