import Documents
public import LanguageModels
import SourceFiles

/// The recorded replies of a real model, so that an evaluation can be repeated without it.
///
/// The format is JSON Lines: the header first, then the replies, preceded by the texts that they share.
public struct Recording: Sendable {
  /// The model and the parameters that produced the replies.
  public let header: RecordingHeader
  /// The replies by the hexadecimal digest of their request.
  public let replies: [String: RecordedReply]

  /// Reads a recording.
  ///
  /// Throws a ``ModelError`` with code `decoding` and the line number if a line is invalid, or if two different
  /// replies belong to the same request.
  /// - Parameters:
  ///   - bytes: The contents of the file.
  ///   - path: The path of the file, for error messages.
  public init(parsing bytes: [UInt8], path: String) throws(ModelError) {
    let lines = bytes.split(separator: UInt8(ascii: "\n"))
    var values: [JSONValue] = []
    for (number, line) in lines.enumerated() {
      do throws(JSONSyntaxError) {
        values.append(try JSONValue(parsing: line))
      } catch {
        throw MergeConflict.isMarker(line)
          ? .mergeConflict(at: "\(path):\(number + 1)")
          : Self.unreadable("\(path):\(number + 1): \(error)")
      }
    }
    guard let header = values.first.flatMap({ RecordingHeader($0) }) else {
      throw Self.unreadable("\(path):1: this is not the header of a recording")
    }
    var replies: [String: RecordedReply] = [:]
    var texts = SharedTexts()
    for (number, value) in values.enumerated().dropFirst() {
      if texts.read(value) { continue }
      guard let reply = RecordedReply(value, sharing: texts) else {
        throw Self.unreadable("\(path):\(number + 1): this is not a recorded reply")
      }
      if let known = replies[reply.request], known.events != reply.events {
        throw ModelError(
          .decoding, "\(path):\(number + 1): a second, different reply to the same request",
          advice: "record it with a seed for each transcript, so that no two requests are alike")
      }
      replies[reply.request] = reply
    }
    self.header = header
    self.replies = replies
  }

  /// Returns the lines of a recording, without line breaks.
  public static func lines(header: RecordingHeader, replies: [RecordedReply]) -> [String] {
    var texts = SharedTexts()
    var lines = [header.text]
    for reply in replies {
      let line = reply.json(sharing: &texts).text()
      lines += texts.takeNewLines() + [line]
    }
    return lines
  }

  private static func unreadable(_ message: String) -> ModelError {
    ModelError(.decoding, message, advice: "record it again")
  }
}

extension ModelError {
  /// The error for a file of replies that two people changed in version control.
  static func mergeConflict(at place: String) -> ModelError {
    ModelError(
      .decoding, "\(place): \(MergeConflict.remains)", advice: MergeConflict.hint)
  }
}
