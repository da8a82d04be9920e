package import ArgumentParser
import PromptEvals

/// The commands that evaluations add to the command line.
package enum EvalTool {
  package static let commands: [any ParsableCommand.Type] = [
    EvalCommand.self, TranscriptsCommand.self, MeasureCommand.self, SafetyCommand.self,
    RouterCommand.self,
  ]

  /// The version of SQLite in use.
  package static var databaseVersion: String { EvalStore.libraryVersion }

  /// Returns the message for an error of the store; nil for other errors.
  package static func message(for error: any Error) -> String? {
    (error as? StoreError).map { "error: \($0)" }
  }
}
