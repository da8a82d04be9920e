import CurlNetwork
import LanguageModels
package import ModelProviders
import TestKit
package import TestTiming

/// A transport over real sockets whose deadlines pass in simulated time.
///
/// During a read, time stands still until the server has nothing more to send and the transport has processed
/// everything. Then the clock moves to the next deadline, or to the end of another wait in the test if that is earlier.
/// A repeating server advances the clock by its pause with each arrival.
///
/// Requests are identified by their number, so a transport serves one call at a time, and a call whose request never
/// reaches the server must be the last.
package final class SimulatedTimeTransport: HTTPTransport {
  private let time: SimulatedTime
  private let inner = CurlTransport(CurlConfiguration(proxy: .none))
  /// Nil if no server listens.
  private let server: ScriptedServer?
  /// False if the server accepts a connection and never completes the TLS handshake.
  private let connects: Bool
  /// Another server, whose response shows that the transport has polled its sockets.
  private let echo: ScriptedServer
  private let sent = Observed(0)

  /// Creates a separate transport for each server; nil if there is no port.
  package init?(_ time: SimulatedTime, to server: ScriptedServer?, connects: Bool = true) {
    let empty = "HTTP/1.1 204 No Content\r\n\r\n"
    guard let echo = ScriptedServer([.send(empty), .keep]) else { return nil }
    self.time = time
    self.server = server
    self.connects = connects
    self.echo = echo
  }

  deinit { echo.stop() }

  package func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
    let number = sent.increment()
    server?.clientRead(0)
    var limit = (deadline: request.deadline, kind: TransportError.Kind.deadline)
    let connected = time.now + request.connectTimeout
    if !connects, connected < limit.deadline { limit = (connected, .connectTimeout) }
    let untimed = request.untimed
    let response = try await result(of: number, before: limit.deadline, or: limit.kind) {
      () async throws(TransportError) in try await self.inner.send(untimed)
    }
    return TransportResponse(
      status: response.status, headers: response.headers,
      body: Body(response.body, transport: self, number: number))
  }

  private final class Body: HTTPBody {
    private let inner: any HTTPBody
    private let transport: SimulatedTimeTransport
    private let number: Int

    init(_ inner: any HTTPBody, transport: SimulatedTimeTransport, number: Int) {
      self.inner = inner
      self.transport = transport
      self.number = number
    }

    func next(before deadline: ContinuousClock.Instant) async throws(TransportError) -> [UInt8]? {
      let inner = inner
      let bytes = try await transport.result(of: number, before: deadline, or: .deadline) {
        () async throws(TransportError) in try await inner.next(before: .never)
      }
      await transport.noteRead(bytes?.count ?? 0)
      return bytes
    }

    func discardRest() { inner.discardRest() }
  }

  /// Reports received bytes to the server. For a repeating script, each arrival takes its pause.
  private func noteRead(_ count: Int) async {
    guard let server else { return }
    server.clientRead(count)
    if let pause = server.current.repeatsAfter { try? await time.sleep(pause) }
  }

  /// The result of reading from the server, or an error at the deadline.
  private func result<Value: Sendable>(
    of number: Int, before deadline: ContinuousClock.Instant, or kind: TransportError.Kind,
    _ read: @escaping @Sendable () async throws(TransportError) -> Value
  ) async throws(TransportError) -> Value {
    let result = await withTaskGroup(of: Result<Value, TransportError>?.self) { group in
      group.addTask { [time] in
        await time.outside(holdingTime: false) {
          await Result { () async throws(TransportError) in try await read() }
        }
      }
      group.addTask { [self] in
        do {
          try await time.outside { try await untilNothingComes(of: number) }
          try await time.sleep(until: deadline)
        } catch {
          return Task.isCancelled ? nil : .failure(TransportError(.broken, "\(error)"))
        }
        return .failure(TransportError(kind, "nothing arrived in time"))
      }
      defer { group.cancelAll() }
      for await result in group {
        if let result { return result }
      }
      return .failure(TransportError(.cancelled, "nobody reads"))
    }
    return try result.get()
  }

  /// Waits until the server has no more to send and everything that it sent has been read from its socket.
  private func untilNothingComes(of number: Int) async throws {
    guard let server else { return try await untilCancelled() }
    repeat {
      repeat {
        try await server.until { $0.isSilent(afterRequests: number) }
        await Task.yield()
        try Task.checkCancellation()
      } while !server.hasNothingUnderWay
      // The transport has one thread: before this response, it has polled that socket.
      let answer = try await inner.send(TransportRequest(method: "GET", url: echo.url).untimed)
      while try await answer.body.next(before: .never) != nil {}
      // This may have caused another request.
    } while !server.hasNothingUnderWay || !server.current.isSilent(afterRequests: number)
  }
}

extension Result where Failure == TransportError {
  fileprivate init(_ body: () async throws(TransportError) -> Success) async {
    do throws(TransportError) {
      self = .success(try await body())
    } catch {
      self = .failure(error)
    }
  }
}
