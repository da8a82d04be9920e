#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The few things the libraries ask of a disk, so that tests can run on a disk in memory.
public protocol FileSystem: Sendable {
  /// The content of a file. Throws ``SourceError`` with code `file.missing` or `file.unreadable`.
  func read(_ path: String) throws(SourceError) -> SourceFile

  /// The names (not paths) in a folder, sorted, without hidden ones.
  ///
  /// Throws ``SourceError`` with code `folder.missing`.
  func names(in folder: String) throws(SourceError) -> [String]

  /// Whether something exists at the path, and if so whether it is a folder.
  func kind(of path: String) -> FileKind?
}

/// What a path leads to.
public enum FileKind: Sendable {
  /// Something with content.
  case file
  /// Something with names in it.
  case folder
}

/// The disk of this machine.
public struct LocalFileSystem: FileSystem {
  /// Creates the disk of this machine.
  public init() {}

  /// Reads a file from disk.
  public func read(_ path: String) throws(SourceError) -> SourceFile {
    switch kind(of: path) {
    case nil:
      throw SourceError(
        Diagnostic("file.missing", "no file at '\(path)'", hint: missingHint(path)))
    case .folder:
      throw SourceError(
        Diagnostic("file.unreadable", "'\(path)' is a folder", hint: "name a file inside it"))
    case .file:
      guard let data = FileManager.default.contents(atPath: path) else {
        throw SourceError(
          Diagnostic(
            "file.unreadable", "'\(path)' cannot be read", hint: "check its permissions"))
      }
      return SourceFile(path: path, bytes: Array(data))
    }
  }

  /// Lists a folder on disk.
  public func names(in folder: String) throws(SourceError) -> [String] {
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else {
      throw SourceError(
        kind(of: folder) == .file
          ? Diagnostic(
            "folder.file", "'\(folder)' is a file, and a folder is asked for",
            hint: "name the folder that it lies in: '\(folder.parentFolder)'")
          : Diagnostic("folder.missing", "no folder at '\(folder)'", hint: missingHint(folder)))
    }
    return names.filter { !$0.hasPrefix(".") }.sorted()
  }

  /// Looks a path up on disk.
  public func kind(of path: String) -> FileKind? {
    var isFolder = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else { return nil }
    return isFolder ? .folder : .file
  }

  /// A name that was most likely meant, or where the path was looked up: whoever named it may have done so in a
  /// file, as seen from there.
  private func missingHint(_ path: String) -> String {
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
  /// The name of a file that a misspelt one most likely meant.
  ///
  /// Endings such as `.yaml` are left out of the comparison: by them unlike names look alike. A word of one or two
  /// letters is like any other, and means itself.
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

/// A disk in memory, for tests and for content that comes from elsewhere.
public struct InMemoryFileSystem: FileSystem {
  private let files: [String: [UInt8]]

  /// Creates a disk that holds the given texts by path.
  public init(_ files: [String: String]) {
    self.files = files.mapValues { Array($0.utf8) }
  }

  /// Reads a file from memory.
  public func read(_ path: String) throws(SourceError) -> SourceFile {
    guard let bytes = files[path] else {
      throw SourceError(
        Diagnostic("file.missing", "no file at '\(path)'", hint: files.keys.hint(for: path)))
    }
    return SourceFile(path: path, bytes: bytes)
  }

  /// Lists what lies directly below a folder.
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

  /// Looks a path up in memory.
  public func kind(of path: String) -> FileKind? {
    if files[path] != nil { return .file }
    return files.keys.contains { $0.hasPrefix(path + "/") } ? .folder : nil
  }
}

extension FileSystem {
  /// Reads every file of a folder whose name ends in a suffix, in the order of the names.
  ///
  /// One broken file does not take the others with it: its problems are listed beside what could
  /// be read. Throws ``SourceError`` when there is no such folder.
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
  /// The path of the folder that a path lies in; `.` for a bare name.
  package var parentFolder: String {
    guard let slash = lastIndex(of: "/") else { return "." }
    return slash == startIndex ? "/" : String(self[..<slash])
  }

  /// `a.b` and `yaml` for `a.b.yaml`; the ending is empty where there is none.
  fileprivate var stemAndEnding: (stem: String, ending: String) {
    guard let dot = lastIndex(of: "."), dot != startIndex else { return (self, "") }
    return (String(self[..<dot]), String(self[index(after: dot)...]))
  }

  /// The last part of a path.
  package var fileName: String {
    lastIndex(of: "/").map { String(self[index(after: $0)...]) } ?? self
  }
}
