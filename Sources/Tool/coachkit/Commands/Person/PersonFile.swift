import ArgumentParser
import CoachAccess
import CoachEngine
import CoachModel
import CoachSignals
import CommandLineSupport
import Documents
import LanguageModels
import SourceFiles

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The file with a person's record: a chat's state, or the record alone as JSON.
struct PersonFileOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The file: a chat's --state, or a record as JSON.", valueName: "file"))
  var state: String

  @OptionGroup var time: TimeZoneOption

  /// Reads the file.
  func read() throws -> PersonFile { try PersonFile(state, time: time) }

  /// Changes the record in the file, which no chat may be using, and writes it back.
  func change(_ work: (inout PersonFile) throws -> Void) throws {
    let lock = try ChatState.lock(state, hint: "end the chat first")
    defer { lock.release() }
    var file = try read()
    try work(&file)
    try file.write()
  }
}

/// A person's record with the file that it is kept in.
struct PersonFile {
  private enum Content {
    case chat(ChatState)
    case record(PersonRecord)
  }

  let path: String
  private var content: Content
  /// The time of the person, which a chat may have set forward, in seconds since 1970.
  let now: Double
  /// The person's time zone.
  let zone: TimeZoneRules
  /// The person's day.
  let today: CalendarDay

  init(_ path: String, time: TimeZoneOption) throws {
    self.path = path
    let file = try DiskFileSystem().read(path)
    let root = try DocumentNode.parseJSON(file)
    var now = CallClock.system.unixTime()
    if root.json["format"] != nil {
      let chat = try ChatState(file, salt: UUID().uuidString, on: CalendarDay(unixTime: now))
      now += Double(chat.clockOffset)
      content = .chat(chat)
    } else {
      content = .record(try PersonRecord.document.read(file))
    }
    self.now = now
    let name =
      switch content {
      case .chat(let chat): chat.record.timeZone
      case .record(let record): record.timeZone
      }
    zone = try time.rules(of: name)
    today = zone.day(at: now)
  }

  var record: PersonRecord {
    get {
      switch content {
      case .chat(let chat): chat.record
      case .record(let record): record
      }
    }
    set {
      switch content {
      case .chat(var chat):
        chat.record = newValue
        content = .chat(chat)
      case .record: content = .record(newValue)
      }
    }
  }

  /// The person's access, which only a chat's file has.
  var access: AccessRecord? {
    if case .chat(let chat) = content { chat.access } else { nil }
  }

  /// Forgets a conversation, with its messages if the file has them.
  mutating func forget(conversation id: String) {
    guard case .chat(var chat) = content, chat.conversation.id == id else {
      record.forget(conversation: id)
      return
    }
    chat.forgetConversation()
    content = .chat(chat)
  }

  /// Forgets all conversations, with the messages that the file has.
  mutating func forgetHistory() {
    if case .chat(var chat) = content {
      chat.forgetConversation()
      content = .chat(chat)
    }
    record.forgetHistory()
  }

  /// Forgets a message, also where the file has the conversation.
  mutating func forget(message id: String) {
    let record = record
    let texts =
      record.open.flatMap(\.messages).filter { $0.id == id }.map { Message($0.role, $0.text) }
      + record.memory.sessions.flatMap(\.messages).filter { $0.id == id }.map {
        Message($0.role, $0.text)
      }
    self.record.forget(messages: [id])
    guard case .chat(var chat) = content else { return }
    chat.forget(texts)
    content = .chat(chat)
  }

  /// Writes the file so that nobody else can read it.
  func write() throws {
    switch content {
    case .chat(let chat): try chat.write(to: path)
    case .record(let record):
      try OutputFile.write(text: path, isPrivate: true) { write in
        try write(record.json.text(.indented(2)) + "\n")
      }
    }
  }
}
