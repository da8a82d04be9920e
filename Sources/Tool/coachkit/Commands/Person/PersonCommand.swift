import ArgumentParser

struct PersonCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "person",
    abstract: "Show, change, delete or export what is known about a person.",
    discussion: """
      Every command reads the state of a chat, or a record that a backend stores as JSON. Profile entries that a \
      model inferred are only proposals until the person confirms them; patterns and style are used without asking. \
      Entries that are dismissed or deleted are not proposed again, not in similar words either.

      Examples:
        coachkit person show --state me.json
        coachkit person learned --state me.json --confirm 3f2a
        coachkit person memory "my sister" --state me.json
        coachkit person style --state me.json --set brief_detailed=-1
        coachkit person style --state me.json --domain career --set direct_exploratory=-1
        coachkit person forget --state me.json --conversation chat-new
        coachkit person forget --state me.json --history
        coachkit person export --state me.json --to mine.json
      """,
    subcommands: [
      PersonShowCommand.self, PersonLearnedCommand.self, PersonSignalsCommand.self,
      PersonPatternsCommand.self, PersonStyleCommand.self, PersonMemoryCommand.self,
      PersonForgetCommand.self, PersonExportCommand.self,
    ])
}
