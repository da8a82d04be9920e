import GRDB
import PromptTemplates

/// A failure to store or to read results.
public struct StoreError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What is wrong, in one sentence.
  public var message: String
  /// How to fix it; `nil` if the message says enough.
  public var hint: String?

  package init(_ message: String, hint: String? = nil) {
    self.message = message
    self.hint = hint
  }

  /// The message, followed by the hint on a line of its own.
  public var description: String { hint.map { "\(message)\n  → \($0)" } ?? message }
}

extension StoreError {
  /// Describes a failure of SQLite to the owner of the file: SQLite's own message names neither the file nor a
  /// remedy.
  init(_ error: DatabaseError, at path: String) {
    switch error.resultCode {
    case .SQLITE_NOTADB:
      self.init(
        "'\(path)' is not a database", hint: "move it away: a new one is created if there is none")
    case .SQLITE_CORRUPT:
      self.init(
        "'\(path)' is damaged: parts of it are missing or were overwritten",
        hint: "restore an earlier copy; \"sqlite3 '\(path)' .recover\" reads what is left")
    // All statements are ours, so one that has an error names a table or a column that is not there any more.
    case .SQLITE_ERROR: self = .damagedTables(of: path)
    case .SQLITE_CANTOPEN:
      self.init(
        "'\(path)' cannot be opened", hint: "check the permissions of the file and of its folder")
    case .SQLITE_READONLY, .SQLITE_PERM, .SQLITE_AUTH:
      self.init(
        "'\(path)' cannot be written", hint: "check the permissions of the file and of its folder"
      )
    case .SQLITE_FULL:
      self.init("there is no room for '\(path)'", hint: "make room on its disk")
    case .SQLITE_BUSY, .SQLITE_LOCKED:
      self.init(
        "'\(path)' is locked by another process", hint: "try again when that has ended")
    case .SQLITE_IOERR:
      self.init("'\(path)' cannot be read or written: the disk failed", hint: "check the disk")
    default:
      let reason = error.message ?? "\(error.extendedResultCode)"
      self.init("'\(path)' cannot be used: SQLite says '\(reason)'")
    }
  }
}

extension StoreError {
  /// The error for a file whose tables are not those that this program makes.
  static func damagedTables(of path: String) -> StoreError {
    StoreError(
      "'\(path)' is damaged or was changed by another program: its tables are not those of results",
      hint: "restore an earlier copy")
  }
}

extension EvalStore {
  /// Runs `work`, and rethrows an error of SQLite as a ``StoreError`` that names the file.
  func named<Value>(_ work: () throws -> Value) throws -> Value {
    try Self.named(path, work)
  }

  static func named<Value>(_ path: String, _ work: () throws -> Value) throws -> Value {
    do {
      return try work()
    } catch let error as DatabaseError {
      throw StoreError(error, at: path)
    } catch is RowDecodingError {
      throw StoreError.damagedTables(of: path)
    }
  }

  /// Reads synchronously, even if the caller could wait; ``EvalStore`` has the reason.
  func read<Value>(_ body: (Database) throws -> Value) throws -> Value {
    try named { try database.read(body) }
  }

  /// Writes in a transaction of its own.
  func write<Value>(_ body: (Database) throws -> Value) throws -> Value {
    try named { try database.write(body) }
  }
}
