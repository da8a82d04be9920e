public import SourceFiles

/// A set of duties that rereads its files when they change, for a server that runs while a law changes.
///
/// A broken edit never takes effect: the last good version of that file stays in use, and the problem is reported.
public final class LiveDutySet: Reloadable {
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
  public func reload() throws(SourceError) -> FolderReload? {
    guard let (before, after) = try folder.reload() else { return nil }
    return FolderReload(
      from: before.jurisdictions, to: after.jurisdictions, id: \.id, kept: after.kept,
      diagnostics: after.diagnostics)
  }
}
