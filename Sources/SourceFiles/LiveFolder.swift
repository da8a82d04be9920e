import Synchronization

/// What is read from a folder, kept in step with its files while a server runs.
///
/// It compares contents, not times: files are small, and an edit within a second is an edit. What is made of them
/// is replaced as a whole, so whoever takes ``current`` once for a piece of work sees one state.
package final class LiveFolder<Value: Sendable>: Sendable {
  private struct State {
    var value: Value
    var content: [String: [UInt8]?]
  }

  /// Makes something of the files, as they were at one moment, and of what was made of them before.
  package typealias Reading =
    @Sendable (_ files: any FileSystem, _ lastGood: Value?) throws(SourceError) -> Value

  private let folder: String
  private let files: any FileSystem
  private let includes: @Sendable (String) -> Bool
  private let read: Reading
  private let state: Mutex<State>

  /// Reads a folder. `includes` says by a file's name whether it matters; `read` makes something of the files, and
  /// is given what was made of them before, for what is broken now.
  ///
  /// Throws ``SourceError`` only when there is no such folder.
  package init(
    folder: String, files: any FileSystem, includes: @escaping @Sendable (String) -> Bool,
    read: @escaping Reading
  ) throws(SourceError) {
    self.folder = folder
    self.files = files
    self.includes = includes
    self.read = read
    let content = try Self.content(of: folder, files, includes)
    let value = try read(FolderSnapshot(folder: folder, content: content), nil)
    state = Mutex(State(value: value, content: content))
  }

  /// What was made of the files as they were last read.
  package var current: Value { state.withLock { $0.value } }

  /// Reads the folder anew if anything in it has changed; nil when nothing has.
  ///
  /// Throws ``SourceError`` when the folder is gone; what was read stays.
  package func reload() throws(SourceError) -> (before: Value, after: Value)? {
    let content = try Self.content(of: folder, files, includes)
    let before = state.withLock { $0 }
    guard content != before.content else { return nil }
    // From the very bytes that were compared: what changes meanwhile is seen at the next look.
    let after = try read(FolderSnapshot(folder: folder, content: content), before.value)
    state.withLock { $0 = State(value: after, content: content) }
    return (before.value, after)
  }

  private static func content(
    of folder: String, _ files: any FileSystem, _ includes: (String) -> Bool
  ) throws(SourceError) -> [String: [UInt8]?] {
    var content: [String: [UInt8]?] = [:]
    for name in try files.names(in: folder) where includes(name) {
      // A file that cannot be read at this moment is a change, too.
      content.updateValue((try? files.read("\(folder)/\(name)"))?.bytes, forKey: name)
    }
    return content
  }
}

/// The files of a folder as they were at one moment; one that could not be read has no bytes.
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

/// Looks for changes of a folder again and again.
package enum LiveFolderWatch {
  /// Reloads until the task is cancelled, and reports what each reload changed, or why it failed.
  package static func run<Change>(
    every interval: Duration, clock: some Clock<Duration>,
    reload: () throws(SourceError) -> Change?, report: (Result<Change, SourceError>) -> Void
  ) async {
    while !Task.isCancelled {
      do throws(SourceError) {
        if let change = try reload() { report(.success(change)) }
      } catch {
        report(.failure(error))
      }
      do { try await clock.sleep(for: interval) } catch { return }
    }
  }
}
