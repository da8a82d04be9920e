import Documents
public import SourceFiles

extension MessageCatalog {
  /// Reads a catalog from a file, which may contain any subset of the texts.
  ///
  /// Throws ``SourceError`` with all problems and their locations: unknown keys or placeholders, missing required
  /// placeholders, invalid language tags.
  ///
  /// - Parameter keys: The keys of texts that a product adds. They may contain every placeholder.
  public init(_ file: SourceFile, keys: [CopyKey] = []) throws(SourceError) {
    self = .empty
    ownKeys = keys.filter { !$0.isBuiltIn }
    var map = try MappingReader(try DocumentNode.parse(file), "a copy table")
    for key in self.keys { _ = map.optional(key.rawValue) }
    _ = map.optional("formats")
    var problems: [Diagnostic] = []
    func collect(_ read: () throws(SourceError) -> Void) {
      do throws(SourceError) { try read() } catch { problems += error.diagnostics }
    }
    collect { () throws(SourceError) in try map.finish() }
    for entry in map.entries {
      let key = self.keys.first { $0.rawValue == entry.key }
      guard key != nil || entry.key == "formats" else { continue }
      collect { () throws(SourceError) in
        for (language, node) in try entry.value.byLanguage("'\(entry.key)'") {
          collect { () throws(SourceError) in
            if let key {
              texts[key, default: [:]][language] = try CopyWording(node, of: key)
            } else {
              formats[language] = try CopyFormats(node)
            }
          }
        }
      }
    }
    problems.sort { ($0.location?.line ?? 0) < ($1.location?.line ?? 0) }
    if let error = SourceError(problems) { throw error }
  }
}

extension DocumentNode {
  /// Returns the values of a mapping from language tags, with the tags in lower case.
  fileprivate func byLanguage(_ what: String) throws(SourceError) -> [(String, DocumentNode)] {
    let entries = try MappingReader(self, what).entries
    var values: [(String, DocumentNode)] = []
    for entry in entries {
      let tag = entry.key.lowercased()
      guard LanguageRange.isTag(tag) else {
        throw entry.value.error(
          "copy.language", "'\(entry.key)' in \(what) is not a language",
          hint: "write a language tag, such as 'en', 'pt-BR' or 'zh-Hant'")
      }
      guard !values.contains(where: { $0.0 == tag }) else {
        throw entry.value.error(
          "copy.language", "\(what) has '\(entry.key)' twice", hint: "keep one")
      }
      values.append((tag, entry.value))
    }
    return values
  }

  /// Reads a text with placeholders.
  fileprivate func template(_ what: String) throws(SourceError) -> (
    text: String, template: CopyTemplate
  ) {
    let text = try string(what).trimmingWhitespace
    do throws(CopyTemplate.StrayBrace) {
      return (text, try CopyTemplate(text))
    } catch {
      throw self.error(
        "copy.brace", "\(what) has a brace that belongs to no placeholder",
        hint: "write placeholders such as {count}, and no other braces")
    }
  }
}

extension CopyWording {
  fileprivate init(_ node: DocumentNode, of key: CopyKey) throws(SourceError) {
    guard case .mapping = node.content else {
      self.init(other: try Self.form(node, of: key, isOne: false))
      return
    }
    guard key.placeholders.contains(.count) else {
      throw node.error(
        "copy.forms", "'\(key.rawValue)' contains no number that could select a form",
        hint: "write one text")
    }
    var map = try MappingReader(node, "'\(key.rawValue)'")
    self.init(
      one: try Self.form(try map.required("one"), of: key, isOne: true),
      other: try Self.form(try map.required("other"), of: key, isOne: false))
    try map.finish()
  }

  /// Reads a form and checks its placeholders. The form for 1 may express the number in words.
  private static func form(_ node: DocumentNode, of key: CopyKey, isOne: Bool) throws(SourceError)
    -> CopyTemplate
  {
    let (text, template) = try node.template("'\(key.rawValue)'")
    let known = key.placeholders
    for name in template.names where !known.contains(where: { $0.rawValue == name }) {
      throw node.error(
        "copy.placeholder", "'\(key.rawValue)' has no placeholder {\(name)}",
        hint: known.map(\.rawValue).hint(for: name) ?? "it has none")
    }
    for placeholder in known.sorted(by: { $0.rawValue < $1.rawValue })
    where key.isBuiltIn && !template.names.contains(placeholder.rawValue)
      && !placeholder.mayBeLeftOut
    {
      if isOne, placeholder == .count { continue }
      throw node.error(
        "copy.left-out", "'\(key.rawValue)' leaves out {\(placeholder.rawValue)}",
        hint: "add it: stating it is the purpose of the text")
    }
    let resources = "{\(CopyPlaceholder.resources.rawValue)}"
    for line in text.split(separator: "\n")
    where line.contains(resources) && line.trimmingWhitespace != resources {
      throw node.error(
        "copy.resources", "\(resources) is not alone on its line",
        hint: "give it a line of its own: it becomes several")
    }
    return template
  }
}

extension CopyFormats {
  fileprivate init(_ node: DocumentNode) throws(SourceError) {
    var map = try MappingReader(node, "a language's formats")
    let dayNode = try map.required("day")
    day = try dayNode.template("'day'").template
    guard day.names.sorted() == ["day", "month"] else {
      throw dayNode.error(
        "copy.day", "'day' has {day} and {month}, each once", hint: "such as \"{day} de {month}\"")
    }
    let monthsNode = try map.required("months")
    months = try monthsNode.strings("'months'")
    guard months.count == 12 else {
      throw monthsNode.error("copy.months", "there are \(months.count) months, and a year has 12")
    }
    thousands = try map.optional("thousands")?.string("'thousands'") ?? ""
    try map.finish()
  }
}
