package import ArgumentParser

extension String {
  /// Throws if a message is blank: most likely a variable of a script was empty.
  package func refuseBlank() throws(ValidationError) {
    guard contains(where: { !$0.isWhitespace }) else {
      throw ValidationError("The message is empty: write what the person said.")
    }
  }
}
