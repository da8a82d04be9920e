import ArgumentParser
import CoachEngine
import CoachModel
import CoachSignals
import CommandLineSupport
import Documents
import LanguageModels

struct PersonMemoryCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "memory",
    abstract: "Search earlier sessions, as the coach does for a message.",
    discussion: """
      Words are compared by their stems. A time in the query, such as "last week", prefers messages of that time.

      Examples:
        coachkit person memory "my sister" --state me.json
        coachkit person memory "what did I say about sleep last month" --state me.json --json
      """)

  @Argument(help: "A message or a few words.")
  var query: String

  @OptionGroup var file: PersonFileOptions

  @Option(help: "The maximum number of results.")
  var limit = 8

  @OptionGroup var meaning: EmbeddingOptions

  @Flag(help: "Print JSON.")
  var json = false

  func validate() throws {
    guard (1...100).contains(limit) else {
      throw ValidationError("--limit must be a number from 1 to 100.")
    }
  }

  func run() async throws {
    let file = try file.read()
    let language = file.record.language
    var query = MemoryQuery(
      query, language: language,
      period: DateMention.past(in: query, language: language, today: file.today),
      today: file.today, limit: limit)
    if let model = try meaning.source()?.model {
      query.embedding = TextEmbedding(
        first: try await model.embeddings(of: [self.query]), by: model)
    }
    let hits = file.record.memory.search(query)
    if json {
      for hit in hits { Terminal.print(hit.json.printed()) }
      return
    }
    if hits.isEmpty { Terminal.print("Nothing found.") }
    for hit in hits {
      Terminal.print(
        "\(hit.day)  \(hit.role == .user ? "you" : "coach")  \(hit.text.printable)"
          + "  (\(hit.message))".inked(.dim))
    }
    if !file.record.remembers {
      Terminal.printError("the person has not agreed to be remembered, so no prompt gets any of it")
    }
  }
}

extension MemoryHit {
  fileprivate var json: JSONValue {
    [
      "day": .string(day.description), "speaker": .string(role == .user ? "person" : "coach"),
      "text": .string(text), "message": .string(message), "session": .string(session),
      "conversation": .string(conversation), "relevance": .number(relevance),
    ]
  }
}
