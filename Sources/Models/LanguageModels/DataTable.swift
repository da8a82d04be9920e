package import Documents

/// The envelope of a table that is kept as JSON data: `{"format": 1, "<list>": […]}`.
package struct DataTable {
  /// The name of the list, such as `models` or `prices`; error messages use it, too.
  private let subject: String
  /// The document with all its members.
  package let value: JSONValue
  /// The entries of the list.
  package let entries: [JSONValue]

  package init(of subject: String, parsing bytes: [UInt8]) throws(ModelError) {
    self.subject = subject
    do throws(JSONSyntaxError) {
      value = try JSONValue(parsing: bytes, refusesRepeatedNames: true)
    } catch {
      throw Self.unreadable(subject, reason: "this is not JSON: \(error)")
    }
    guard value["format"]?.integer == 1, let list = value[subject]?.array else {
      throw Self.unreadable(subject, reason: "it has no \"format\": 1 and no list \"\(subject)\"")
    }
    entries = list
  }

  /// Returns the error for a table that cannot be used.
  package func unreadable(_ reason: String) -> ModelError {
    Self.unreadable(subject, reason: reason)
  }

  private static func unreadable(_ subject: String, reason: String) -> ModelError {
    ModelError(
      .decoding, "the table of \(subject) cannot be used: \(reason)", advice: "fix the entry")
  }
}
