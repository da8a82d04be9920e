import ArgumentParser
import CommandLineSupport
import EvalGraders
import PromptEvals
import SourceFiles

struct EvalGradersCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "graders",
    abstract:
      "List the kinds of graders, or explain one: what it measures, its options, an example.",
    discussion: """
      Examples:
        coachkit eval graders
        coachkit eval graders length
      """)

  @Argument(help: "A kind.")
  var name: String?

  @Flag(help: "Print the reference of all kinds in Markdown.")
  var markdown = false

  func validate() throws {
    guard name == nil || !markdown else {
      throw ValidationError("--markdown is of all kinds: leave out the name.")
    }
  }

  func run() throws {
    let registry = try GraderRegistry.standard.checked()
    if let name {
      guard let kind = registry.kind(name) else {
        throw CommandError(
          "there is no grader '\(name)'",
          hint: registry.names.hint(for: name) ?? "run 'coachkit eval graders'")
      }
      Terminal.print(wrapped(registry.text(of: kind)))
    } else if markdown {
      Terminal.print(registry.markdown, terminator: "")
    } else {
      var table = TextTable([("grader", .left), ("judges", .left), ("what it demands", .left)])
      for kind in registry.kinds {
        let documentation = kind.documentation
        table.add([documentation.name, documentation.scope.rawValue, documentation.summary])
      }
      Terminal.print(table.lines.joined(separator: "\n"))
      Terminal.print("\nmore on one: coachkit eval graders NAME".inked(.dim))
    }
  }

  /// Wraps the text at the terminal's width and keeps its indentation.
  private func wrapped(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      let indentation = line.prefix { $0 == " " }
      var wrapper = LineWrapper(width: Terminal.width, indentation: indentation.count)
      let words = wrapper.feed(String(line.dropFirst(indentation.count)))
      return indentation + words + wrapper.flush()
    }.joined(separator: "\n")
  }
}
