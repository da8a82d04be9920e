#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The file system operations that the libraries need, abstracted so that tests can run in memory.
public protocol FileSystem: Sendable {
  /// Reads a file.
  ///
  /// Throws ``SourceError`` with code `file.missing` or `file.unreadable`.
  func read(_ path: String) throws(SourceError) -> SourceFile

  /// Returns the names (not paths) in a folder, sorted, without hidden ones.
  ///
  /// Throws ``SourceError`` with code `folder.missing`; ``DiskFileSystem`` uses `folder.file` if the path is a file.
  func names(in folder: String) throws(SourceError) -> [String]

  /// Returns what exists at a path; nil if nothing does.
  func kind(of path: String) -> FileKind?

  /// Returns a value that differs after every change of a file; nil if the file system cannot tell, which is the
  /// default.
  ///
  /// A folder that is watched reads a file again only if this value is new or nil.
  func version(of path: String) -> FileVersion?
}

extension FileSystem {
  /// Returns nil: whoever wants to know must read the file.
  public func version(of path: String) -> FileVersion? { nil }
}

/// The kind of item at a path.
public enum FileKind: Sendable {
  /// A file with content.
  case file
  /// A folder, which holds names.
  case folder
}

/// The file system of this machine, accessed through Foundation's `FileManager`.
public struct DiskFileSystem: FileSystem {
  /// Creates a view of this machine's file system.
  public init() {}

  /// Reads a file from disk.
  ///
  /// Throws ``SourceError`` with code `file.missing`, or `file.unreadable` for a folder or a file that cannot be
  /// read.
  public func read(_ path: String) throws(SourceError) -> SourceFile {
    switch kind(of: path) {
    case nil:
      throw SourceError(
        Diagnostic("file.missing", "no file at '\(path)'", hint: missingHint(path)))
    case .folder:
      throw SourceError(
        Diagnostic("file.unreadable", "'\(path)' is a folder", hint: "name a file inside it"))
    case .file:
      let type = (try? FileManager.default.attributesOfItem(atPath: path))?[.type]
      if let type = type as? FileAttributeType, type != .typeRegular, type != .typeSymbolicLink {
        throw SourceError(
          Diagnostic(
            "file.unreadable", "'\(path)' is a pipe or a device, not a file",
            hint: "write what it contains to a file, and name that"))
      }
      guard let data = FileManager.default.contents(atPath: path) else {
        throw SourceError(
          Diagnostic(
            "file.unreadable", "'\(path)' cannot be read", hint: "check its permissions"))
      }
      return SourceFile(path: path, bytes: Array(data))
    }
  }

  /// Lists a folder on disk, sorted and without hidden names.
  ///
  /// Throws ``SourceError`` with code `folder.missing`, or `folder.file` if the path is a file.
  public func names(in folder: String) throws(SourceError) -> [String] {
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else {
      throw SourceError(
        kind(of: folder) == .file
          ? Diagnostic(
            "folder.file", "'\(folder)' is a file, not a folder",
            hint: "name its folder: '\(folder.parentFolder)'")
          : Diagnostic("folder.missing", "no folder at '\(folder)'", hint: missingHint(folder)))
    }
    return names.filter { !$0.hasPrefix(".") }.sorted()
  }

  /// Returns whether a path on disk is a file or a folder; nil if it does not exist.
  public func kind(of path: String) -> FileKind? {
    var isFolder = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else { return nil }
    return isFolder ? .folder : .file
  }

  /// Suggests the name that was probably meant, or else shows the absolute path that was looked up, since the path
  /// may come from a file and be relative to another folder.
  private func missingHint(_ path: String) -> String {
    if let target = try? FileManager.default.destinationOfSymbolicLink(atPath: path) {
      return "it is a link to '\(target)', which does not exist"
    }
    let parent = path.parentFolder
    let names = (try? FileManager.default.contentsOfDirectory(atPath: parent)) ?? []
    if let match = names.closestName(to: path.fileName) {
      return "did you mean '\(parent == "." ? match : "\(parent)/\(match)")'?"
    }
    let place = path.resolved(in: FileManager.default.currentDirectoryPath)
    return "the path was looked up as '\(place)'"
  }
}

