import CoachModel
import Documents
public import LanguageModels
import SourceFiles

/// Replies that came from elsewhere: a provider's batch, another system, or a person.
///
/// The format is JSON Lines. The first line says who answered, in the words of whoever brought the replies:
///
/// ```
/// {"answered_by": "Nadia, by hand", "answered": "2026-03-31"}
/// {"digest": "3c0171e0…", "reply": "You said no, and then you lay awake. What kept you up?"}
/// ```
///
/// Every other line is a reply to the request with that digest, or a line of a batch of Anthropic's or OpenAI's whose
/// `custom_id` is the digest. Several replies to one request answer its repetitions in order.
public struct ReplyFile: Sendable {
  /// Who answered.
  public let answeredBy: String
  /// The day of the answers, such as `2026-03-31`; nil if it is not stated.
  public let answered: String?
  /// The replies to each request, by the hexadecimal digest of the request.
  public let replies: [String: [ModelReply]]

  /// Reads replies.
  ///
  /// Throws ``ModelError`` with code `decoding` and the line number if a line is none of these forms.
  /// - Parameters:
  ///   - bytes: The contents of the file.
  ///   - path: The path of the file, for error messages.
  public init(parsing bytes: [UInt8], path: String) throws(ModelError) {
    var replies: [String: [ModelReply]] = [:]
    var header: JSONValue?
    for (number, line) in bytes.split(
      separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false
    ).enumerated() where !line.allSatisfy(Self.isBlank) {
      let place = "\(path):\(number + 1)"
      let value: JSONValue
      do throws(JSONSyntaxError) {
        value = try JSONValue(parsing: line)
      } catch {
        throw MergeConflict.isMarker(line)
          ? .mergeConflict(at: place)
          : ModelError(.decoding, "\(place): \(error)", advice: "write one JSON object a line")
      }
      guard header != nil else {
        header = try Self.header(value, at: place)
        continue
      }
      let (digest, reply) = try Self.reply(value, at: place)
      replies[digest, default: []].append(reply)
    }
    guard let header else {
      throw ModelError(.decoding, "\(path) is empty", advice: Self.headerAdvice)
    }
    answeredBy = header["answered_by"]?.string ?? ""
    answered = header["answered"]?.string
    self.replies = replies
  }

  private static let headerAdvice =
    "begin it with a line such as {\"answered_by\": \"Nadia, by hand\", \"answered\": \"2026-03-31\"}"

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0d || byte == 0x09
  }

  private static func header(_ value: JSONValue, at context: String) throws(ModelError) -> JSONValue
  {
    guard let name = value["answered_by"]?.string, !name.allSatisfy(\.isWhitespace) else {
      throw ModelError(
        .decoding, "\(context): the first line does not say who answered", advice: headerAdvice)
    }
    return value
  }

  private static func reply(_ value: JSONValue, at context: String) throws(ModelError) -> (
    String, ModelReply
  ) {
    let name = value["digest"]?.string ?? value["custom_id"]?.string ?? ""
    let digest = ContentDigest(description: name)?.hexadecimal ?? name.lowercased()
    guard digest.utf8.count == 64, digest.utf8.allSatisfy(isHexadecimal) else {
      throw ModelError(
        .decoding, "\(context): the line names no request",
        advice: "copy 'digest' from the file of requests, all 64 digits of it")
    }
    if let text = value["reply"]?.string {
      let usage = value["usage"].map { TokenUsage($0) }
      return (digest, ModelReply(text: text, usage: usage, finish: value["finish"]?.string))
    }
    guard let reply = BatchReply(value).reply else {
      throw ModelError(
        .decoding, "\(context): there is no reply: \(BatchReply(value).problem)",
        advice:
          "write {\"digest\": \"…\", \"reply\": \"…\"}; leave out requests that nobody answered")
    }
    return (digest, reply)
  }

  private static func isHexadecimal(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
  }
}

