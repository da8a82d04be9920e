import ArgumentParser
import CommandLineSupport
import LanguageModels
import SourceFiles

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Runs a command, and turns a failure into a message and an exit code: 0 for success, 1 for an error, 64 for
/// wrong usage; for a gate see ``EvalOutput``.
@main
enum Main {
  static func main() async {
    do {
      var command = try CoachKitCommand.parseAsRoot()
      if var command = command as? any AsyncParsableCommand {
        try await command.run()
      } else {
        try command.run()
      }
    } catch let error as SourceError {
      fail(error.description)
    } catch let error as ModelError {
      fail("error: \(error)")
    } catch let error as CommandError {
      fail("error: \(error.message)\n  → \(error.hint)")
    } catch let error as CocoaError {
      let error = CommandError(error)
      fail("error: \(error.message)\n  → \(error.hint)")
    } catch {
      if let message = Evaluations.message(for: error) { fail(message) }
      CoachKitCommand.exit(withError: error)
    }
  }

  private static func fail(_ message: String) -> Never {
    Terminal.printError(message)
    CoachKitCommand.exit(withError: ExitCode(1))
  }
}
