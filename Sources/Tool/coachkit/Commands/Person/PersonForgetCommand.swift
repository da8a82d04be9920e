import ArgumentParser
import CoachModel
import CoachSignals
import CommandLineSupport
import SourceFiles

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

struct PersonForgetCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "forget",
    abstract: "Forget an item, a message, conversations, days of danger, or the person.",
    discussion: """
      With a conversation, its messages, notes, quotations and patterns are deleted, and everything that was learned \
      only from it; the number of its sessions remains. --history does this for all conversations, but keeps what the \
      person entered, edited or confirmed. --all deletes the file.

      Of deleted items, the record keeps digests, which cannot be turned back into text, so that they are not \
      proposed again. Replies that 'coachkit chat --cache' stored are not part of the record: delete that folder too.

      Examples:
        coachkit person forget --state me.json --item 3f2a
        coachkit person forget --state me.json --conversation chat-new
        coachkit person forget --state me.json --history
        coachkit person forget --state me.json --danger
        coachkit person forget --state me.json --all --yes
      """)

  @OptionGroup var file: PersonFileOptions

  @Option(help: ArgumentHelp("An item of the profile.", valueName: "id"))
  var item: String?

  @Option(help: ArgumentHelp("A message.", valueName: "id"))
  var message: String?

  @Option(help: ArgumentHelp("A conversation.", valueName: "id"))
  var conversation: String?

  @Flag(help: "All conversations, except what the person entered, edited or confirmed.")
  var history = false

  @Flag(help: "The record of days on which a conversation signalled danger.")
  var danger = false

  @Flag(help: "Everything.")
  var all = false

  @Flag(name: .shortAndLong, help: "Do not ask.")
  var yes = false

  func validate() throws {
    let count =
      [item, message, conversation].compactMap { $0 }.count + (all ? 1 : 0)
      + (danger ? 1 : 0) + (history ? 1 : 0)
    guard count == 1 else {
      throw ValidationError(
        "Name one of --item, --message, --conversation, --history, --danger and --all.")
    }
  }

  func run() throws {
    let what =
      all
      ? "everything in \(file.state)"
      : danger
        ? "the days that signalled danger"
        : history ? "all conversations" : item ?? message ?? conversation ?? ""
    let known = try file.read()
    try check(known.record, on: known.today)
    if !yes {
      try Confirmation.ask(
        "\(what) will be forgotten, which cannot be undone", unattended: "confirm it with --yes",
        declined: "\(file.state) is as it was")
    }
    if all {
      // The lock of a chat would write the file again.
      try file.change { _ in }
      try FileManager.default.removeItem(atPath: file.state)
    } else {
      try file.change { file in
        if let item { file.record.remove(item, at: file.now, on: file.today) }
        if let message { file.forget(message: message) }
        if let conversation { file.forget(conversation: conversation) }
        if history { file.forgetHistory() }
        if danger { file.record.crises.delete(on: file.today) }
      }
    }
    Terminal.print("forgotten: \(what)")
  }

  /// Throws if there is nothing with the id, so that a typing error does not look like success.
  private func check(_ record: PersonRecord, on today: CalendarDay) throws {
    if danger, record.crises.entries.isEmpty {
      throw CommandError(
        "there is no day that signalled danger", hint: "'coachkit person show' lists them")
    }
    if let item, !record.learned(on: today).ids.contains(item) {
      throw CommandError(
        "there is no item '\(item)'", hint: "'coachkit person learned' shows the ids")
    }
    let messages =
      record.memory.sessions.flatMap { $0.messages.map(\.id) }
      + record.open.flatMap { $0.messages.map(\.id) }
    if let message, !messages.contains(message) {
      throw CommandError(
        "there is no message '\(message)'", hint: "'coachkit person memory' shows the ids")
    }
    let conversations =
      record.sessions.records.map(\.conversation) + record.open.map(\.conversation)
      + record.memory.sessions.map(\.conversation)
    if let conversation, !conversations.contains(conversation) {
      throw CommandError(
        "there is no conversation '\(conversation)'",
        hint: "there are: \(Set(conversations).sorted().joined(separator: ", "))")
    }
  }
}
