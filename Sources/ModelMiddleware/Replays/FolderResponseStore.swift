import JSON
public import LanguageModels
import SourceFiles

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Keeps replies in a folder, one file each, so that they outlast the process.
///
/// A reply in which a secret is found is not kept. A file that cannot be read counts as not there; one that
/// cannot be written is left out, since a cache must not fail a call that went well.
public struct FolderResponseStore: ResponseStore {
  private let folder: String
  private let redactor: Redactor

  /// Creates a store in a folder, which is made when the first reply is kept.
  public init(folder: String, redactor: Redactor = Redactor()) {
    self.folder = folder
    self.redactor = redactor
  }

  /// The reply, if it is there.
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

  /// Foundation leaks a buffer where it reads an empty file.
  private func contents(of file: URL) -> Data? {
    let attributes = try? FileManager.default.attributesOfItem(atPath: file.path())
    // The size is a number of one type or another, as the platform has it.
    guard let size = attributes?[.size].flatMap({ Int("\($0)") }), size > 0 else { return nil }
    return try? Data(contentsOf: file)
  }

  /// Keeps a reply.
  public func keep(_ events: [ModelEvent], for key: ResponseKey, at unixTime: Double) {
    let value: JSONValue = [
      "coachkit_reply": 1, "model": .string(key.model.description),
      "kept": .number(unixTime.rounded()), "events": .array(events.map(\.json)),
    ]
    let text = value.text()
    // The text of the whole reply, too: a secret may be cut in two by its pieces.
    let reply = events.reduce(into: ModelReply()) { $0.add($1) }
    guard redactor.isClean(text), redactor.isClean(reply.words),
      redactor.isClean(reply.reasoning),
      reply.toolCalls.allSatisfy({ redactor.isClean($0.arguments) })
    else { return }
    let url = file(key)
    try? FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try? Data(text.utf8).write(to: url, options: .atomic)
    // Replies are private, as prompts are.
    try? FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: url.path())
  }

  private func file(_ key: ResponseKey) -> URL {
    let name = key.digest.hexadecimal
    return URL(filePath: "\(folder)/\(name.prefix(2))/\(name).json")
  }
}
