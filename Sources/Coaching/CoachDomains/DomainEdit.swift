public import SourceFiles
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A domain's file as it is on disk.
public struct DomainFile: Sendable, Hashable {
  /// The bytes of the file.
  public var bytes: [UInt8]
  /// What tells this content from any other: 64 hexadecimal digits.
  public var tag: String { ContentDigest(of: bytes).hexadecimal }
}

/// The content that an edit of a domain's file replaces.
public enum DomainEditCondition: Sendable, Hashable {
  /// Whatever is there, or nothing.
  case any
  /// Whatever is there: the domain exists.
  case existing
  /// The content with a tag (``DomainFile/tag``): nobody else has edited it since.
  case unchanged(String)
  /// None: the domain is new.
  case new
}

/// A domain's file after an edit.
public struct SavedDomain: Sendable {
  /// The tag of the new content.
  public var tag: String
  /// Whether there was no such file before.
  public var isNew: Bool
  /// What the file can be used with, but probably does not do as intended.
  public var findings: [Diagnostic]
}

/// Why an edit of a domain was not saved. Everything is as it was before.
public enum DomainEditError: Error, Sendable {
  /// The id cannot be a file's name: it has 1 to 64 lower-case letters, digits, `_` and `-`, and begins with a letter.
  case invalidID
  /// The text is no usable domain.
  case invalid(SourceError)
  /// The file has another content than the edit was made for; `nil` if there is none.
  case changed(tag: String?)
  /// The folder cannot be written to, in the system's words.
  case unwritable(String)
}

extension LiveDomainLibrary {
  /// Returns the file of a domain as it is on disk, also one that is broken; `nil` if there is none.
  public func file(of id: String) -> DomainFile? {
    guard Self.isFileID(id), files.kind(of: path(of: id)) == .file,
      let file = try? files.read(path(of: id))
    else { return nil }
    return DomainFile(bytes: file.bytes)
  }

  /// Checks an edit of a domain as its file is checked, writes it and reads the folder again, so that the next turn uses it.
  ///
  /// The file is replaced as a whole: a concurrent reader sees the old or the new one. Two edits through
  /// libraries of this folder do not overtake each other, also in several processes of one machine; an edit made on disk in the
  /// same moment can be lost.
  ///
  /// Throws ``DomainEditError``, and leaves file and library as they were.
  @discardableResult
  public func save(
    _ bytes: [UInt8], as id: String, replacing condition: DomainEditCondition
  ) throws(DomainEditError) -> SavedDomain {
    try save(bytes, as: id, replacing: condition) { [files] bytes, path in
      guard files is DiskFileSystem else {
        throw SourceError(Diagnostic("folder.memory", "the domains are not on disk"))
      }
      // A temporary file beside it, and then a rename.
      try Data(bytes).write(to: URL(filePath: path), options: .atomic)
    }
  }

  func save(
    _ bytes: [UInt8], as id: String, replacing condition: DomainEditCondition,
    write: (_ bytes: [UInt8], _ path: String) throws -> Void
  ) throws(DomainEditError) -> SavedDomain {
    guard Self.isFileID(id) else { throw .invalidID }
    let path = path(of: id)
    do throws(SourceError) {
      _ = try DomainConfig(SourceFile(path: path, bytes: bytes))
    } catch {
      throw .invalid(error)
    }
    return try editing.withLock { _ throws(DomainEditError) in
      let lock = try lockFolder()
      defer { lock?.release() }
      let before = file(of: id)?.tag
      // A file that cannot be read is there all the same.
      let isThere = files.kind(of: path) != nil
      switch condition {
      case .any: break
      case .existing: guard isThere else { throw .changed(tag: nil) }
      case .unchanged(let tag): guard before == tag else { throw .changed(tag: before) }
      case .new: guard !isThere else { throw .changed(tag: before) }
      }
      do {
        try write(bytes, path)
      } catch {
        throw .unwritable("\(error)")
      }
      var found: [Diagnostic] = []
      do throws(SourceError) {
        _ = try reload()
        found = library.findings.filter { $0.location?.file == path }
      } catch {
        // The file is saved; the next reload that works takes it over.
        found = [
          Diagnostic(
            "domain.reload", "the file is saved, but the folder could not be read again: \(error)",
            severity: .warning, hint: "reload the content")
        ]
      }
      return SavedDomain(tag: DomainFile(bytes: bytes).tag, isNew: !isThere, findings: found)
    }
  }

  /// Locks the folder against edits of other processes; `nil` if it is not on disk.
  private func lockFolder() throws(DomainEditError) -> FileLock? {
    guard files is DiskFileSystem else { return nil }
    switch FileLock.take("\(library.folder)/.domains.lock", waits: true) {
    case .taken(let lock): return lock
    case .held: throw .unwritable("another process edits it")
    case .failed(let reason): throw .unwritable(String(cString: strerror(reason)))
    }
  }

  private static func isFileID(_ id: String) -> Bool { id.isIdentifier(withHyphens: true) }

  private func path(of id: String) -> String {
    "\(library.folder)/\(id)\(DomainLibrary.ending)"
  }
}
