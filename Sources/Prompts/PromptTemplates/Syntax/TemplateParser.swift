import SourceFiles

/// Builds the tree of a template from its tokens.
struct TemplateParser {
  private let file: SourceFile
  private let tokens: [TemplateToken]
  private var at = 0
  private var depth = 0

  private static let maximumDepth = 64

  /// Parses the range of a file that holds the template.
  static func parse(_ file: SourceFile, in body: Range<Int>) throws(SourceError) -> [TemplateNode] {
    var parser = TemplateParser(file: file, tokens: try TemplateLexer.tokens(of: file, in: body))
    let nodes = try parser.nodes()
    if let tag = parser.currentTag {
      let what = tag.kind == .close ? "closes a block that is not open" : "is outside a block"
      throw parser.error(at: tag, "this tag \(what)", hint: "remove it or open the block before it")
    }
    return nodes
  }

  private init(file: SourceFile, tokens: [TemplateToken]) {
    self.file = file
    self.tokens = tokens
  }

  private var currentTag: TemplateToken.Tag? {
    if at < tokens.count, case .tag(let tag) = tokens[at] { tag } else { nil }
  }

  /// Reads nodes up to the end, an `else` or a closing tag, which is not consumed.
  private mutating func nodes() throws(SourceError) -> [TemplateNode] {
    var nodes: [TemplateNode] = []
    while at < tokens.count {
      switch tokens[at] {
      case .text(let text):
        at += 1
        guard !text.kept.isEmpty else { continue }
        let offset = text.offset + text.kept.lowerBound - text.bytes.startIndex
        nodes.append(.text(String(decoding: text.bytes[text.kept], as: UTF8.self), offset: offset))
      case .tag(let tag):
        switch tag.kind {
        case .close, .otherwise: return nodes
        case .comment:
          at += 1
          let comment = String(decoding: content(of: tag), as: UTF8.self)
          if let note = try TopicNote(comment, in: file, at: tag.offset) {
            nodes.append(.topic(note))
          }
        case .output:
          at += 1
          var parser = ExpressionParser(file: file, content: tag.content)
          nodes.append(.output(try parser.wholeTag()))
        case .partial:
          at += 1
          var parser = ExpressionParser(file: file, content: tag.content)
          nodes.append(
            .partial(
              try parser.partial(indentation: tag.indentation, offset: tag.offset)))
        case .open, .openInverted:
          at += 1
          nodes.append(.block(try block(tag)))
        }
      }
    }
    return nodes
  }

  private mutating func block(_ open: TemplateToken.Tag) throws(SourceError) -> TemplateBlock {
    var parser = ExpressionParser(file: file, content: open.content)
    if let first = file.bytes[open.content].first, first == UInt8(ascii: ">") {
      throw error(at: open, "partial blocks are not supported", hint: "use {{> name}}")
    }
    if let first = file.bytes[open.content].first, first == UInt8(ascii: "*") {
      throw error(
        at: open, "inline partials are not supported", hint: "put it into a file _name.prompt")
    }
    var block = try branches(of: try parser.blockCall(), opened: open)
    try close(open, named: block.call.name)
    if open.kind == .openInverted { swap(&block.body, &block.otherwise) }
    return block
  }

  /// Reads a block's branches up to its closing tag; `else if` becomes a block in the second branch.
  private mutating func branches(
    of opening: (call: TemplateCall, parameters: [String]), opened open: TemplateToken.Tag
  ) throws(SourceError) -> TemplateBlock {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.maximumDepth else {
      throw error(
        at: open, "blocks nest more than \(Self.maximumDepth) deep", hint: "use a partial")
    }
    var block = TemplateBlock(
      call: opening.call, parameters: opening.parameters, body: try nodes(), otherwise: [])
    guard let tag = currentTag, tag.kind == .otherwise else { return block }
    at += 1
    // Skips `else` or `^` and the whitespace after it.
    let condition = content(of: tag).drop { !$0.isASCIIBlank }.drop(while: \.isASCIIBlank).count
    guard condition > 0 else {
      block.otherwise = try nodes()
      return block
    }
    let range = (tag.content.upperBound - condition)..<tag.content.upperBound
    var parser = ExpressionParser(file: file, content: range)
    block.otherwise = [.block(try branches(of: try parser.blockCall(), opened: tag))]
    return block
  }

  private mutating func close(_ open: TemplateToken.Tag, named name: String) throws(SourceError) {
    guard let tag = currentTag else {
      throw error(
        at: open, "the block '\(name)' is never closed", hint: "close it with {{/\(name)}}")
    }
    let closing = String(decoding: content(of: tag), as: UTF8.self)
    guard tag.kind == .close, closing == name else {
      let line = file.location(at: open.offset).line
      throw error(
        at: tag, "expected {{/\(name)}} for the block opened on line \(line)",
        hint: "close the inner block first, or correct the name")
    }
    at += 1
  }

  private func content(of tag: TemplateToken.Tag) -> ArraySlice<UInt8> { file.bytes[tag.content] }

  private func error(at tag: TemplateToken.Tag, _ message: String, hint: String?) -> SourceError {
    SourceError(Diagnostic("template.syntax", message, in: file, at: tag.offset, hint: hint))
  }
}
