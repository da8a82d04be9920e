import Conversations
import StreamParsing

/// One chat completion: sends the request at the first read and decodes what comes.
struct OpenAIChatSource: ModelEventSource {
  private let request: HTTPRequest
  private let transport: any HTTPTransport
  private var body: (any HTTPBody)?
  private var parser = ServerSentEventParser()
  private var decoder: OpenAIChatDecoder
  private var ready: ArraySlice<ModelEvent> = []
  private var failure: ModelError?
  private var hasSent = false
  private var isAtEnd = false

  init(request: HTTPRequest, transport: any HTTPTransport) {
    self.request = request
    self.transport = transport
    decoder = OpenAIChatDecoder(url: request.url)
  }

  /// Events that came before a failure are handed out before it is thrown.
  mutating func next() async throws(ModelError) -> ModelEvent? {
    if !hasSent {
      hasSent = true
      body = try await open()
    }
    while true {
      if let event = ready.popFirst() { return event }
      if let failure {
        body = nil
        throw failure
      }
      guard !isAtEnd, let body else { return nil }
      await read(body)
    }
  }

  private func open() async throws(ModelError) -> any HTTPBody {
    let response: HTTPResponse
    do throws(TransportError) {
      response = try await transport.send(request)
    } catch {
      throw ModelError(error, url: request.url)
    }
    guard response.status == 200 else {
      let problem = OpenAIProblem(body: await head(of: response.body))
      throw problem.error(
        from: request.url, status: response.status, retryAfter: Self.wait(response.headers))
    }
    let type = response.headers["content-type"] ?? ""
    guard type.hasPrefix("text/event-stream") else {
      let words = OpenAIProblem(body: await head(of: response.body)).message
      throw ModelError(
        .decoding, "the server answered with '\(type)' instead of a stream: \(words)",
        advice: Self.checkAddress)
    }
    return response.body
  }

  /// How long the server asks to wait; a time that is none, or longer than a day, is not believed.
  private static func wait(_ headers: [String: String]) -> Duration? {
    let seconds = headers["retry-after"].flatMap { Double($0) }
    return seconds.flatMap { (0...86_400).contains($0) ? .seconds($0) : nil }
  }

  /// The first bytes of a body, whatever happens after them.
  private func head(of body: any HTTPBody) async -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < 65536, let more = try? await body.next() { bytes += more }
    return bytes
  }

  private mutating func read(_ body: any HTTPBody) async {
    do throws(TransportError) {
      if let bytes = try await body.next() {
        take(bytes)
      } else {
        endBody()
      }
    } catch {
      // A connection that breaks after the reason to stop took nothing of the reply with it.
      if error.kind == .broken, decoder.hasReason {
        endBody()
      } else {
        failure = ModelError(error, url: request.url, partialText: decoder.text)
      }
    }
  }

  private mutating func endBody() {
    isAtEnd = true
    do throws(ModelError) { ready = try decoder.finish()[...] } catch { failure = error }
  }

  private mutating func take(_ bytes: [UInt8]) {
    do throws(ServerSentEventParser.EventTooLarge) {
      for event in try parser.feed(bytes) {
        do throws(ModelError) {
          ready += try decoder.decode(event)
        } catch {
          failure = error
          return
        }
      }
      isAtEnd = decoder.isDone
    } catch {
      failure = ModelError(
        .decoding, "the server sent an event of more than \(error.limit) bytes",
        advice: Self.checkAddress, partialText: decoder.text)
    }
  }

  private static let checkAddress =
    "check that the address is an OpenAI-compatible server (it usually ends in /v1)"
}
