#if Server
  import CoachKit
  import Logging
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

  /// Writes each entry of the log as a line of JSON to standard error.
  struct LineLogHandler: LogHandler {
    var logLevel: Logger.Level
    var metadata: Logger.Metadata = [:]
    /// What a line is given to, with its line break.
    var write: @Sendable (String) -> Void = { FileLines.standardError.write($0) }

    init(logLevel: Logger.Level) { self.logLevel = logLevel }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
      get { metadata[key] }
      set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
      var line: JSONObject = [
        "time": .string(
          Date().formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))),
        "level": .string(event.level.rawValue), "message": .string("\(event.message)"),
      ]
      let all = metadata.merging(event.metadata ?? [:]) { _, new in new }
      for (key, value) in all.sorted(by: { $0.key < $1.key }) { line[key] = Self.json(value) }
      write(JSONValue.object(line).text() + "\n")
    }

    private static func json(_ value: Logger.MetadataValue) -> JSONValue {
      switch value {
      case .string(let text): .string(text)
      case .stringConvertible(let value): .string("\(value)")
      case .array(let values): .array(values.map(json))
      case .dictionary(let values):
        .object(
          values.sorted { $0.key < $1.key }
            .reduce(into: JSONObject()) { $0[$1.key] = json($1.value) })
      }
    }
  }

  /// A file to which several threads write whole lines.
  private final class FileLines: Sendable {
    static let standardError = FileLines(STDERR_FILENO)

    private let descriptor: Mutex<Int32>

    init(_ descriptor: Int32) { self.descriptor = Mutex(descriptor) }

    func write(_ line: String) {
      let bytes = Array(line.utf8)
      descriptor.withLock { descriptor in
        var start = 0
        while start < bytes.count {
          let rest = bytes[start...]
          #if canImport(Glibc)
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
          #elseif canImport(Musl)
            let count = rest.withUnsafeBytes { Musl.write(descriptor, $0.baseAddress, $0.count) }
          #else
            let count = rest.withUnsafeBytes { Darwin.write(descriptor, $0.baseAddress, $0.count) }
          #endif
          // A log that cannot be written must not stop the server.
          guard count > 0 else { return }
          start += count
        }
      }
    }
  }
#endif
