import Journeys
public import PromptTemplates
public import SourceFiles

/// A journey library that rereads its files when they change, for servers that run while journeys are edited.
///
/// A broken edit never takes effect: the last good version of that journey stays in use, and the problem is reported.
public final class LiveJourneyLibrary: Sendable {
  /// The effects of a reload.
  public struct Reload: Sendable {
    /// The names of the journeys that can be used now.
    public var journeys: [String]
    /// The names of those that keep their last good version because their files are broken.
    public var kept: [String]
    /// All problems that the folder has now.
    public var diagnostics: [Diagnostic]
  }

  private let folder: LiveFolder<JourneyLibrary>

  /// Reads a folder. `prompts` returns the prompts of the moment, against which each journey is checked when it is read.
  ///
  /// Throws ``SourceError`` only if the folder cannot be listed.
  ///
  /// - Parameter texts: The keys of the texts that journeys may name: ``MessageCatalog/keys``.
  public init(
    folder: String, prompts: @escaping @Sendable () -> PromptLibrary,
    texts: [CopyKey] = CopyKey.builtIn, files: any FileSystem = DiskFileSystem()
  ) throws(SourceError) {
    self.folder = try LiveFolder(
      folder: folder, files: files, includes: { $0.hasSuffix(JourneyLibrary.ending) }
    ) { files, lastGood throws(SourceError) in
      try JourneyLibrary(
        folder: folder, prompts: prompts(), texts: texts, files: files, lastGood: lastGood)
    }
  }

  /// The library as of the last reload.
  public var current: JourneyLibrary { folder.current }

  /// Reads the folder again if any file has changed; returns `nil` if none has.
  ///
  /// Throws ``SourceError`` if the folder cannot be listed; the current library then stays in use.
  public func reload() throws(SourceError) -> Reload? {
    guard let (_, after) = try folder.reload() else { return nil }
    return Reload(
      journeys: after.journeys.map(\.name), kept: after.kept, diagnostics: after.diagnostics)
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
