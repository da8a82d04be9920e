#if SQLiteUsage || Evals
  import GRDB

  /// A failure of the file of a ``SQLiteUsageStore``.
  public struct SQLiteUsageError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The problem in one sentence, without a full stop.
    public var message: String
    /// How to fix it.
    public var advice: String

    init(_ message: String, advice: String) {
      self.message = message
      self.advice = advice
    }

    /// The message, followed by the advice on the next line.
    public var description: String { "\(message)\n  → \(advice)" }
  }

  extension SQLiteUsageError {
    static func damaged(_ path: String) -> SQLiteUsageError {
      SQLiteUsageError(
        "'\(path)' is damaged, or another program changed it", advice: "restore an earlier copy")
    }

    /// Describes a failure of SQLite, whose own message names neither the file nor a remedy.
    init(_ error: DatabaseError, at path: String) {
      switch error.resultCode {
      case .SQLITE_NOTADB:
        self.init("'\(path)' is not a database", advice: "name another file, or move it away")
      case .SQLITE_CORRUPT, .SQLITE_ERROR: self = .damaged(path)
      case .SQLITE_CANTOPEN:
        self.init("'\(path)' cannot be opened", advice: "create its folder, and check permissions")
      case .SQLITE_READONLY, .SQLITE_PERM, .SQLITE_AUTH:
        self.init(
          "'\(path)' cannot be written",
          advice: "check the permissions of the file and of its folder")
      case .SQLITE_FULL:
        self.init("there is no room for '\(path)'", advice: "make room on its disk")
      case .SQLITE_BUSY, .SQLITE_LOCKED:
        self.init("'\(path)' is locked by another process", advice: "try again when that has ended")
      default:
        self.init(
          "'\(path)' cannot be used: SQLite reports code \(error.extendedResultCode.rawValue)",
          advice: "check the disk, and the permissions of the file")
      }
    }

    static func naming<Value>(_ path: String, _ work: () throws -> Value) throws -> Value {
      do {
        return try work()
      } catch let error as DatabaseError {
        throw SQLiteUsageError(error, at: path)
      }
    }
  }
#endif
