public import SourceFiles

/// The texts of a file that is reread when it changes, for servers that run while texts are edited.
///
/// The file may have any subset of the texts; the others are those of a base. A broken edit never takes effect: the texts
/// stay as they were, and the problem is reported.
public final class LiveMessageCatalog: Reloadable {
  private struct Texts: Sendable {
    var catalog: MessageCatalog
    var diagnostics: [Diagnostic] = []
  }

  private let folder: LiveFolder<Texts>

  /// Reads a file in the form of `copy.yaml`.
  ///
  /// Throws ``SourceError`` if it cannot be read, and with all problems in it.
  ///
  /// - Parameters:
  ///   - base: The texts that the file overrides.
  ///   - keys: The keys of texts that a product adds.
  public init(
    path: String, over base: MessageCatalog = .builtIn, keys: [CopyKey] = [],
    files: any FileSystem = DiskFileSystem()
  ) throws(SourceError) {
    let name = path.fileName
    let parent = String(path.dropLast(name.count))
    // Without its slash, except the root's; a bare name lies in the current folder.
    let folder = parent.isEmpty ? "." : parent.count > 1 ? String(parent.dropLast()) : parent
    self.folder = try LiveFolder(folder: folder, files: files, includes: { $0 == name }) {
      (files, lastGood) throws(SourceError) in
      do throws(SourceError) {
        let bytes = try files.read("\(folder)/\(name)").bytes
        let own = try MessageCatalog(SourceFile(path: path, bytes: bytes), keys: keys)
        return Texts(catalog: base.overridden(by: own))
      } catch {
        guard let lastGood else { throw error }
        return Texts(catalog: lastGood.catalog, diagnostics: error.diagnostics)
      }
    }
  }

  /// The texts as of the last reload.
  public var current: MessageCatalog { folder.current.catalog }

  /// The problems of the file as it was last read; empty if its texts are in use.
  public var diagnostics: [Diagnostic] { folder.current.diagnostics }

  /// Reads the file again if it has changed; returns `nil` if it has not. The ids of a change are the keys of the texts,
  /// and `formats`; a broken file is kept as `copy`.
  ///
  /// Throws ``SourceError`` if its folder cannot be listed; the current texts then stay in use.
  public func reload() throws(SourceError) -> FolderReload? {
    guard let (before, after) = try folder.reload() else { return nil }
    return FolderReload(
      changed: after.catalog.differences(from: before.catalog),
      kept: after.diagnostics.isEmpty ? [] : ["copy"], diagnostics: after.diagnostics)
  }
}

extension MessageCatalog {
  /// The keys whose texts another catalog has otherwise or not at all, in the order of declaration.
  func differences(from other: MessageCatalog) -> [String] {
    let keys = keys + other.keys.filter { !self.keys.contains($0) }
    return keys.filter { texts[$0] != other.texts[$0] }.map(\.rawValue)
      + (formats == other.formats ? [] : ["formats"])
  }
}
