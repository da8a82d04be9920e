import ArgumentParser
import CoachModel
import CoachSignals
import CommandLineSupport
import Documents

struct PersonPatternsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "patterns",
    abstract: "Show recurring themes of the sessions, dismiss one, or search again.",
    discussion: """
      The coach is told about patterns from five sessions on, and they are searched again after every three. A theme \
      must occur in three sessions. --refresh searches now, without a model.
      """)

  @OptionGroup var file: PersonFileOptions

  @Flag(help: "Search all sessions for patterns again.")
  var refresh = false

  @Option(
    help: ArgumentHelp("Dismiss the pattern with this number for good.", valueName: "number"))
  var dismiss: Int?

  @Flag(help: "Print JSON.")
  var json = false

  func run() throws {
    if refresh { try file.change { $0.record.refreshPatterns() } }
    if let dismiss {
      try file.change { file in
        let texts = Self.texts(file.record)
        guard dismiss > 0, dismiss <= texts.count else {
          throw CommandError(
            "there is no pattern \(dismiss)", hint: "'coachkit person patterns' numbers them")
        }
        file.record.dismissPattern(texts[dismiss - 1], at: file.now, on: file.today)
      }
    }
    let record = try file.read().record
    if json {
      Terminal.print(
        record.person(on: CalendarDay(number: 0), domain: nil).json.printed(.indented(2)))
      return
    }
    let summary = record.patterns.summary
    let texts = Self.texts(record)
    guard !texts.isEmpty else {
      Terminal.print("No patterns yet.")
      return
    }
    for (number, theme) in summary.ranked.enumerated() {
      let domains = theme.domains.isEmpty ? "" : " in \(theme.domains.joined(separator: ", "))"
      Terminal.print(
        "\(number + 1)  \(theme.text.printable)"
          + "  (\(theme.count) sessions\(domains), last \(theme.lastSeen))".inked(.dim))
    }
    for (number, growth) in summary.growth.enumerated() {
      Terminal.print("\(summary.themes.count + number + 1)  has changed: \(growth.printable)")
    }
    let before = summary.themes.count + summary.growth.count
    for (number, note) in summary.styleNotes.enumerated() {
      Terminal.print("\(before + number + 1)  how to talk with you: \(note.printable)")
    }
  }

  /// The texts in the order in which they are numbered.
  private static func texts(_ record: PersonRecord) -> [String] {
    record.patterns.summary.ranked.map(\.text) + record.patterns.summary.growth
      + record.patterns.summary.styleNotes
  }
}
