package import SourceFiles

extension DocumentNode {
  package var json: JSONValue {
    switch content {
    case .scalar(let scalar, _):
      switch scalar {
      case .bool(let value): .bool(value)
      case .integer(let value): .integer(value)
      case .number(let value): .number(value)
      case .text(let value): .string(value)
      case .null: .null
      }
    case .sequence(let nodes): .array(nodes.map(\.json))
    case .mapping(let entries):
      .object(
        entries.reduce(into: JSONObject()) { object, entry in object[entry.key] = entry.value.json }
      )
    }
  }

  /// Converts a value to nodes, all of them at the start of a file.
  init(_ json: JSONValue, in file: SourceFile) {
    let content: Content =
      switch json {
      case .null: .scalar(.null, text: nil)
      case .bool(let value): .scalar(.bool(value), text: nil)
      case .integer(let value): .scalar(.integer(value), text: nil)
      case .number(let value): .scalar(.number(value), text: nil)
      case .string(let value): .scalar(.text(value), text: nil)
      case .array(let items): .sequence(items.map { DocumentNode($0, in: file) })
      case .object(let object):
        .mapping(
          object.map { name, value in
            DocumentEntry(
              key: name, position: .offset(0), value: DocumentNode(value, in: file))
          })
      }
    self.init(content: content, position: .offset(0), file: file)
  }

  /// Reads a file of either format: JSON if its name ends in `.json`, otherwise YAML.
  package static func read(_ file: SourceFile) throws(SourceError) -> DocumentNode {
    try file.path.hasSuffix(".json") ? parseJSON(file) : parse(file)
  }

  /// Reads a JSON document, so that it can be checked as strictly as a YAML file.
  ///
  /// A YAML parser cannot do it: JSON allows characters, escapes and line breaks that YAML does not. Throws a
  /// ``SourceError`` with the location of a syntax error or of a duplicate name.
  package static func parseJSON(_ file: SourceFile) throws(SourceError) -> DocumentNode {
    var index = JSONIndex()
    do throws(JSONSyntaxError) {
      try index.read(file.bytes.span)
    } catch {
      if let conflict = SourceError(file.certainMergeConflicts) { throw conflict }
      throw error.located(in: file)
    }
    return try index.node(at: 0, in: file)
  }
}

extension JSONSyntaxError {
  fileprivate func located(in file: SourceFile) -> SourceError {
    SourceError(Diagnostic("json.syntax", message, in: file, at: offset, hint: "check it as JSON"))
  }
}

extension JSONIndex {
  /// Returns a value of the indexed text, which is that of the file, with its locations.
  fileprivate func node(at position: Int, in file: SourceFile) throws(SourceError) -> DocumentNode {
    let entry = entries[position]
    let content: DocumentNode.Content
    switch entry.kind {
    case .null: content = .scalar(.null, text: nil)
    case .true: content = .scalar(.bool(true), text: nil)
    case .false: content = .scalar(.bool(false), text: nil)
    case .string, .escapedString: content = .scalar(.text(string(entry)), text: nil)
    case .number:
      do throws(JSONSyntaxError) {
        let value = try number(entry)
        if case .integer(let whole) = value {
          content = .scalar(.integer(whole), text: nil)
        } else {
          content = .scalar(.number(value.number ?? 0), text: nil)
        }
      } catch {
        throw error.located(in: file)
      }
    case .array:
      var nodes: [DocumentNode] = []
      var at = position + 1
      while at < Int(entry.next) {
        nodes.append(try node(at: at, in: file))
        at = Int(entries[at].next)
      }
      content = .sequence(nodes)
    case .object:
      content = .mapping(try members(ofObjectAt: position, in: file))
    }
    return DocumentNode(content: content, position: .offset(Int(entry.start)), file: file)
  }

  private func members(
    ofObjectAt position: Int, in file: SourceFile
  ) throws(SourceError) -> [DocumentEntry] {
    var members: [DocumentEntry] = []
    var names: Set<ExactText> = []
    var at = position + 1
    while at < Int(entries[position].next) {
      let key = entries[at]
      let name = string(key)
      guard names.insert(ExactText(name)).inserted else {
        throw SourceError(
          Diagnostic(
            DocumentProblem.duplicate.code(in: .json),
            "\(file.isQuoted ? "'\(name)'" : "a name") is there twice", in: file,
            at: Int(key.start), hint: "keep one of them"))
      }
      let value = Int(key.next)
      members.append(
        DocumentEntry(
          key: name, position: .offset(Int(key.start)), value: try node(at: value, in: file)))
      at = Int(entries[value].next)
    }
    return members
  }
}
