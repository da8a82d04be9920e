package import ArgumentParser
import PromptEvals

/// What evaluations add to the command line.
package enum EvalTool {
  package static let commands: [any ParsableCommand.Type] = [
    EvalCommand.self, TranscriptsCommand.self, MeasureCommand.self,
  ]

  /// The version of SQLite that is at work.
  package static var databaseVersion: String { EvalStore.libraryVersion }

  /// What to print for an error of the store; nil for any other.
  package static func message(for error: any Error) -> String? {
    (error as? StoreError).map { "error: \($0)" }
  }
}
