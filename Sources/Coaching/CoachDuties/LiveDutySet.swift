public import SourceFiles

/// A set of duties that rereads its files when they change, for a server that runs while a law changes.
///
/// A broken edit never takes effect: the last good version of that file stays in use, and the problem is reported.
public final class LiveDutySet: Sendable {
  /// The changes made by a reload.
  public struct Reload: Sendable {
    /// The ids of jurisdictions that are new or have changed, sorted.
    public var changed: [String]
    /// The ids of jurisdictions whose files were removed, sorted.
    public var removed: [String]
    /// The ids of broken files whose last good version stays in use.
    public var kept: [String]
    /// All current problems, including those of earlier edits.
    public var diagnostics: [Diagnostic]
  }

  private let folder: LiveFolder<DutySet>

  /// Reads a folder. Throws ``SourceError`` only if the folder cannot be listed; broken files are reported in the set's
  /// diagnostics.
  public init(folder: String, files: any FileSystem = DiskFileSystem()) throws(SourceError) {
    self.folder = try LiveFolder(
      folder: folder, files: files, includes: { $0.hasSuffix(JurisdictionDuties.ending) }
    ) { files, lastGood throws(SourceError) in
      try DutySet(folder: folder, files: files, lastGood: lastGood)
    }
  }

  /// The duties as of the last successful reload. Read this once for each turn, so that the turn sees one state.
  public var current: DutySet { folder.current }

  /// Reads the folder again if any file has changed; returns `nil` if none has.
  ///
  /// Throws ``SourceError`` if the folder cannot be listed; the current set then stays in use.
  public func reload() throws(SourceError) -> Reload? {
    guard let (before, after) = try folder.reload() else { return nil }
    let old = before.jurisdictions.reduce(into: [:]) { $0[$1.id] = $1 }
    let new = after.jurisdictions.reduce(into: [:]) { $0[$1.id] = $1 }
    return Reload(
      changed: new.filter { old[$0.key] != $0.value }.keys.sorted(),
      removed: old.keys.filter { new[$0] == nil }.sorted(), kept: after.kept,
      diagnostics: after.diagnostics)
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
