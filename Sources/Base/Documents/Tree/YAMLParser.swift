#if canImport(CCoachYAML)
  import CCoachYAML
#endif
package import SourceFiles

extension DocumentNode {
  /// Limits beyond which a document is rejected as hostile rather than read as configuration.
  package struct Limits: Sendable {
    /// The maximum nesting depth of lists and mappings.
    package var depth: Int
    /// The maximum number of values after alias expansion.
    package var expandedNodes: Int

    package init(depth: Int = 64, expandedNodes: Int = 200_000) {
      self.depth = depth
      self.expandedNodes = expandedNodes
    }
  }

  /// Parses a file that holds exactly one document.
  ///
  /// Throws ``SourceError`` with a location for invalid UTF-8, merge conflicts, duplicate keys, keys that are not scalars,
  /// tags other than `!!str`, an empty file, more than one document, and anything beyond the limits.
  package static func parse(_ file: SourceFile, limits: Limits = Limits()) throws(SourceError)
    -> DocumentNode
  {
    if let offset = file.firstInvalidByte {
      throw SourceError(
        Diagnostic(
          "yaml.encoding", "this is not valid UTF-8", in: file, at: offset,
          hint: "save the file as UTF-8"))
    }
    try file.refuseMergeConflicts()
    do throws(SourceError) {
      return try YAMLComposer(file: file, limits: limits).document()
    } catch {
      // No document goes on after such a line, so a parser's own message would be about what follows it.
      if let conflict = SourceError(file.certainMergeConflicts) { throw conflict }
      // JSON is almost a part of YAML, but writes characters beyond U+FFFF as two escapes, which libyaml rejects.
      guard let rewritten = file.withLongEscapes else { throw error }
      return try YAMLComposer(file: rewritten, limits: limits).document()
    }
  }
}

