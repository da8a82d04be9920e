public import LanguageModels

/// HTTP through libcurl: one thread, any number of streams.
///
/// Reading slowly pauses the socket; letting go of a body, or cancelling the task that waits for
/// it, closes its connection. Proxies come from the environment as libcurl documents them
/// (`HTTPS_PROXY`, `NO_PROXY`); certificates are checked against the system's.
public final class CurlTransport: HTTPTransport {
  private let thread = CurlThread()

  /// Creates a transport with its thread and its own connections.
  public init() {}

  /// Sends a request and returns when the response's head is there.
  public func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
    let transfer = CurlTransfer(request)
    let loop = thread.loop
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

/// Keeps the loop running while anybody needs it: the transport, or a body still being read.
private final class CurlThread: Sendable {
  let loop = CurlLoop()

  deinit {
    loop.stop()
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

  func next() async throws(TransportError) -> [UInt8]? {
    let (transfer, loop) = (transfer, thread.loop)
    let result = await withTaskCancellationHandler {
      await transfer.bytes()
    } onCancel: {
      loop.submit(.cancel(transfer))
    }
    let chunk = try result.get()
    if chunk.makesRoom { loop.submit(.resume(transfer)) }
    return chunk.bytes
  }
}
