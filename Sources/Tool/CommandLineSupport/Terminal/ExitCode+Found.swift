package import ArgumentParser

extension ExitCode {
  /// What was looked for was found: a message was flagged, or the coach should ask. Distinguishes this from an
  /// error.
  package static let found = ExitCode(2)
}
