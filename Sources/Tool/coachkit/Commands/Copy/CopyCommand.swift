import ArgumentParser
import CoachEngine
import CoachModel
import CommandLineSupport
import Documents
import SourceFiles

struct CopyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "copy",
    abstract: "Show the texts that no model writes, with their keys.",
    discussion: """
      Placeholders are in braces. Sentences with a placeholder whose value is unknown are left out. --copy-file \
      checks a file, and its texts override the built-in ones.

      Examples:
        coachkit copy
        coachkit copy usage --language de
        coachkit copy --copy-file copy.yaml --json
      """)

  @Argument(help: ArgumentHelp("The beginning of keys; all by default.", valueName: "key"))
  var prefix = ""

  @Option(help: ArgumentHelp("The language (BCP 47).", valueName: "tag"))
  var language = "en"

  @Flag(help: "Print JSON.")
  var json = false

  @OptionGroup var options: CopyOptions

  func validate() throws {
    guard language.isLanguageTag else {
      throw ValidationError("'\(language)' is not a language tag: write one such as de, or es-MX.")
    }
  }

  func run() throws {
    let catalog = try options.catalog()
    let entries = catalog.entries(in: language).filter { $0.key.rawValue.hasPrefix(prefix) }
    guard !entries.isEmpty else {
      throw CommandError(
        "no key begins with '\(prefix)'",
        hint: catalog.keys.map(\.rawValue).hint(for: prefix) ?? "run it without a key to see all")
    }
    if json {
      Terminal.print(JSONValue.array(entries.map(CopyEntry.form.write)).printed(.indented(2)))
      return
    }
    for entry in entries {
      let isOther = entry.language != catalog.resolvedLanguage(for: language)
      Terminal.print(entry.key.rawValue.inked(.bold) + (isOther ? "  (\(entry.language))" : ""))
      for text in [entry.one, entry.text].compactMap(\.self) {
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
          Terminal.print("  \(line)")
        }
      }
    }
  }
}
