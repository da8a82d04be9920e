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
      case .stringConvertible(let value):
        (value as? Int).map { .integer($0) } ?? .string("\(value)")
      case .array(let values): .array(values.map(json))
      case .dictionary(let values):
        .object(
          values.sorted { $0.key < $1.key }
            .reduce(into: JSONObject()) { $0[$1.key] = json($1.value) })
      }
    }
  }

  /// A file to which several threads write whole lines. A line for which there is no room is lost: a log that nobody reads must
  /// not stop the server.
  private final class FileLines: Sendable {
    static let standardError = FileLines(STDERR_FILENO)

    /// What a pipe takes at once or not at all (POSIX).
    private static let piece = 512

    private let descriptor: Int32
    /// Whether the last line was cut off for lack of room.
    private let isTorn = Mutex(false)

    init(_ descriptor: Int32) { self.descriptor = descriptor }

    func write(_ line: String) {
      isTorn.withLock { isTorn in
        // A fragment must not make the next line unreadable, too.
        let bytes = isTorn ? [UInt8(ascii: "\n")] + Array(line.utf8) : Array(line.utf8)
        var start = 0
        while start < bytes.count {
          var room = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
          let isReady = poll(&room, 1, 0)
          if isReady < 0, errno == EINTR { continue }
          guard isReady == 1, room.revents & Int16(POLLOUT) != 0 else { break }
          let rest = bytes[start..<min(start + Self.piece, bytes.count)]
          let count = rest.withUnsafeBytes { Self.write(descriptor, $0) }
          if count < 0, errno == EINTR { continue }
          guard count > 0 else { break }
          start += count
        }
        if start > 0 { isTorn = start < bytes.count }
      }
    }

    private static func write(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
      #if canImport(Glibc)
        Glibc.write(descriptor, bytes.baseAddress, bytes.count)
      #elseif canImport(Musl)
        Musl.write(descriptor, bytes.baseAddress, bytes.count)
      #else
        Darwin.write(descriptor, bytes.baseAddress, bytes.count)
      #endif
    }
  }
#endif
