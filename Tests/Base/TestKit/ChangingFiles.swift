package import SourceFiles
import Synchronization

/// A file system whose files change.
package final class ChangingFiles: FileSystem {
  private let files: Mutex<[String: [UInt8]]>

  package init(_ files: [String: String]) {
    self.files = Mutex(files.mapValues { Array($0.utf8) })
  }

  /// Writes a file, or removes it.
  package func set(_ path: String, _ text: String?) {
    files.withLock { $0[path] = text.map { Array($0.utf8) } }
  }

  /// Writes a file's bytes, which need not be text.
  package func set(_ path: String, bytes: [UInt8]) { files.withLock { $0[path] = bytes } }

  /// Replaces all files at once.
  package func replace(_ other: [String: String]) {
    files.withLock { $0 = other.mapValues { Array($0.utf8) } }
  }

  package func read(_ path: String) throws(SourceError) -> SourceFile {
    guard let bytes = files.withLock({ $0[path] }) else {
      throw SourceError(Diagnostic("file.missing", "no file at '\(path)'"))
    }
    return SourceFile(path: path, bytes: bytes)
  }

  package func names(in folder: String) throws(SourceError) -> [String] {
    let names = files.withLock { $0.keys.filter { $0.hasPrefix("\(folder)/") } }
      .map { String($0.dropFirst(folder.count + 1)) }
    guard !names.isEmpty else {
      throw SourceError(Diagnostic("folder.missing", "no folder at '\(folder)'"))
    }
    return names.sorted()
  }

  package func kind(of path: String) -> FileKind? {
    files.withLock { $0[path] != nil } ? .file : nil
  }
}
