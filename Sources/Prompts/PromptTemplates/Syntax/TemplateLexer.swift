import SourceFiles

/// Splits a template into texts and tags.
struct TemplateLexer {
  private let file: SourceFile
  private var at: Int
  private let end: Int
  private var tokens: [TemplateToken] = []

  /// Returns all tokens of a part of a file, with the whitespace already removed that tags strip.
  static func tokens(of file: SourceFile, in body: Range<Int>) throws(SourceError)
    -> [TemplateToken]
  {
    var lexer = TemplateLexer(file: file, at: body.lowerBound, end: body.upperBound)
    try lexer.run()
    return TemplateWhitespace.removeBlanks(lexer.tokens)
  }

  private init(file: SourceFile, at: Int, end: Int) {
    self.file = file
    self.at = at
    self.end = end
  }

  private mutating func run() throws(SourceError) {
    var textStart = at
    while at < end {
      guard file.bytes[at] == UInt8(ascii: "{"), at + 1 < end,
        file.bytes[at + 1] == UInt8(ascii: "{")
      else {
        at += 1
        continue
      }
      if at > textStart, file.bytes[at - 1] == UInt8(ascii: "\\") {
        let isEscapedBackslash = at - 1 > textStart && file.bytes[at - 2] == UInt8(ascii: "\\")
        addText(textStart..<(at - 1))
        if !isEscapedBackslash {
          textStart = at
          at += 2
          continue
        }
      } else {
        addText(textStart..<at)
      }
      try tag()
      textStart = at
    }
    addText(textStart..<end)
  }

  private mutating func addText(_ range: Range<Int>) {
    guard !range.isEmpty else { return }
    tokens.append(.text(.init(bytes: file.bytes[range], offset: range.lowerBound)))
  }

  private mutating func tag() throws(SourceError) {
    let start = at
    at += 2
    var closer = Array("}}".utf8)
    if peek() == UInt8(ascii: "{") {
      at += 1
      closer = Array("}}}".utf8)
      guard peek() != UInt8(ascii: "{") else {
        throw error(at: start, "raw blocks '{{{{' are not supported", hint: "escape braces as \\{{")
      }
    }
    var stripsBefore = false
    if peek() == UInt8(ascii: "~") {
      stripsBefore = true
      at += 1
      if closer.count == 2, peek() == UInt8(ascii: "{") {
        at += 1
        closer = Array("}~}}".utf8)
        if find(closer, skippingStrings: true) == nil { closer = Array("}}}".utf8) }
      }
    }
    let kind = closer.count == 2 ? mark() : .output
    if kind == .comment { closer = commentCloser() }
    let contentStart = at
    guard let contentEnd = find(closer, skippingStrings: kind != .comment) else {
      if kind != .comment, let end = find(closer, skippingStrings: false),
        let quote = file.bytes[at..<end].firstIndex(where: {
          $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "'")
        })
      {
        throw error(at: quote, "a text in this tag has no closing quote", hint: "close it")
      }
      throw error(
        at: start, "this tag is never closed",
        hint: "close it with \(String(decoding: closer, as: UTF8.self))")
    }
    at = contentEnd + closer.count
    var content = contentStart..<contentEnd
    var stripsAfter = closer.contains(UInt8(ascii: "~"))
    if let last = file.bytes[content].last, last == UInt8(ascii: "~") {
      stripsAfter = true
      content = content.lowerBound..<(content.upperBound - 1)
    }
    let token = TemplateToken.Tag(
      kind: refine(kind, content: content), content: trimmed(content), offset: start,
      stripsBefore: stripsBefore, stripsAfter: stripsAfter)
    tokens.append(.tag(token))
  }

  private func peek() -> UInt8? { at < end ? file.bytes[at] : nil }

  private mutating func mark() -> TemplateToken.Kind {
    guard let byte = peek() else { return .output }
    let kind: TemplateToken.Kind
    switch byte {
    case UInt8(ascii: "!"): kind = .comment
    case UInt8(ascii: "#"): kind = .open
    case UInt8(ascii: "^"): kind = .openInverted
    case UInt8(ascii: "/"): kind = .close
    case UInt8(ascii: ">"): kind = .partial
    case UInt8(ascii: "&"): kind = .output
    default: return .output
    }
    at += 1
    return kind
  }

  private func refine(_ kind: TemplateToken.Kind, content: Range<Int>) -> TemplateToken.Kind {
    let bytes = file.bytes[trimmed(content)]
    if kind == .openInverted, bytes.isEmpty { return .otherwise }
    guard kind == .output, bytes.starts(with: "else".utf8) else { return kind }
    let next = bytes.dropFirst(4).first
    return next == nil || next == 0x20 || next == 0x0a || next == 0x09 ? .otherwise : kind
  }

  /// Returns the end of a comment: one that starts with `--` ends at `--}}`, so that it may contain tags.
  private mutating func commentCloser() -> [UInt8] {
    guard file.bytes[at..<end].starts(with: "--".utf8) else { return Array("}}".utf8) }
    at += 2
    var position = at
    while let dash = file.bytes[position..<end].firstIndex(of: UInt8(ascii: "-")) {
      let rest = file.bytes[dash..<end]
      for closer in ["--}}", "--~}}"] where rest.starts(with: closer.utf8) {
        return Array(closer.utf8)
      }
      position = dash + 1
    }
    return Array("--}}".utf8)
  }

  private func find(_ closer: [UInt8], skippingStrings: Bool) -> Int? {
    var position = at
    var quote: UInt8?
    while position < end {
      let byte = file.bytes[position]
      if let open = quote {
        if byte == open, file.bytes[position - 1] != UInt8(ascii: "\\") { quote = nil }
      } else if skippingStrings, byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      } else if file.bytes[position..<end].starts(with: closer) {
        return position
      }
      position += 1
    }
    return nil
  }

  private func trimmed(_ range: Range<Int>) -> Range<Int> {
    let isBlank = { (byte: UInt8) in byte == 0x20 || byte == 0x0a || byte == 0x0d || byte == 0x09 }
    var (low, high) = (range.lowerBound, range.upperBound)
    while low < high, isBlank(file.bytes[low]) { low += 1 }
    while high > low, isBlank(file.bytes[high - 1]) { high -= 1 }
    return low..<high
  }

  private func error(at offset: Int, _ message: String, hint: String?) -> SourceError {
    SourceError(Diagnostic("template.syntax", message, in: file, at: offset, hint: hint))
  }
}
