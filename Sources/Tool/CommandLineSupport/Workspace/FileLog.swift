import Documents
import Logging
import PromptTemplates
import Synchronization

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A log handler that appends entries to a file, one JSON object per line, without buffering.
struct FileLog: LogHandler {
  var logLevel = Logger.Level.info
  var metadata: Logger.Metadata = [:]
  private let file: LogFile

  init(path: String) throws {
    file = try LogFile(path: path)
  }

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    var object: JSONObject = [
      "time": .string(Timestamp.now.description), "level": .string(event.level.rawValue),
      "event": .string(event.message.description),
    ]
    let own = metadata.merging(event.metadata ?? [:]) { $1 }
    for (name, value) in own.sorted(by: { $0.key < $1.key }) { object[name] = value.json }
    file.add(JSONValue.object(object).printed() + "\n")
  }
}

extension Logger.MetadataValue {
  fileprivate var json: JSONValue {
    switch self {
    case .string(let text): Int(text).map { .integer($0) } ?? .string(text)
    case .stringConvertible(let value): .string(value.description)
    case .array(let values): .array(values.map(\.json))
    case .dictionary(let values):
      .object(
        values.sorted { $0.key < $1.key }.reduce(into: [:]) { $0[$1.key] = $1.value.json })
    }
  }
}

/// A file to which lines are appended.
private final class LogFile: Sendable {
  private let descriptor: Int32
  private let path: String
  private let hasFailed = Atomic(false)

  init(path: String) throws {
    self.path = path
    let folder = URL(filePath: path).deletingLastPathComponent()
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND, 0o600)
    guard descriptor >= 0 else {
      throw CommandError(
        "\(path) cannot be written: \(String(cString: strerror(errno)))", hint: "name another file")
    }
  }

  deinit { close(descriptor) }

  /// Appends a line in a single write, so that the lines of concurrent tasks do not mix.
  func add(_ line: String) {
    let bytes = Array(line.utf8)
    bytes.withUnsafeBytes { buffer in
      var rest = buffer[...]
      while !rest.isEmpty {
        let written = write(
          descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
        guard written > 0 else { return fail(reason: errno) }
        rest = rest.dropFirst(written)
      }
    }
  }

  /// Reports the first line that could not be written; a call must not fail because of its log.
  private func fail(reason: Int32) {
    guard !hasFailed.exchange(true, ordering: .relaxed) else { return }
    let error = CommandError.unwritable(path, reason: reason)
    Terminal.printError("warning: the log is incomplete: \(error.message)\n  → \(error.hint)")
  }
}
