import ArgumentParser
import CommandLineSupport
import SourceFiles

/// Runs for `coachkit eval` without a known subcommand.
struct EvalUnknownCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "unknown", abstract: "Suggest the command that was probably intended.",
    shouldDisplay: false)

  @Argument(parsing: .captureForPassthrough, help: .hidden)
  var words: [String] = []

  func run() throws {
    guard let word = words.first else { throw CleanExit.helpRequest(EvalCommand.self) }
    let commands = EvalCommand.configuration.groupedSubcommands.flatMap { $0.subcommands }
    let names = commands.compactMap { $0.configuration.commandName }
    let hint = names.closestMatch(to: word).map { "did you mean '\($0)'?" }
    Terminal.printError(
      "error: there is no command 'eval \(word)'\n  → \(hint ?? "see 'coachkit eval --help'")")
    throw ExitCode.validationFailure
  }
}
