#if Server
  import NIOCore
  import NIOHTTP1
  import NIOHTTPTypesHTTP1

  /// Closes a connection after the response to a request that allows no other: any in HTTP/1.0, and one that says so.
  ///
  /// It stands below the types that all versions of HTTP share, which do not tell the version. A client of HTTP/1.0
  /// gets no chunks, which it could not read (RFC 9112, 6.1): a body without a length ends with the connection.
  final class ConnectionClosing: ChannelDuplexHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    private enum Ending {
      case staysOpen
      case closes
      case closesInVersion10
    }

    /// How the requests end whose responses are not complete, in their order.
    private var endings: [Ending] = []

    /// Adds the handler to a pipeline in which requests are already translated to the types of all versions.
    ///
    /// Throws if they are not.
    static func add(to pipeline: ChannelPipeline.SynchronousOperations) throws {
      let codec = try pipeline.handler(type: HTTP1ToHTTPServerCodec.self)
      try pipeline.addHandler(ConnectionClosing(), position: .before(codec))
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      guard case .head(var head) = unwrapInboundIn(data) else {
        context.fireChannelRead(data)
        return
      }
      let isVersion10 = (head.version.major, head.version.minor) < (1, 1)
      // A client of HTTP/1.0 may ask for further requests, but a stream of events has no length.
      let ending: Ending =
        isVersion10 ? .closesInVersion10 : head.isKeepAlive ? .staysOpen : .closes
      endings.append(ending)
      // Hummingbird closes the connection after a request with exactly this value.
      if ending != .staysOpen { head.headers.replaceOrAdd(name: "connection", value: "close") }
      // Must be ignored (RFC 9110, 10.1.1): the client knows no interim responses.
      if isVersion10 { head.headers.remove(name: "expect") }
      context.fireChannelRead(wrapInboundOut(.head(head)))
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
      switch unwrapOutboundIn(data) {
      case .head(var head) where head.status.code >= 200:
        let ending = endings.first ?? .staysOpen
        if ending != .staysOpen { head.headers.replaceOrAdd(name: "connection", value: "close") }
        // NIO writes chunks in the version 1.1 alone.
        if ending == .closesInVersion10 { head.version = .http1_0 }
        context.write(wrapOutboundOut(.head(head)), promise: promise)
      case .end:
        if !endings.isEmpty { endings.removeFirst() }
        context.write(data, promise: promise)
      case .head, .body:
        context.write(data, promise: promise)
      }
    }
  }
#endif
