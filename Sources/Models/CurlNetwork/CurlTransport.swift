import CCoachCurl
import LanguageModels
public import ModelProviders

/// An HTTP transport on libcurl, with one thread for any number of streams.
///
/// Reading slowly pauses the socket. Releasing a body, or cancelling the task that waits for it, closes its
/// connection. Connections are kept alive and reused by later requests to the same host. If a reused connection turns
/// out to be dead before a byte of the response arrived, libcurl sends the request again, at most five times.
///
/// Share one transport between all models:
///
/// ```swift
/// let transport = CurlTransport(CurlConfiguration(proxy: .url("http://proxy.example:3128")))
/// let endpoint = Endpoint(.openAI, key: key)
/// for listed in try await endpoint.models(over: transport) { print(listed.name) }
/// let model = ProviderModel("gpt-4.1", at: endpoint, over: transport)
/// ```
public final class CurlTransport: HTTPTransport {
  private let thread = CurlThread()
  private let configuration: CurlConfiguration

  /// Creates a transport with its own thread and connections.
  public init(_ configuration: CurlConfiguration = CurlConfiguration()) {
    self.configuration = configuration
  }

  /// Sends a request and returns when the response's head has arrived.
  ///
  /// Throws ``TransportError``; with the kind `cancelled` if the task is cancelled.
  public func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
    let loop = thread.loop
    let transfer = CurlTransfer(request, configuration, on: loop)
    loop.submit(.add(transfer))
    let result = await withTaskCancellationHandler {
      await transfer.head()
    } onCancel: {
      loop.submit(.cancel(transfer))
    }
    let head = try result.get()
    return TransportResponse(
      status: head.status, headers: head.headers, body: CurlBody(transfer, on: thread))
  }
}

extension CurlTransport {
  /// The versions of libcurl and the libraries it is built with, such as
  /// `libcurl/7.88.1 OpenSSL/3.0.17 zlib/1.2.13 nghttp2/1.52.0`.
  public static var version: String { String(cString: curl_version()) }

  /// The certificate file that libcurl trusts by default; nil if it has none.
  public static var certificateFile: String? {
    guard let easy = curl_easy_init() else { return nil }
    defer { curl_easy_cleanup(easy) }
    return coachkit_curl_certificate_file(easy).map { String(cString: $0) }
  }
}

/// Keeps the loop running while it is needed: by the transport, or by a body that is still being read.
private final class CurlThread: Sendable {
  let loop = CurlLoop()

  deinit {
    loop.submit(.stop)
  }
}

/// The body of one transfer. The transfer ends when the reader releases it.
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
