import Synchronization

/// A value that is read from a folder and reread when the folder's files change.
///
/// A file is read again only if its ``FileVersion`` says that it may have changed, and a change is one of its content:
/// saving a file as it was changes nothing. The value is replaced as a whole, so a caller that reads ``current`` once
/// per task sees one consistent state.
package final class LiveFolder<Value: Sendable>: Sendable {
  private struct State {
    var value: Value
    var content: FolderContent
  }

  /// Builds the value from a snapshot of the files and from the previous value, which is nil on the first read.
  package typealias Reading =
    @Sendable (_ files: any FileSystem, _ lastGood: Value?) throws(SourceError) -> Value

  private let folder: String
  private let files: any FileSystem
  private let includes: @Sendable (String) -> Bool
  private let read: Reading
  private let state: Mutex<State>
  /// Held by a reload: of two at once, the one that read older files must not replace what the other one read.
  private let reloading = Mutex(())

  /// Reads a folder.
  ///
  /// `includes` selects the relevant files by name. `read` builds the value; it also receives the previous value, to
  /// fall back on for files that are broken now.
  ///
  /// Throws ``SourceError`` if the folder cannot be listed, and whatever `read` throws.
  package init(
    folder: String, files: any FileSystem, includes: @escaping @Sendable (String) -> Bool,
    read: @escaping Reading
  ) throws(SourceError) {
    self.folder = folder
    self.files = files
    self.includes = includes
    self.read = read
    let content = try FolderContent(of: folder, in: files, where: includes)
    let value = try read(FolderSnapshot(folder: folder, content: content.bytes), nil)
    state = Mutex(State(value: value, content: content))
  }

  /// The value built from the files as they were last read.
  package var current: Value { state.withLock { $0.value } }

  /// Rereads the folder if the contents of its files have changed; returns nil if they have not.
  ///
  /// Throws ``SourceError`` if the folder cannot be listed or `read` throws; ``current`` then keeps its value.
  package func reload() throws(SourceError) -> (before: Value, after: Value)? {
    try reloading.withLock { _ throws(SourceError) in try reloadAlone() }
  }

  private func reloadAlone() throws(SourceError) -> (before: Value, after: Value)? {
    let before = state.withLock { $0 }
    let content = try FolderContent(
      of: folder, in: files, where: includes, known: before.content)
    guard content.bytes != before.content.bytes else {
      state.withLock { $0.content = content }
      return nil
    }
    // From the bytes that were compared: a change made in the meantime is detected by the next reload.
    let after = try read(FolderSnapshot(folder: folder, content: content.bytes), before.value)
    state.withLock { $0 = State(value: after, content: content) }
    return (before.value, after)
  }
}

/// The files of a folder as they were last read.
private struct FolderContent {
  /// The bytes by name; nil for a file that could not be read.
  private(set) var bytes: [String: [UInt8]?] = [:]
  private var versions: [String: FileVersion] = [:]

  /// Reads the files that are not `known` in their present version.
  init(
    of folder: String, in files: any FileSystem, where includes: (String) -> Bool,
    known: FolderContent? = nil
  ) throws(SourceError) {
    for name in try files.names(in: folder) where includes(name) {
      let path = "\(folder)/\(name)"
      // Before the bytes: a change that comes in between makes the next reload read the file again.
      let version = files.version(of: path)
      if let version, version == known?.versions[name], let same = known?.bytes[name] {
        bytes.updateValue(same, forKey: name)
        versions[name] = version
      } else if let read = try? files.read(path) {
        bytes[name] = read.bytes
        versions[name] = version
      } else {
        // A file that cannot be read right now counts as a change, and is tried again.
        bytes.updateValue(nil, forKey: name)
      }
    }
  }
}

/// The files of a folder at one moment; the content of a file that could not be read is nil.
private struct FolderSnapshot: FileSystem {
  var folder: String
  var content: [String: [UInt8]?]

  private func name(of path: String) -> String? {
    path.hasPrefix(folder + "/") ? String(path.dropFirst(folder.count + 1)) : nil
  }

  func read(_ path: String) throws(SourceError) -> SourceFile {
    guard let name = name(of: path), let bytes = content[name] else {
      throw SourceError(Diagnostic("file.missing", "no file at '\(path)'"))
    }
    guard let bytes else {
      throw SourceError(
        Diagnostic("file.unreadable", "'\(path)' cannot be read", hint: "check its permissions"))
    }
    return SourceFile(path: path, bytes: bytes)
  }

  func names(in folder: String) throws(SourceError) -> [String] {
    guard folder == self.folder else {
      throw SourceError(Diagnostic("folder.missing", "no folder at '\(folder)'"))
    }
    return content.keys.sorted()
  }

  func kind(of path: String) -> FileKind? {
    if path == folder { return .folder }
    return name(of: path).flatMap { content[$0] } == nil ? nil : .file
  }
}
