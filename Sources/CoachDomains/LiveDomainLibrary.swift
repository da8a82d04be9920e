public import SourceFiles

/// A domain library that follows its files, for a server that runs while domains are edited.
///
/// A new file is a new domain at the next look. A broken edit never takes effect: the last good version of that
/// domain stays in force, and what is wrong is reported. Everything else of the same edit takes effect at once.
public final class LiveDomainLibrary: Sendable {
  /// What a reload did.
  public struct Reload: Sendable {
    /// Domains that are new or say something else.
    public var changed: [String]
    /// Domains that are gone.
    public var removed: [String]
    /// Files that count as they last were because they are broken.
    public var kept: [String]
    /// Everything that is wrong now.
    public var diagnostics: [Diagnostic]
  }

  private struct State {
    var library: DomainLibrary
    var set: DomainSet
  }

  private let folder: LiveFolder<State>

  /// Reads a folder. Throws ``SourceError`` only when there is no such folder.
  public init(
    folder: String, files: any FileSystem = LocalFileSystem()
  ) throws(SourceError) {
    self.folder = try LiveFolder(folder: folder, files: files, includes: DomainLibrary.includes) {
      files, lastGood throws(SourceError) in
      let library = try DomainLibrary(
        folder: folder, files: files, lastGood: lastGood?.library)
      return State(library: library, set: DomainSet(library))
    }
  }

  /// The library as it stands now.
  public var library: DomainLibrary { folder.current.library }

  /// The domains and their router as they stand now: take them once for each turn, so that it sees one state.
  public var current: DomainSet { folder.current.set }

  /// Reads the folder anew if anything in it has changed; nil when nothing has.
  ///
  /// Throws ``SourceError`` when the folder is gone; the library stays as it is.
  public func reload() throws(SourceError) -> Reload? {
    guard let (before, after) = try folder.reload() else { return nil }
    let old = before.library.domains.reduce(into: [:]) { $0[$1.id] = $1 }
    let new = after.library.domains.reduce(into: [:]) { $0[$1.id] = $1 }
    return Reload(
      changed: new.filter { old[$0.key] != $0.value }.keys.sorted(),
      removed: old.keys.filter { new[$0] == nil }.sorted(),
      kept: after.library.kept, diagnostics: after.library.diagnostics)
  }

  /// Looks for changes until the task is cancelled, and hands over what each reload did.
  public func watch(
    every interval: Duration = .seconds(1), clock: some Clock<Duration> = ContinuousClock(),
    _ report: (Result<Reload, SourceError>) -> Void
  ) async {
    await LiveFolderWatch.run(every: interval, clock: clock, reload: reload, report: report)
  }
}
