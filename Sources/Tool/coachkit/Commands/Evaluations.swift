import ArgumentParser
import CommandLineSupport

#if Evals
  import EvalCommands
#endif

/// What the trait `Evals` adds to the tool. The only place that depends on the trait.
enum Evaluations {
  #if Evals
    static let commands = EvalTool.commands
    static var databaseVersion: String? { EvalTool.databaseVersion }
    static func message(for error: any Error) -> String? { EvalTool.message(for: error) }
  #else
    static let commands: [any ParsableCommand.Type] = []
    static var databaseVersion: String? { nil }
    static func message(for error: any Error) -> String? { nil }
  #endif
}
