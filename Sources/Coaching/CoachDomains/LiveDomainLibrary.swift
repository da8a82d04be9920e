public import SourceFiles
import Synchronization

/// A domain library that reloads its files, for a server that keeps running while domains are edited.
///
/// A new file becomes a new domain with the next reload. A broken edit never takes effect: the last good version of
/// that domain stays in use, and the problem is reported. All other changes of the same edit take effect
/// immediately.
public final class LiveDomainLibrary: Sendable {
  /// The changes made by a reload.
  public struct Reload: Sendable {
    /// The ids of domains that are new or have changed, sorted.
    public var changed: [String]
    /// The ids of domains whose files were removed, sorted.
    public var removed: [String]
    /// The names, without extension, of broken files whose last good version stays in use.
    public var kept: [String]
    /// All current problems, including those of earlier edits.
    public var diagnostics: [Diagnostic]
  }

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
  public func reload() throws(SourceError) -> Reload? {
    guard let (before, after) = try folder.reload() else { return nil }
    let old = before.library.domains.reduce(into: [:]) { $0[$1.id] = $1 }
    let new = after.library.domains.reduce(into: [:]) { $0[$1.id] = $1 }
    return Reload(
      changed: new.filter { old[$0.key] != $0.value }.keys.sorted(),
      removed: old.keys.filter { new[$0] == nil }.sorted(),
      kept: after.library.kept, diagnostics: after.library.diagnostics)
  }

  /// Checks for changes at an interval until the task is cancelled and reports every reload, and once each reason why
  /// the folder cannot be read. It does not run on the caller's actor.
  public func watch(
    every interval: Duration = .seconds(1), clock: some Clock<Duration> = ContinuousClock(),
    _ report: @Sendable (Result<Reload, SourceError>) -> Void
  ) async {
    await LiveFolderWatch.run(
      every: interval, clock: clock, reload: { () throws(SourceError) in try reload() },
      report: report)
  }
}
