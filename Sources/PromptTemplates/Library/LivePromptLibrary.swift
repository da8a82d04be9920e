public import SourceFiles
import Conversations
import Synchronization

/// A prompt library that follows its files, for a server that runs while prompts are edited.
///
/// A broken edit never takes effect: the last good version of that prompt stays in force, and what is
/// wrong is reported. Everything else of the same edit takes effect at once.
public final class LivePromptLibrary: Sendable {
  /// What a reload did.
  public struct Reload: Sendable {
    /// Prompts whose text, partials or labels are new, as `name@version`.
    public var changed: [String]
    /// Prompts that are gone.
    public var removed: [String]
    /// Prompts that stand as they were because their files are broken.
    public var kept: [String]
    /// Everything that is wrong now.
    public var diagnostics: [Diagnostic]
  }

  private struct State {
    var library: PromptLibrary
    var content: ContentDigest
  }

  private let folder: String
  private let files: any FileSystem
  private let helpers: [String: TemplateHelper]
  private let state: Mutex<State>

  /// Reads a folder. Throws ``SourceError`` only when there is no such folder.
  public init(
    folder: String, files: any FileSystem = LocalFileSystem(),
    helpers: [String: TemplateHelper] = [:]
  ) throws(SourceError) {
    self.folder = folder
    self.files = files
    self.helpers = helpers
    // The digest first: a change between the two is seen at the next look.
    let content = try Self.content(of: folder, files)
    let library = try PromptLibrary(folder: folder, files: files, helpers: helpers)
    state = Mutex(State(library: library, content: content))
  }

  /// The library as it stands now: take it once for each turn, so that a turn sees one state.
  public var current: PromptLibrary { state.withLock { $0.library } }

  /// Reads the folder anew if anything in it has changed; nil when nothing has.
  ///
  /// Throws ``SourceError`` when the folder is gone; the library stays as it is.
  public func reload() throws(SourceError) -> Reload? {
    let content = try Self.content(of: folder, files)
    let before = state.withLock { $0 }
    guard content != before.content else { return nil }
    let after = try PromptLibrary(
      folder: folder, files: files, helpers: helpers, lastGood: before.library)
    state.withLock { $0 = State(library: after, content: content) }
    return Self.difference(before.library, after)
  }

  /// Looks for changes until the task is cancelled, and hands over what each reload did.
  public func watch(
    every interval: Duration = .seconds(1), clock: some Clock<Duration> = ContinuousClock(),
    _ report: (Result<Reload, SourceError>) -> Void
  ) async {
    while !Task.isCancelled {
      do throws(SourceError) {
        if let reload = try reload() { report(.success(reload)) }
      } catch {
        report(.failure(error))
      }
      do { try await clock.sleep(for: interval) } catch { return }
    }
  }

  private static func difference(_ before: PromptLibrary, _ after: PromptLibrary) -> Reload {
    func digests(_ library: PromptLibrary) -> [String: ContentDigest] {
      library.templates.reduce(into: [:]) { $0[$1.reference] = library.digest(of: $1) }
    }
    let (old, new) = (digests(before), digests(after))
    var changed = Set(new.filter { old[$0.key] != $0.value }.keys)
    for template in after.templates
    where before.labels.entries[template.name] != after.labels.entries[template.name] {
      changed.insert(template.reference)
    }
    return Reload(
      changed: changed.sorted(), removed: old.keys.filter { new[$0] == nil }.sorted(),
      kept: after.kept, diagnostics: after.diagnostics)
  }

  /// A digest of all that a library reads: small files, read again rather than trusting times.
  private static func content(of folder: String, _ files: any FileSystem) throws(SourceError)
    -> ContentDigest
  {
    var parts: [String] = []
    for name in try files.names(in: folder)
    where name.hasSuffix(".prompt") || name == PromptLabels.fileName || name == PromptLock.fileName
    {
      // A file that cannot be read at this moment is a change, too.
      let digest = (try? files.read("\(folder)/\(name)")).map { ContentDigest(of: $0.bytes) }
      parts.append("\(name) \(digest?.hexadecimal ?? "")")
    }
    return ContentDigest(of: parts.joined(separator: "\n"))
  }
}
