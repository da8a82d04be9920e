import ArgumentParser
import CoachModel
import CoachSignals
import CommandLineSupport
import Documents
import SourceFiles

struct PersonLearnedCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "learned",
    abstract: "Show what was learned and from where, and confirm, change or remove it.",
    discussion: """
      Everything shown has an id, which may be shortened to its first characters: items and proposals, patterns, \
      styles, progress on goals, and shares of domains. Removed entries do not come back.

      Examples:
        coachkit person learned --state me.json
        coachkit person learned --state me.json --confirm 3f2a --confirm 90bb
        coachkit person learned --state me.json --remove 3f2a
        coachkit person learned --state me.json --remove style/career
        coachkit person learned --state me.json --edit 3f2a --text "leave at five"
        coachkit person learned --state me.json --add goals --text "learn to sail"
      """)

  @OptionGroup var file: PersonFileOptions

  @Option(
    parsing: .singleValue,
    help: ArgumentHelp("Confirm a proposal; may be repeated.", valueName: "id"))
  var confirm: [String] = []

  @Option(
    parsing: .singleValue,
    help: ArgumentHelp("Remove the entry with this id; may be repeated.", valueName: "id"))
  var remove: [String] = []

  @Option(help: ArgumentHelp("Replace an item's text by --text.", valueName: "id"))
  var edit: String?

  @Option(
    help: ArgumentHelp(
      "Add --text to this category: values, goals or situation.", valueName: "category"))
  var add: String?

  @Option(help: "The text for --edit or --add.")
  var text: String?

  @Flag(help: "Print JSON.")
  var json = false

  func validate() throws {
    guard edit == nil || add == nil else {
      throw ValidationError("--edit and --add need a text each: repeat the command.")
    }
    guard (edit != nil || add != nil) == (text != nil) else {
      throw ValidationError("--text belongs to --edit or --add, and they need it.")
    }
    if let text, text.allSatisfy(\.isWhitespace) { throw ValidationError("--text is empty.") }
    guard let add else { return }
    let known = ProfileCategory.standard.map(\.rawValue)
    if ProfileCategory(rawValue: add) == nil {
      throw ValidationError(
        "'\(add)' is no category; write values, goals, situation, or a name of lower-case letters and '_'."
      )
    }
    if !known.contains(add), let near = known.closestMatch(to: add) {
      throw ValidationError("'\(add)' is no category; did you mean '\(near)'?")
    }
  }

  func run() throws {
    if !confirm.isEmpty || !remove.isEmpty || edit != nil || add != nil {
      try file.change { try change(&$0) }
    }
    let file = try file.read()
    if json {
      Terminal.print(file.record.profile.json.printed(.indented(2)))
      return
    }
    Terminal.print(LearnedText(file.record, on: file.today).text.printable)
    let proposals = file.record.learned(on: file.today).proposals
    guard !proposals.isEmpty else { return }
    Terminal.print("\nProposed; nothing of it is used before it is confirmed:")
    for item in proposals {
      Terminal.print("  \(item.line)  (\(item.origin), \(item.id))".printable)
    }
  }

  private func change(_ file: inout PersonFile) throws {
    for id in confirm {
      let item = try item(id, among: file.record.profile.items.map(\.id))
      guard file.record.confirm(item, at: file.now, on: file.today) else {
        throw CommandError("'\(id)' is no proposal", hint: "it is confirmed already")
      }
    }
    for id in remove {
      let item = try item(
        id, among: file.record.learned(on: file.today).ids)
      file.record.remove(item, at: file.now, on: file.today)
    }
    guard let text else { return }
    if let edit {
      let item = try item(edit, among: file.record.profile.items.map(\.id))
      file.record.edit(item, text: text, on: file.today)
    } else if let category = add.flatMap(ProfileCategory.init(rawValue:)) {
      file.record.add(text, category: category, on: file.today)
    }
  }

  /// Returns the id of the one item that begins with a text.
  private func item(_ start: String, among ids: [String]) throws -> String {
    if ids.contains(start) { return start }
    let found = ids.filter { $0.hasPrefix(start) }
    guard found.count == 1, let id = found.first else {
      throw CommandError(
        found.isEmpty ? "there is no item '\(start)'" : "'\(start)' is the start of several ids",
        hint: "'coachkit person learned' shows the ids")
    }
    return id
  }
}
