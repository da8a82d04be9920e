/// A failure that concerns neither the content of a file nor a model.
package struct CommandError: Error {
  package var message: String
  package var hint: String

  package init(_ message: String, hint: String) {
    self.message = message
    self.hint = hint
  }
}
