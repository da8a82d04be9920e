import CCurl
import LanguageModels
public import ModelProviders

/// HTTP through libcurl: one thread, any number of streams.
///
/// Reading slowly pauses the socket; letting go of a body, or cancelling the task that waits for
/// it, closes its connection. Connections are kept and used again by later requests to the same host;
/// when a used one turns out to be dead before a byte of the answer came, libcurl sends the request
/// again, at most five times.
public final class CurlTransport: HTTPTransport {
  private let thread = CurlThread()
  private let configuration: CurlConfiguration

  /// Creates a transport with its thread and its own connections.
  public init(_ configuration: CurlConfiguration = CurlConfiguration()) {
    self.configuration = configuration
  }

  /// Sends a request and returns when the response's head is there.
  public func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
    let loop = thread.loop
    let transfer = CurlTransfer(request, configuration, on: loop)
    loop.submit(.add(transfer))
    let result = await withTaskCancellationHandler {
      await transfer.head()
    } onCancel: {
      loop.submit(.cancel(transfer))
    }
    let head = try result.get()
    return HTTPResponse(
      status: head.status, headers: head.headers, body: CurlBody(transfer, on: thread))
  }
}

extension CurlTransport {
  /// libcurl's name with its version and those of what it is built with, such as
  /// `libcurl/7.88.1 OpenSSL/3.0.17 zlib/1.2.13 nghttp2/1.52.0`.
  public static var version: String { String(cString: curl_version()) }

  /// The file of certificates that is trusted when no other is named; nil when libcurl knows of none.
  public static var certificateFile: String? {
    guard let easy = curl_easy_init() else { return nil }
    defer { curl_easy_cleanup(easy) }
    return coachkit_curl_certificate_file(easy).map { String(cString: $0) }
  }
}

/// Keeps the loop running while anybody needs it: the transport, or a body still being read.
private final class CurlThread: Sendable {
  let loop = CurlLoop()

  deinit {
    loop.submit(.stop)
  }
}

/// The body of one transfer. When the reader lets go of it, the transfer ends.
private final class CurlBody: HTTPBody {
  private let transfer: CurlTransfer
  private let thread: CurlThread

  init(_ transfer: CurlTransfer, on thread: CurlThread) {
    self.transfer = transfer
    self.thread = thread
  }

  deinit {
    thread.loop.submit(.cancel(transfer))
  }

  func next(before deadline: ContinuousClock.Instant) async throws(TransportError) -> [UInt8]? {
    let (transfer, loop) = (transfer, thread.loop)
    return try await withTaskCancellationHandler {
      await transfer.bytes(before: deadline)
    } onCancel: {
      loop.submit(.cancel(transfer))
    }.get()
  }

  func discardRest() {
    thread.loop.submit(.discardRest(transfer))
  }
}
