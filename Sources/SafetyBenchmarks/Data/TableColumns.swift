public import SourceFiles

/// Which column holds what, and which rows are wanted. What is nil is recognised by its name.
public struct TableColumns: Sendable, Hashable {
  /// A value that a column must have.
  public struct Filter: Sendable, Hashable {
    /// The column.
    public var column: String
    /// The value, as it is written in the data.
    public var value: String

    /// Creates a filter.
    public init(column: String, value: String) {
      self.column = column
      self.value = value
    }

    /// Reads `column=value`. Throws ``SourceError`` for what is none.
    public init(parsing text: String) throws(SourceError) {
      guard let equals = text.firstIndex(of: "="), equals != text.startIndex else {
        throw SourceError(
          Diagnostic(
            "measure.filter", "'\(text)' does not say which column has which value",
            hint: "write column=value"))
      }
      column = String(text[..<equals])
      value = String(text[text.index(after: equals)...])
    }
  }

  /// The column with the message.
  public var text: String?
  /// The column with what people called it.
  public var label: String?
  /// The column with what it is counted with.
  public var group: String?
  /// The rows that are wanted: of each column that is named, any of its values.
  public var filters: [Filter]

  /// Names the columns.
  public init(
    text: String? = nil, label: String? = nil, group: String? = nil, filters: [Filter] = []
  ) {
    self.text = text
    self.label = label
    self.group = group
    self.filters = filters
  }

  /// Names that columns of labels commonly have, the most telling first.
  public static let usualLabels = ["label", "domain", "expect", "category", "persona_risk"]
  static let usualTexts = [
    "text", "sentence", "prompt", "message", "utterance_text", "question",
  ]
  static let usualGroups = ["source", "kind", "type", "top_label", "persona"]
  static let usualLanguages = ["language", "lang"]
  static let usualIdentifiers = ["id", "sid"]
}

extension Sequence<String> {
  /// The column that is called so; as it is written before any other spelling.
  func column(called name: String) -> String? {
    first { $0 == name } ?? first { $0.plainColumnName == name.plainColumnName }
  }

  /// The first of several names that is a column, exactly so or in another spelling.
  func column(calledAnyOf names: [String]) -> String? {
    names.first(where: contains) ?? names.lazy.compactMap { column(called: $0) }.first
  }

  /// The names in one line. What is too long for a name is a text, and not shown.
  var columnList: String {
    map { $0.isName ? $0 : "…" }.joined(separator: ", ")
  }
}

extension String {
  fileprivate var plainColumnName: String {
    String(trimmingWhitespace.lowercased().map { $0 == " " || $0 == "-" ? "_" : $0 })
  }
}
