import ArgumentParser
import CoachBenchmarks
import CommandLineSupport
import JSON
import SafetyRules

struct SafetyWordsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "words",
    abstract: "List the common words of the languages that the crisis screen reads.",
    discussion: """
      It writes a file for each language, with the words of at least --minimum messages. The screen takes a message for \
      one that it can read if most of its words are in one of these files.

      Example:
        coachkit safety words --data Evals/safety/training.jsonl --to SafetyRules/Languages/Words
      """)

  @Option(
    help: ArgumentHelp("Messages with their language (.jsonl); may be repeated.", valueName: "path")
  )
  var data: [String]

  @Option(help: ArgumentHelp("In how many messages a word occurs at least.", valueName: "count"))
  var minimum = 2

  @Option(help: ArgumentHelp("Where to write the files.", valueName: "folder"))
  var to: String

  func run() throws {
    var texts: [String: [String]] = [:]
    for path in data {
      for row in try LabelledTable(path, columns: TableColumns(), labels: ["expect"]).rows {
        guard let language = row.language ?? row.fields["language"]?.string else { continue }
        texts[language, default: []].append(row.text)
      }
    }
    for (language, texts) in texts.sorted(by: { $0.key < $1.key }) {
      let words = KnownWords.common(in: texts, minimum: minimum)
      try OutputFile.write(text: "\(to)/\(language).txt") { write in
        try write(words.map { "\($0)\n" }.joined())
      }
      Terminal.print("\(language): \(words.count) words of \(texts.count) messages")
    }
  }
}