#if canImport(CCoachYAML)
  extension DocumentNode {
    /// The version of the linked libyaml.
    package static var libraryVersion: String { String(cString: yaml_get_version_string()) }
  }

  /// Builds nodes from libyaml's events.
  ///
  /// A class because libyaml keeps a pointer to the parser's state, which must not move.
  private final class YAMLComposer {
    private let file: SourceFile
    private let limits: DocumentNode.Limits
    private let parser: UnsafeMutablePointer<yaml_parser_t>
    private var anchors: [String: Built] = [:]
    private var expanded = 0

    init(file: SourceFile, limits: DocumentNode.Limits) {
      self.file = file
      self.limits = limits
      parser = .allocate(capacity: 1)
      yaml_parser_initialize(parser)
      yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
    }

    deinit {
      yaml_parser_delete(parser)
      parser.deallocate()
    }

    func document() throws(SourceError) -> DocumentNode {
      let result = file.bytes.withUnsafeBufferPointer {
        buffer -> Result<DocumentNode, SourceError> in
        yaml_parser_set_input_string(parser, buffer.baseAddress, buffer.count)
        do throws(SourceError) {
          return .success(try self.wholeStream())
        } catch {
          return .failure(error)
        }
      }
      return try result.get()
    }

    private func wholeStream() throws(SourceError) -> DocumentNode {
      _ = try next()
      let start = try next()
      guard start.type != YAML_STREAM_END_EVENT else {
        throw error("yaml.empty", "the file is empty", at: .offset(0))
      }
      let root = try node(next(), depth: 0).node
      _ = try next()
      let end = try next()
      guard end.type == YAML_STREAM_END_EVENT else {
        throw error(
          "yaml.several-documents", "a second document begins here", at: end.position,
          hint: "keep one document a file; remove the line '---'")
      }
      return root
    }

    /// The needed part of a libyaml event, copied so that the event can be freed at once.
    private struct Event {
      var type: yaml_event_type_t
      var position: DocumentPosition
      var text = ""
      var isPlain = false
      var anchor: String?
      var tag: String?
    }

    private func next() throws(SourceError) -> Event {
      var raw = yaml_event_t()
      guard yaml_parser_parse(parser, &raw) == 1 else { throw syntaxError() }
      defer { yaml_event_delete(&raw) }
      var event = Event(type: raw.type, position: DocumentPosition(raw.start_mark))
      switch raw.type {
      case YAML_SCALAR_EVENT:
        let scalar = raw.data.scalar
        let bytes = UnsafeBufferPointer(start: scalar.value, count: scalar.length)
        event.text = String(decoding: bytes, as: UTF8.self)
        event.isPlain = scalar.plain_implicit == 1 && scalar.style == YAML_PLAIN_SCALAR_STYLE
        event.anchor = text(scalar.anchor)
        event.tag = text(scalar.tag)
      case YAML_SEQUENCE_START_EVENT:
        event.anchor = text(raw.data.sequence_start.anchor)
        event.tag = text(raw.data.sequence_start.tag)
      case YAML_MAPPING_START_EVENT:
        event.anchor = text(raw.data.mapping_start.anchor)
        event.tag = text(raw.data.mapping_start.tag)
      case YAML_ALIAS_EVENT:
        event.anchor = text(raw.data.alias.anchor)
      default: break
      }
      return event
    }

    private func text(_ pointer: UnsafeMutablePointer<yaml_char_t>?) -> String? {
      pointer.map { String(cString: $0) }
    }

    /// A node with its number of values and its nesting depth, each including the node itself.
    private struct Built {
      var node: DocumentNode
      var size: Int
      var height: Int
    }

    /// Builds the value that starts with an event.
    private func node(_ event: Event, depth: Int) throws(SourceError) -> Built {
      guard depth <= limits.depth else {
        throw error(
          "yaml.depth", "nested more than \(limits.depth) levels deep", at: event.position)
      }
      if let tag = event.tag, !tag.hasPrefix("tag:yaml.org,2002:str") {
        throw error(
          "yaml.tag", "the tag '\(tag)' is not supported", at: event.position, hint: "remove it")
      }
      let made: (content: DocumentNode.Content, size: Int, height: Int)
      switch event.type {
      case YAML_ALIAS_EVENT: return try alias(event, depth: depth)
      case YAML_SCALAR_EVENT:
        let isPlain = event.isPlain && event.tag == nil
        let scalar = isPlain ? DocumentScalar(plain: event.text) : .text(event.text)
        made = (.scalar(scalar, text: isPlain ? event.text : nil), 1, 1)
      case YAML_SEQUENCE_START_EVENT: made = try sequence(depth: depth)
      case YAML_MAPPING_START_EVENT: made = try mapping(depth: depth)
      default: throw error("yaml.syntax", "a value is missing here", at: event.position)
      }
      try count(1, at: event.position)
      let node = DocumentNode(content: made.content, position: event.position, file: file)
      let built = Built(node: node, size: made.size, height: made.height)
      if let anchor = event.anchor { anchors[anchor] = built }
      return built
    }

    private func alias(_ event: Event, depth: Int) throws(SourceError) -> Built {
      let name = event.anchor ?? ""
      guard let target = anchors[name] else {
        throw error(
          "yaml.alias", "nothing above is marked '&\(name)'", at: event.position,
          hint: anchors.keys.hint(for: name))
      }
      guard depth + target.height <= limits.depth else {
        throw error(
          "yaml.depth", "nested more than \(limits.depth) levels deep by this alias",
          at: event.position)
      }
      try count(target.size, at: event.position)
      return target
    }

    private func count(_ nodes: Int, at position: DocumentPosition) throws(SourceError) {
      expanded += nodes
      guard expanded <= limits.expandedNodes else {
        throw error(
          "yaml.too-large",
          "the document grows beyond \(limits.expandedNodes) values once its aliases are expanded",
          at: position, hint: "repeat less by alias")
      }
    }

    private func sequence(depth: Int) throws(SourceError) -> (DocumentNode.Content, Int, Int) {
      var nodes: [DocumentNode] = []
      var size = 1
      var height = 0
      while true {
        let event = try next()
        if event.type == YAML_SEQUENCE_END_EVENT { return (.sequence(nodes), size, height + 1) }
        let element = try node(event, depth: depth + 1)
        nodes.append(element.node)
        size += element.size
        height = max(height, element.height)
      }
    }

    private func mapping(depth: Int) throws(SourceError) -> (DocumentNode.Content, Int, Int) {
      var entries: [DocumentEntry] = []
      var positions: [ExactText: DocumentPosition] = [:]
      var size = 1
      var height = 0
      while true {
        let key = try next()
        if key.type == YAML_MAPPING_END_EVENT { return (.mapping(entries), size, height + 1) }
        guard key.type == YAML_SCALAR_EVENT else {
          throw error("yaml.key", "a key must be a text", at: key.position)
        }
        if key.isPlain, key.text == "<<" {
          throw error(
            "yaml.merge-key", "merge keys ('<<') are not part of YAML 1.2 and are not supported",
            at: key.position,
            hint: "repeat the keys here; a key that is really named << needs quotation marks")
        }
        if let first = positions[ExactText(key.text)] {
          throw error(
            "yaml.duplicate-key", "the key '\(key.text)' is here twice", at: key.position,
            hint: "it was first set on line \(first.location(in: file).line); keep one of them")
        }
        positions[ExactText(key.text)] = key.position
        let value = try node(next(), depth: depth + 1)
        entries.append(DocumentEntry(key: key.text, position: key.position, value: value.node))
        size += value.size
        height = max(height, value.height)
      }
    }

    private func syntaxError() -> SourceError {
      let raw = parser.pointee
      let problem = raw.problem.map { String(cString: $0) } ?? "the text is not YAML"
      let context = raw.context.map { String(cString: $0) }
      let message = context.map { "\(problem) \($0)" } ?? problem
      // An error about a single character has an offset instead of a mark.
      let isReaderError = raw.error == YAML_READER_ERROR
      let position =
        isReaderError
        ? DocumentPosition.offset(Int(raw.problem_offset)) : DocumentPosition(raw.problem_mark)
      if let blank = file.blankThatIsNoSpace(before: position) {
        return error(
          "yaml.syntax", "the blank here is no space, so it does not end a key or an indentation",
          at: .offset(blank), hint: "replace it with a space")
      }
      return error("yaml.syntax", message, at: position, hint: Self.syntaxHint(message))
    }

    /// Returns the usual cause of a syntax error, since libyaml's messages name its internal states.
    private static func syntaxHint(_ message: String) -> String? {
      if message.contains("mapping values are not allowed") {
        return "a text with ': ' in it needs quotes; otherwise check the indentation"
      }
      if message.contains("cannot start any token") {
        return "indent with spaces, not tabs, and quote a text that starts with a special character"
      }
      if message.contains("could not find expected ':'") || message.contains("block mapping")
        || message.contains("block collection")
      {
        return "check that the keys of one mapping start in the same column"
      }
      if message.contains("quoted scalar") { return "close the quote" }
      if message.contains("flow") { return "close the bracket, or put a comma between the values" }
      return nil
    }

    private func error(
      _ code: String, _ message: String, at position: DocumentPosition, hint: String? = nil
    ) -> SourceError {
      let location = position.location(in: file)
      return SourceError(
        Diagnostic(
          code, message, at: location, excerpt: file.excerpt(at: location), hint: hint))
    }
  }

  extension DocumentPosition {
    fileprivate init(_ mark: yaml_mark_t) {
      self = .mark(line: mark.line + 1, column: mark.column + 1)
    }
  }

  extension SourceFile {
    /// Returns the offset of the last blank, on the line of an error or just above it, that stands where YAML needs a space
    /// and is another character, such as a no-break space: after a colon or a hyphen, or in an indentation.
    ///
    /// libyaml takes it for a letter, and finds the mistake on the next line.
    fileprivate func blankThatIsNoSpace(before position: DocumentPosition) -> Int? {
      let line = position.location(in: self).line
      var (number, offset) = (1, 0)
      var found: Int?
      var previous: Unicode.Scalar = "\n"
      var isIndentation = true
      // Later colons, and those in quotation marks, are text.
      var isKey = true
      for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
        guard number <= line else { break }
        if scalar == "\n" { number += 1 }
        let isOtherBlank =
          !scalar.isASCII && scalar != "\u{FEFF}"
          && (scalar.properties.isWhitespace || scalar.properties.isDefaultIgnorableCodePoint)
        let follows = previous == ":" && isKey || previous == "-" && isIndentation
        if scalar == "\n" {
          isKey = true
        } else if previous == ":" || scalar == "\"" || scalar == "'" {
          isKey = false
        }
        if number + 2 >= line, isOtherBlank, isIndentation || follows { found = offset }
        isIndentation =
          scalar == "\n" || isIndentation && (scalar == " " || scalar == "-" || isOtherBlank)
        previous = scalar
        offset += UTF8.width(scalar)
      }
      return found
    }

    /// The file with `\U0001F600` for the JSON escapes `\ud83d\ude00`; nil if it has no such pair.
    fileprivate var withLongEscapes: SourceFile? {
      var result: [UInt8] = []
      var copied = 0
      var at = 0
      while let backslash = bytes[at...].firstIndex(of: UInt8(ascii: "\\")) {
        at = min(backslash + 2, bytes.count)
        guard let high = codeUnit(at: backslash), let low = codeUnit(at: backslash + 6),
          let scalar = Unicode.Scalar(highSurrogate: high, lowSurrogate: low)
        else { continue }
        let digits = String(scalar.value, radix: 16, uppercase: true)
        result += bytes[copied..<backslash]
        result += "\\U\(String(repeating: "0", count: 8 - digits.count))\(digits)".utf8
        at = backslash + 12
        copied = at
      }
      guard copied > 0 else { return nil }
      return SourceFile(path: path, bytes: result + bytes[copied...])
    }

    /// Returns the code unit of an escape such as `\ud83d`; nil if there is none at the offset.
    private func codeUnit(at offset: Int) -> UInt32? {
      let digits = offset + 2..<offset + 6
      guard digits.upperBound <= bytes.count, bytes[offset] == UInt8(ascii: "\\"),
        bytes[offset + 1] == UInt8(ascii: "u")
      else { return nil }
      return UInt32(String(decoding: bytes[digits], as: UTF8.self), radix: 16)
    }
  }
#else
  /// Devices have no libyaml. What they read is JSON.
  private struct YAMLComposer {
    let file: SourceFile
    let limits: DocumentNode.Limits

    func document() throws(SourceError) -> DocumentNode {
      throw SourceError(
        Diagnostic(
          "yaml.unavailable", "YAML cannot be read on this platform", in: file, at: 0,
          hint: "write it as JSON"))
    }
  }
#endif
