import ArgumentParser
import CoachBenchmarks
import CoachModel
import CommandLineSupport
import Documents
import SafetyRules

struct SafetyWordsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "words",
    abstract: "List the common words of the languages that the crisis screen reads.",
    discussion: """
      Writes a file for each language with the words that occur in several messages. The screen treats a message \
      as readable if most of its words are in one of these files.

      --people is the folder of messages that people wrote, as for 'coachkit safety fit'; they are in English. Only \
      single words of them are kept, never sentences.

      Example:
        coachkit safety words --data Evals/safety/training.jsonl --people people --to SafetyRules/Languages/Words
      """)

  @Option(
    help: ArgumentHelp("Texts with their language (.jsonl); may be repeated.", valueName: "path")
  )
  var data: [String]

  @Option(help: ArgumentHelp("The folder of messages that people wrote.", valueName: "folder"))
  var people: String

  @Option(help: ArgumentHelp("The folder to write the files to.", valueName: "folder"))
  var to: String

  func run() throws {
    var words = LanguageWords()
    for path in data {
      let table = try LabelledTable(path, columns: TableColumns(), labels: ["expect", "label"])
      for row in table.rows {
        guard let language = row.language ?? row.fields["language"]?.string else { continue }
        words.add(row.text, language: language)
      }
      for session in table.sessions {
        guard let language = session.fields["language"]?.string else { continue }
        for turn in session.turns { words.add(turn.message.text, language: language) }
      }
    }
    for source in PeopleSource.fitted {
      words.add(byPeople: try source.table(in: people).rows.map(\.text))
    }
    for (language, words) in words.lists.sorted(by: { $0.key < $1.key }) {
      try OutputFile.write(text: "\(to)/\(language).txt") { write in
        try write(words.map { "\($0)\n" }.joined())
      }
      Terminal.print("\(language): \(words.count) words")
    }
  }
}
