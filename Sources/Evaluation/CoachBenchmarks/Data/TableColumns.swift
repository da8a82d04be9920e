package import SourceFiles

/// The columns to read and the rows to keep.
///
/// A column that is `nil` is recognised by its name.
package struct TableColumns: Sendable, Hashable {
  /// A value that a column must have in the rows to keep.
  package struct Filter: Sendable, Hashable {
    /// The name of the column.
    package var column: String
    /// The value as it is written in the data.
    package var value: String

    /// Creates a filter for rows with a value in a column.
    package init(column: String, value: String) {
      self.column = column
      self.value = value
    }

    /// Reads `column=value`. Throws ``SourceError`` for text in another form.
    package init(parsing text: String) throws(SourceError) {
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

  /// The column with the text of the message.
  package var text: String?
  /// The column with the label.
  package var label: String?
  /// The column with the group.
  package var group: String?
  /// The rows to keep: those with one of the values given for each column.
  package var filters: [Filter]

  /// Names the columns; by default all are recognised and no row is filtered out.
  package init(
    text: String? = nil, label: String? = nil, group: String? = nil, filters: [Filter] = []
  ) {
    self.text = text
    self.label = label
    self.group = group
    self.filters = filters
  }

  /// The usual names of columns with labels, the most specific first.
  package static let usualLabels = ["label", "domain", "expect", "category", "persona_risk"]
  static let usualTexts = [
    "text", "sentence", "prompt", "message", "utterance_text", "question",
  ]
  static let usualGroups = ["source", "kind", "type", "top_label", "persona"]
  static let usualLanguages = ["language", "lang"]
  static let usualIdentifiers = ["id", "sid"]
}

extension Sequence<String> {
  /// Returns the column with a name; an exact match takes precedence over another spelling.
  func column(called name: String) -> String? {
    first { $0 == name } ?? first { $0.plainColumnName == name.plainColumnName }
  }

  /// Returns the first of several names that is a column; exact matches take precedence over other spellings.
  func column(calledAnyOf names: [String]) -> String? {
    names.first(where: contains) ?? names.lazy.compactMap { column(called: $0) }.first
  }

  /// The names in one line, with … for those that are too long to be shown.
  var columnList: String {
    map { $0.isName ? $0 : "…" }.joined(separator: ", ")
  }
}

extension String {
  fileprivate var plainColumnName: String {
    String(trimmingWhitespace.lowercased().map { $0 == " " || $0 == "-" ? "_" : $0 })
  }
}
