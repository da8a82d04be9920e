package import ArgumentParser

extension ExitCode {
  /// What was looked for is there: a message was flagged, or could not be decided about. A script tells it from an error.
  package static let found = ExitCode(2)
}
