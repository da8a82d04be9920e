public import SourceFiles
import Synchronization

/// A domain library that reloads its files, for a server that keeps running while domains are edited.
///
/// A new file becomes a new domain with the next reload. A broken edit never takes effect: the last good version of
/// that domain stays in use, and the problem is reported. All other changes of the same edit take effect
/// immediately.
public final class LiveDomainLibrary: Reloadable {
  private struct State {
    var library: DomainLibrary
    var set: DomainSet
  }

  private let folder: LiveFolder<State>
  let files: any FileSystem
  /// Held by the edit that is being saved.
  let editing = Mutex(())

  /// Reads a folder. Throws ``SourceError`` only if the folder cannot be listed; broken files are reported in the
  /// library's diagnostics.
  public init(
    folder: String, files: any FileSystem = DiskFileSystem()
  ) throws(SourceError) {
    self.files = files
    self.folder = try LiveFolder(folder: folder, files: files, includes: DomainLibrary.includes) {
      files, lastGood throws(SourceError) in
      let library = try DomainLibrary(
        folder: folder, files: files, lastGood: lastGood?.library)
      return State(library: library, set: DomainSet(library))
    }
  }

  /// The library as of the last successful reload.
  public var library: DomainLibrary { folder.current.library }

  /// The current domains and their router. Read this once for each turn, so that the turn sees one state.
  public var current: DomainSet { folder.current.set }

  /// Reads the folder again if any file has changed; returns `nil` if none has.
  ///
  /// Throws ``SourceError`` if the folder cannot be listed; the current library then stays in use.
  public func reload() throws(SourceError) -> FolderReload? {
    guard let (before, after) = try folder.reload() else { return nil }
    return FolderReload(
      from: before.library.domains, to: after.library.domains, id: \.id,
      kept: after.library.kept, diagnostics: after.library.diagnostics)
  }
}
