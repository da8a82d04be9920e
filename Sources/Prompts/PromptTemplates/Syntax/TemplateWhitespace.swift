/// Removes the whitespace that tags strip: next to a `~`, and the rest of the line of a tag that is alone on it
/// (blocks, comments and partials, as in Handlebars).
enum TemplateWhitespace {
  static func removeBlanks(_ tokens: [TemplateToken]) -> [TemplateToken] {
    var result = tokens
    for (position, token) in tokens.enumerated() {
      guard case .tag(var tag) = token else { continue }
      if tag.kind != .output, standsAlone(at: position, in: tokens) {
        // A `~` strips the whitespace before the tag, which includes the indentation.
        if !tag.stripsBefore { tag.indentation = indentation(before: position, in: tokens) }
        result[position] = .tag(tag)
        removeLine(around: position, in: &result)
      }
      if tag.stripsBefore { edit(position - 1, in: &result, change: stripEnd) }
      if tag.stripsAfter { edit(position + 1, in: &result, change: stripStart) }
    }
    return result
  }

  private static func standsAlone(at position: Int, in tokens: [TemplateToken]) -> Bool {
    if position > 0 {
      guard case .text(let before) = tokens[position - 1] else { return false }
      let line = before.bytes.reversed().drop(while: isBlank)
      guard line.first == newline || (line.isEmpty && position == 1) else { return false }
    }
    if position + 1 < tokens.count {
      guard case .text(let after) = tokens[position + 1] else { return false }
      let line = after.bytes.drop { isBlank($0) || $0 == carriageReturn }
      guard line.first == newline || (line.isEmpty && position + 2 == tokens.count) else {
        return false
      }
    }
    return true
  }

  private static func indentation(before position: Int, in tokens: [TemplateToken]) -> String {
    guard position > 0, case .text(let before) = tokens[position - 1] else { return "" }
    let whitespace = before.bytes.reversed().prefix(while: isBlank).reversed()
    return String(decoding: Array(whitespace), as: UTF8.self)
  }

  private static func removeLine(around position: Int, in tokens: inout [TemplateToken]) {
    edit(position - 1, in: &tokens) { text in
      let whitespaceCount = text.bytes.reversed().prefix(while: isBlank).count
      text.kept =
        text.kept
        .lowerBound..<max(
          text.kept.lowerBound, min(text.kept.upperBound, text.bytes.endIndex - whitespaceCount))
    }
    edit(position + 1, in: &tokens) { text in
      let whitespaceCount = text.bytes.prefix { isBlank($0) || $0 == carriageReturn }.count
      let hasNewline = text.bytes.dropFirst(whitespaceCount).first == newline
      let start = text.bytes.startIndex + whitespaceCount + (hasNewline ? 1 : 0)
      text.kept = min(max(text.kept.lowerBound, start), text.kept.upperBound)..<text.kept.upperBound
    }
  }

  private static func stripEnd(_ text: inout TemplateToken.Text) {
    var end = text.kept.upperBound
    while end > text.kept.lowerBound, isSpace(text.bytes[end - 1]) { end -= 1 }
    text.kept = text.kept.lowerBound..<end
  }

  private static func stripStart(_ text: inout TemplateToken.Text) {
    var start = text.kept.lowerBound
    while start < text.kept.upperBound, isSpace(text.bytes[start]) { start += 1 }
    text.kept = start..<text.kept.upperBound
  }

  private static func edit(
    _ position: Int, in tokens: inout [TemplateToken],
    change: (inout TemplateToken.Text) -> Void
  ) {
    guard tokens.indices.contains(position), case .text(var text) = tokens[position] else { return }
    change(&text)
    tokens[position] = .text(text)
  }

  private static let newline = UInt8(ascii: "\n")
  private static let carriageReturn = UInt8(ascii: "\r")

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  private static func isSpace(_ byte: UInt8) -> Bool {
    isBlank(byte) || byte == newline || byte == carriageReturn
  }
}
