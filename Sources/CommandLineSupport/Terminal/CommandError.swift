/// A failure that is neither in a file nor a model's.
package struct CommandError: Error {
  package var message: String
  package var hint: String

  package init(_ message: String, hint: String) {
    self.message = message
    self.hint = hint
  }
}
