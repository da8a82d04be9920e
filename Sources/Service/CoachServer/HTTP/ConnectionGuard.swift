#if Server
  import HTTPTypes
  import NIOCore
  import NIOHTTPTypes

  /// Watches one connection: a head or the rest of a body that does not come, a client that leaves or does not read, a stream
  /// that is silent.
  ///
  /// It lives on the connection's event loop, which is the only one to touch its state.
  final class ConnectionGuard: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private static let lingering = TimeAmount.seconds(5)

    private let headTime: TimeAmount
    private let silence: TimeAmount
    private let writeTime: TimeAmount
    /// When the connection is closed unless the client reads.
    private var writeDeadline: Scheduled<Void>?
    /// When the connection is closed unless more of a request comes.
    private var deadline: Scheduled<Void>?
    private var isReadingBody = false
    private var keepAlive: RepeatedTask?
    private var lastWrite = NIODeadline.now()
    private var isGone = false
    private var leaving: [Int: @Sendable () -> Void] = [:]
    private var nextID = 0

    /// Creates a guard that closes a connection whose first head takes longer than `headTime`, or whose client reads nothing
    /// for `writeTime` while something is to be read, and that writes a comment into a stream after each `silence`.
    init(headTime: TimeAmount, writeTime: TimeAmount, silence: TimeAmount) {
      self.headTime = headTime
      self.writeTime = writeTime
      self.silence = silence
    }

    // MARK: The client

    /// Calls a function when the client has closed its side, at once if it has already. Returns an id for ``forget(_:)``.
    ///
    /// Must be called on the event loop.
    func whenClientLeaves(_ work: @escaping @Sendable () -> Void) -> Int {
      nextID += 1
      if isGone { work() } else { leaving[nextID] = work }
      return nextID
    }

    /// Forgets a function that is no longer of interest.
    func forget(_ id: Int) { leaving[id] = nil }

    private func clientLeft() {
      guard !isGone else { return }
      isGone = true
      for work in leaving.values { work() }
      leaving = [:]
    }

    // MARK: Inbound

    func handlerAdded(context: ChannelHandlerContext) {
      do {
        try ConnectionClosing.add(to: context.pipeline.syncOperations)
      } catch {
        context.close(promise: nil)
        return
      }
      if context.channel.isActive { expect(within: headTime, context) }
    }

    func handlerRemoved(context: ChannelHandlerContext) { stop() }

    func channelActive(context: ChannelHandlerContext) {
      expect(within: headTime, context)
      context.fireChannelActive()
    }

    func channelInactive(context: ChannelHandlerContext) {
      stop()
      clientLeft()
      context.fireChannelInactive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      switch unwrapInboundIn(data) {
      case .head(let head):
        isReadingBody = true
        forgetDeadline()
        if head.headerFields[.expect]?.lowercased() == "100-continue" {
          let response = HTTPResponse(status: .continue)
          context.writeAndFlush(wrapOutboundOut(.head(response)), promise: nil)
        }
      case .body: break
      case .end:
        isReadingBody = false
        forgetDeadline()
      }
      context.fireChannelRead(data)
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
      if event as? ChannelEvent == .inputClosed { clientLeft() }
      context.fireUserInboundEventTriggered(event)
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
      writeDeadline?.cancel()
      writeDeadline = nil
      if !context.channel.isWritable {
        let channel = context.channel
        writeDeadline = context.eventLoop.scheduleTask(in: writeTime) {
          channel.close(promise: nil)
        }
      }
      context.fireChannelWritabilityChanged()
    }

    private func expect(within time: TimeAmount, _ context: ChannelHandlerContext) {
      guard deadline == nil else { return }
      let channel = context.channel
      deadline = context.eventLoop.scheduleTask(in: time) { channel.close(promise: nil) }
    }

    private func forgetDeadline() {
      deadline?.cancel()
      deadline = nil
    }

    private func stop() {
      forgetDeadline()
      keepAlive?.cancel()
      writeDeadline?.cancel()
      (keepAlive, writeDeadline) = (nil, nil)
    }

    // MARK: Outbound

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
      switch unwrapOutboundIn(data) {
      case .head(let head) where head.headerFields[.contentType] == "text/event-stream":
        startKeepAlive(context)
      case .head: break
      case .body: lastWrite = .now()
      case .end:
        keepAlive?.cancel()
        keepAlive = nil
        // A body that was refused is read on for a while: closing at once could take the response with it.
        if isReadingBody { expect(within: Self.lingering, context) }
      }
      context.write(data, promise: promise)
    }

    /// Events are written whole, so that a comment never lands within one.
    private func startKeepAlive(_ context: ChannelHandlerContext) {
      lastWrite = .now()
      let bound = NIOLoopBound((context, self), eventLoop: context.eventLoop)
      let silence = silence
      keepAlive = context.eventLoop.scheduleRepeatedTask(initialDelay: silence, delay: silence) {
        _ in
        let (context, guardian) = bound.value
        guard NIODeadline.now() - guardian.lastWrite >= silence else { return }
        let comment = context.channel.allocator.buffer(string: ": keep-alive\n\n")
        context.writeAndFlush(guardian.wrapOutboundOut(.body(comment)), promise: nil)
      }
    }
  }
#endif
