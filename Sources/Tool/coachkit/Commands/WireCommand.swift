import ArgumentParser
import CoachEngine
import CommandLineSupport
import Documents
import SourceFiles

struct WireCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "wire", abstract: "Print the JSON Schemas of requests, events and outcomes.",
    discussion: """
      The schemas describe the data that a server with CoachKit receives, sends and stores, for programs in other \
      languages and for code generators. Without a name, the names are listed.

      Examples:
        coachkit wire
        coachkit wire request
        coachkit wire --to Documentation/wire
      """)

  @Argument(help: "The name of a schema.")
  var name: String?

  @Option(help: ArgumentHelp("Write all schemas into this folder.", valueName: "folder"))
  var to: String?

  func run() throws {
    if let to {
      for (name, schema) in WireSchemas.all {
        try OutputFile.write(text: "\(to)/\(name).schema.json") { write in
          try write(schema.text(.indented(2)) + "\n")
        }
      }
      return
    }
    let names = WireSchemas.all.map(\.name)
    guard let name else { return names.forEach { Terminal.print($0) } }
    guard let found = WireSchemas.all.first(where: { $0.name == name }) else {
      throw CommandError("there is no schema '\(name)'", hint: names.hint(for: name) ?? "")
    }
    Terminal.print(found.schema.text(.indented(2)))
  }
}
