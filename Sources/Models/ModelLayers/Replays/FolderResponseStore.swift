import Documents
public import LanguageModels
import SourceFiles

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A response store that keeps replies in a folder, one file each, so that they outlive the process.
///
/// A reply that contains a secret is not stored. An unreadable file counts as missing. A failed write is reported to the
/// store's owner alone, since a cache must not fail a call that succeeded.
public struct FolderResponseStore: ResponseStore {
  private let folder: String
  private let redactor: Redactor
  private let onFailure: (@Sendable (any Error) -> Void)?

  /// Creates a store; the folder is created when the first reply is stored. Secrets are detected by `redactor`;
  /// `onFailure` is called for each reply that cannot be written.
  public init(
    folder: String, redactor: Redactor = Redactor(),
    onFailure: (@Sendable (any Error) -> Void)? = nil
  ) {
    self.folder = folder
    self.redactor = redactor
    self.onFailure = onFailure
  }

  /// Returns the stored reply; nil if there is none, or it is older than `age`.
  public func events(for key: ResponseKey, notOlderThan age: Duration?, at unixTime: Double)
    -> [ModelEvent]?
  {
    guard let bytes = contents(of: file(key)),
      let json = try? JSONValue(parsing: Array(bytes)), json["coachkit_reply"]?.integer == 1,
      let kept = json["kept"]?.number, let list = json["events"]?.array
    else { return nil }
    if let age, unixTime - kept > age.inSeconds { return nil }
    let events = list.compactMap { ModelEvent($0) }
    return events.count == list.count ? events : nil
  }

  /// Returns the contents of a non-empty file. Foundation leaks a buffer when it reads an empty one.
  private func contents(of file: URL) -> Data? {
    let attributes = try? FileManager.default.attributesOfItem(atPath: file.path())
    // The numeric type of the size depends on the platform.
    guard let size = attributes?[.size].flatMap({ Int("\($0)") }), size > 0 else { return nil }
    return try? Data(contentsOf: file)
  }

  /// Stores a reply, unless it contains a secret.
  public func keep(_ events: [ModelEvent], for key: ResponseKey, at unixTime: Double) {
    let value: JSONValue = [
      "coachkit_reply": 1, "model": .string(key.model.fullName),
      "kept": .number(unixTime.rounded()), "events": .array(events.map(\.json)),
    ]
    let text = value.text()
    // The joined text is checked, too: a secret can be split across two deltas.
    let reply = events.reduce(into: ModelReply()) { $0.add($1) }
    guard redactor.isClean(text), redactor.isClean(reply.words),
      redactor.isClean(reply.reasoning),
      reply.toolCalls.allSatisfy({ redactor.isClean($0.arguments) })
    else { return }
    let url = file(key)
    do {
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: url, options: .atomic)
      // Replies are as private as prompts.
      try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: url.path())
    } catch {
      onFailure?(error)
    }
  }

  private func file(_ key: ResponseKey) -> URL {
    let name = key.digest.hexadecimal
    return URL(filePath: "\(folder)/\(name.prefix(2))/\(name).json")
  }
}
