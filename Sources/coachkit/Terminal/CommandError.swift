/// A failure that is neither in a file nor a model's.
struct CommandError: Error {
  var message: String
  var hint: String

  init(_ message: String, hint: String) {
    self.message = message
    self.hint = hint
  }
}