extension ModelReply {
  fileprivate init(text: String, usage: TokenUsage?, finish: String?) {
    self.init()
    let events = [ModelEvent].reply(
      [text], start: ModelStart(), usage: usage,
      finish: finish.map { FinishReason(word: $0) } ?? .stop)
    for event in events { add(event) }
  }
}

/// A line of the output of a batch, in the form of Anthropic or OpenAI.
private struct BatchReply {
  private(set) var reply: ModelReply?
  private(set) var problem = "the line has neither 'reply' nor the result of a batch"

  init(_ line: JSONValue) {
    if let message = line["result"]?["message"] {
      let text = (message["content"]?.array ?? []).compactMap { $0["text"]?.string }.joined()
      let usage = message["usage"]
      let cached = TokenUsage.count(usage?["cache_read_input_tokens"]) ?? 0
      let written = TokenUsage.count(usage?["cache_creation_input_tokens"]) ?? 0
      reply = ModelReply(
        text: text,
        usage: TokenUsage(
          input: TokenUsage.count(usage?["input_tokens"]).map { $0 + cached + written },
          cachedInput: cached, cacheWrites: written,
          output: TokenUsage.count(usage?["output_tokens"])),
        finish: Self.finishes[message["stop_reason"]?.string ?? ""])
    } else if let body = line["response"]?["body"], let choice = body["choices"]?.array?.first,
      let text = choice["message"]?["content"]?.string
    {
      let usage = body["usage"]
      reply = ModelReply(
        text: text,
        usage: TokenUsage(
          input: TokenUsage.count(usage?["prompt_tokens"]),
          cachedInput: TokenUsage.count(usage?["prompt_tokens_details"]?["cached_tokens"]),
          output: TokenUsage.count(usage?["completion_tokens"])),
        finish: choice["finish_reason"]?.string)
    } else if let error = line["result"]?["error"] ?? line["error"], error != .null {
      problem = "the batch reports an error, \(error.text().prefix(200))"
    } else if let type = line["result"]?["type"]?.string {
      problem = "the batch reports '\(type.prefix(40))'"
    }
  }

  private static let finishes = ["max_tokens": "length", "end_turn": "stop", "refusal": "refusal"]
}

/// A model that answers with the replies of a file, and only the requests that the file answers.
///
/// Nothing about it was measured: it has no latency, and its identity is the name that the file gives.
public struct ImportedReplies: LanguageModel {
  /// The provider `replies`, with who answered as the model and the day of the answers as that of a recording.
  public let identity: ModelIdentity
  private let file: ReplyFile
  private let path: String

  /// Creates a model from a file of replies; `path` is named in error messages.
  public init(_ file: ReplyFile, path: String) {
    self.file = file
    self.path = path
    identity = ModelIdentity(
      provider: "replies", model: file.answeredBy, recorded: file.answered ?? "on an unknown day")
  }

  /// Returns the reply to a request; nil if the file has none. The n-th sample of a request gets the n-th reply.
  package func reply(to request: ModelRequest) -> ModelReply? {
    guard let replies = file.replies[request.digest.hexadecimal] else { return nil }
    let attempt = request.origin?.attempt ?? 1
    return replies[(attempt - 1) % replies.count]
  }

  /// Streams the reply. Fails with `notRecorded` if the file has none for exactly this request.
  public func stream(_ request: ModelRequest) -> ModelStream {
    let reply = reply(to: request)
    let path = path
    return ModelStream {
      guard let reply else {
        let label = request.label.map { " (\($0))" } ?? ""
        return PreparedEvents(
          [],
          failure: ModelError(
            .notRecorded, "\(path) has no reply to request \(request.digest.short)\(label)",
            advice:
              "write the open requests of a suite with 'coachkit eval requests SUITE --out FILE --replies"
              + " \(path)', or all of a calibration with 'coachkit eval calibrate CALIBRATION --requests FILE'"
          ))
      }
      return PreparedEvents(
        [ModelEvent].reply(
          [reply.text], start: ModelStart(), usage: reply.usage, finish: reply.finish ?? .stop))
    }
  }
}
