import ArgumentParser
import CoachModel
import CoachSignals
import CommandLineSupport
import Documents

struct PersonExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Write everything that is stored about the person, to keep or to import elsewhere.",
    discussion: """
      The JSON is the person's record, which every command and CoachKit's library can read. --markdown writes a \
      version for people to read.
      """)

  @OptionGroup var file: PersonFileOptions

  @Option(help: ArgumentHelp("The file; standard output by default.", valueName: "file"))
  var to: String?

  @Flag(help: "Write the sessions and everything that was learned as Markdown.")
  var markdown = false

  func run() throws {
    let file = try file.read()
    let text = markdown ? Self.markdown(file) : file.record.json.text(.indented(2)) + "\n"
    guard let to else {
      Terminal.show(text)
      return
    }
    try OutputFile.write(text: to, isPrivate: true) { write in try write(text) }
    Terminal.printError("written to \(to)")
  }

  private static func markdown(_ file: PersonFile) -> String {
    var text = "# What I've learned\n\n"
    for line in LearnedText(file.record, on: file.today).text.split(separator: "\n") {
      text += line.hasPrefix("  ") ? "- \(line.dropFirst(2))\n" : "\n## \(line)\n\n"
    }
    text += "\n# Sessions\n"
    for session in file.record.sessions.records {
      text += "\n## \(session.day): \(session.title ?? session.figures.domain ?? "a session")\n\n"
      text += "\(session.summary ?? "\(session.figures.messages) messages.")\n"
      if let question = session.openQuestion { text += "\nLeft open: \(question)\n" }
    }
    return text
  }
}