extension [String] {
  /// Returns the file name that a misspelt one most likely meant.
  ///
  /// Extensions such as `.yaml` are compared separately: included, they would make unrelated names look similar.
  /// Stems of one or two letters are never treated as misspellings, since too many others are as close.
  fileprivate func closestName(to name: String) -> String? {
    let (stem, ending) = name.stemAndEnding
    let near = filter { candidate in
      let other = candidate.stemAndEnding
      guard !candidate.hasPrefix("."), other.stem != stem else { return other.stem == stem }
      let isWord = Swift.min(stem.count, other.stem.count) > 2
      return isWord && [other.stem].closestMatch(to: stem) != nil
        && (other.ending == ending || [other.ending].closestMatch(to: ending) != nil)
    }
    return near.closestMatch(to: name) ?? near.sorted().first
  }
}

/// A file system in memory, for tests and for content that does not come from disk.
public struct InMemoryFileSystem: FileSystem {
  private let files: [String: [UInt8]]

  /// Creates a file system from the bytes of files by path.
  package init(bytes: [String: [UInt8]]) {
    files = bytes
  }

  /// Creates a file system from texts by path.
  public init(_ files: [String: String]) {
    self.files = files.mapValues { Array($0.utf8) }
  }

  /// Reads a file from memory.
  ///
  /// Throws ``SourceError`` with code `file.missing`.
  public func read(_ path: String) throws(SourceError) -> SourceFile {
    guard let bytes = files[path] else {
      throw SourceError(
        Diagnostic("file.missing", "no file at '\(path)'", hint: files.keys.hint(for: path)))
    }
    return SourceFile(path: path, bytes: bytes)
  }

  /// Lists the names directly below a folder, sorted and without hidden ones.
  ///
  /// Throws ``SourceError`` with code `folder.missing` if no file lies below the path.
  public func names(in folder: String) throws(SourceError) -> [String] {
    let below = files.keys.filter { $0.hasPrefix(folder + "/") }
    guard !below.isEmpty else {
      throw SourceError(Diagnostic("folder.missing", "no folder at '\(folder)'"))
    }
    let names = below.map { path in
      String(path.dropFirst(folder.count + 1).prefix { $0 != "/" })
    }
    return Set(names).filter { !$0.hasPrefix(".") }.sorted()
  }

  /// Returns whether a path is a file, or a folder with files below it; nil if it is neither.
  public func kind(of path: String) -> FileKind? {
    if files[path] != nil { return .file }
    return files.keys.contains { $0.hasPrefix(path + "/") } ? .folder : nil
  }
}

extension FileSystem {
  /// Reads every file of a folder whose name ends in a suffix, in name order.
  ///
  /// A broken file does not stop the others: its problems are returned beside the values that could be read. Throws
  /// ``SourceError`` if the folder cannot be listed.
  package func readAll<Value>(
    in folder: String, suffix: String, _ read: (SourceFile) throws(SourceError) -> Value
  ) throws(SourceError) -> (values: [Value], diagnostics: [Diagnostic]) {
    var values: [Value] = []
    var diagnostics: [Diagnostic] = []
    for name in try names(in: folder) where name.hasSuffix(suffix) {
      do throws(SourceError) {
        values.append(try read(try self.read("\(folder)/\(name)")))
      } catch {
        diagnostics += error.diagnostics
      }
    }
    return (values, diagnostics)
  }
}

extension String {
  /// The path of the parent folder; `.` for a bare name.
  package var parentFolder: String {
    guard let slash = lastIndex(of: "/") else { return "." }
    return slash == startIndex ? "/" : String(self[..<slash])
  }

  /// The name split at its last dot: `a.b` and `yaml` for `a.b.yaml`; the ending is empty if there is none.
  fileprivate var stemAndEnding: (stem: String, ending: String) {
    guard let dot = lastIndex(of: "."), dot != startIndex else { return (self, "") }
    return (String(self[..<dot]), String(self[index(after: dot)...]))
  }

  /// The last component of a path.
  package var fileName: String {
    lastIndex(of: "/").map { String(self[index(after: $0)...]) } ?? self
  }
}
