import CoachAccess
import CoachEngine
import CoachModel
import CoachSignals
import CommandLineSupport
import Documents
import SourceFiles

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The people of a plan: a folder of records, one file each, or a file of candidates, one a line.
enum NudgePeople {
  case records(folder: String)
  case candidates(path: String)

  init(_ path: String) throws {
    switch DiskFileSystem().kind(of: path) {
    case .folder?: self = .records(folder: path)
    case .file?: self = .candidates(path: path)
    case nil:
      throw CommandError(
        "there are no people at '\(path)'",
        hint: "name a folder of records, or a file with a candidate on each line")
    }
  }

  /// Gives every candidate in turn, with nothing kept of the ones before. What cannot be read is told and left out.
  /// `access` is a folder of access records with the names of the records; `nil` if nothing is known of trials.
  func forEach(
    access: String?, problem: (String) throws -> Void, _ body: (NudgeCandidate) throws -> Void
  ) throws {
    switch self {
    case .records(let folder):
      try Self.forEachName(in: folder) { name in
        guard name.hasSuffix(".json") else { return }
        let record: PersonRecord
        let known: AccessRecord?
        do throws(SourceError) {
          record = try Self.record(name, in: folder)
          known = try Self.access(name, in: access)
        } catch {
          return try problem("\(error)")
        }
        try body(record.nudgeCandidate(zone: record.zone, access: known))
      }
    case .candidates(let path):
      var stream = try LineStream(path)
      var number = 0
      // Digests of the ids: of two lines about a person, one is out of date, and nobody can tell which.
      var seen: Set<Int> = []
      while let line = try stream.next() {
        number += 1
        let candidate: NudgeCandidate
        do {
          candidate = try NudgeCandidate(json: try JSONValue(parsing: line))
        } catch {
          try problem("\(path), candidate \(number): \(error)")
          continue
        }
        guard seen.insert(candidate.id.hashValue).inserted else {
          throw CommandError(
            "\(path), candidate \(number): '\(candidate.id)' is in the file already",
            hint: "keep the last line of each person")
        }
        try body(candidate)
      }
    }
  }

  /// Reads a record.
  static func record(_ name: String, in folder: String) throws(SourceError) -> PersonRecord {
    let file = try DiskFileSystem().read("\(folder)/\(name)")
    let record = try PersonRecord.document.read(file)
    // The name of the file is how the record is found again.
    guard "\(record.id).json" != name else { return record }
    throw SourceError(
      Diagnostic(
        "nudges.name", "the record of '\(record.id)' is in the file '\(name)'",
        in: file, at: 0, hint: "name it \(record.id).json"))
  }

  /// Reads what is known of a person's access; `nil` if there is no file.
  static func access(_ name: String, in folder: String?) throws(SourceError) -> AccessRecord? {
    guard let path = folder.map({ "\($0)/\(name)" }), OutputFile.isFile(path) else { return nil }
    return try AccessRecord.document.read(try DiskFileSystem().read(path))
  }

  /// Gives the names in a folder, without a list of all.
  private static func forEachName(in folder: String, _ body: (String) throws -> Void) throws {
    guard let stream = opendir(folder) else {
      throw CommandError.unreadable(folder, reason: errno)
    }
    defer { closedir(stream) }
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      try body(name)
    }
  }
}

extension PersonRecord {
  /// The person's time zone; UTC if it is unknown.
  var zone: TimeZoneRules { timeZone.flatMap { try? TimeZoneRules(named: $0) } ?? .utc }
}
