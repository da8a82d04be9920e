import SourceFiles

/// The ranges of the front matter and the template in a `.prompt` file.
struct PromptFileLayout {
  /// The YAML between the fences; nil if the file has none.
  var frontMatter: Range<Int>?
  /// The template. After front matter, leading and trailing whitespace is excluded, as in dotprompt's other runtimes;
  /// a file without front matter is a template in full.
  var body: Range<Int>

  /// Finds the fences. The opening fence `---` must be the first line apart from empty lines and comment lines that
  /// start with `#`.
  init(of file: SourceFile) throws(SourceError) {
    let bytes = file.bytes
    let lines = Self.lines(of: bytes)
    var opening = lines.next()
    while let line = opening,
      bytes[line].first == UInt8(ascii: "#") || bytes[line].allSatisfy(\.isASCIIBlank)
    {
      opening = lines.next()
    }
    guard let opening, Self.isFence(bytes[opening]) else {
      if let opening, Self.isAlmostFence(bytes[opening]) {
        throw SourceError(
          Diagnostic(
            "prompt.fence",
            "this line is almost a '---', so what follows would be part of the prompt",
            in: file, at: opening.lowerBound,
            hint:
              "write three hyphens and nothing else; a prompt that is to begin with this line needs front matter above it"
          ))
      }
      frontMatter = nil
      body = 0..<bytes.count
      return
    }
    while let line = lines.next() {
      guard Self.isFence(bytes[line]) else { continue }
      frontMatter = opening.upperBound..<line.lowerBound
      let words = bytes[line.upperBound...]
      let start = words.firstIndex { !$0.isASCIIBlank } ?? bytes.count
      let end = words.lastIndex { !$0.isASCIIBlank }.map { $0 + 1 } ?? start
      body = start..<end
      return
    }
    throw SourceError(
      Diagnostic(
        "prompt.front-matter", "the front matter that begins here has no end",
        in: file, at: opening.lowerBound, hint: "close it with a line '---'"))
  }

  /// Returns the front matter as a file of its own with the same line numbers; nil if it is missing or empty.
  func frontMatterFile(of file: SourceFile) -> SourceFile? {
    guard let frontMatter, !file.bytes[frontMatter].allSatisfy(\.isASCIIBlank) else { return nil }
    let above = file.bytes[..<frontMatter.lowerBound].count { $0 == UInt8(ascii: "\n") }
    let padding = [UInt8](repeating: UInt8(ascii: "\n"), count: above)
    return SourceFile(path: file.path, bytes: padding + file.bytes[frontMatter])
  }

  private static func isFence(_ line: ArraySlice<UInt8>) -> Bool {
    return line.starts(with: "---".utf8) && line.dropFirst(3).allSatisfy(\.isASCIIBlank)
  }

  /// Returns whether a line is what becomes of a fence by a slip, an editor or a word processor: too few or too many
  /// hyphens, dashes, or blanks around them.
  private static func isAlmostFence(_ line: ArraySlice<UInt8>) -> Bool {
    let text = String(decoding: line, as: UTF8.self).unicodeScalars
    var width = 0
    for scalar in text where !scalar.properties.isWhitespace {
      // What is not a dash may be invisible, such as a zero-width space, but not a bullet or a word.
      if scalar.properties.generalCategory == .dashPunctuation || scalar == "\u{2212}" {
        width += scalar == "-" ? 1 : 2
      } else if !scalar.properties.isDefaultIgnorableCodePoint {
        return false
      }
    }
    return width >= 2
  }

  /// Returns the ranges of the lines, including their line endings.
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
