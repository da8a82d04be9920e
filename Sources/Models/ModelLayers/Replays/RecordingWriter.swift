import LanguageModels
import Synchronization

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Collects the replies of a run and writes them as one recording; see ``RecordingLayer``.
public final class RecordingWriter: Sendable {
  private let path: String
  private let header: RecordingHeader
  private struct State {
    var replies: [String: RecordedReply] = [:]
    var leftOut: [String] = []
  }

  private let state = Mutex(State())

  /// Creates a writer; nothing is written before ``finish()``.
  public init(path: String, header: RecordingHeader) {
    self.path = path
    self.header = header
  }

  /// Adds a reply. A second reply to the same request is ignored: a recording has one reply per request.
  public func add(_ reply: RecordedReply) {
    state.withLock { state in
      guard let known = state.replies[reply.request] else {
        state.replies[reply.request] = reply
        return
      }
      if known.events != reply.events { state.leftOut.append(reply.label ?? reply.request) }
    }
  }

  /// The labels, or without one the digests, of requests that got a second, different reply, which was ignored.
  public var leftOut: [String] { state.withLock { $0.leftOut } }

  /// Writes the file atomically, and creates its folder if necessary. Throws the error of the file system.
  ///
  /// Replies are sorted by label, so that two recordings of one suite can be compared line by line,
  /// independent of the order in which calls ended.
  public func finish() throws {
    let ordered = state.withLock { Array($0.replies.values) }.sorted { left, right in
      (left.label ?? "", left.request) < (right.label ?? "", right.request)
    }
    let lines = Recording.lines(header: header, replies: ordered)
    let url = URL(filePath: path)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(lines.map { $0 + "\n" }.joined().utf8).write(to: url, options: .atomic)
  }
}
