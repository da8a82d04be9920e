import CurlTransport
import LanguageModels
package import ModelProviders
import TestKit
package import TestTiming

/// A transport over real sockets whose deadlines pass in simulated time.
///
/// While a read is under way, time stands still until the server has nothing more to send and the transport has seen
/// all that was sent. Then the clock moves to the next deadline, or to whatever else in the test ends before it. A server
/// that repeats itself moves the clock on by its pause with each arrival.
///
/// Requests are told apart by their number, so a transport serves one call at a time, and a call whose request never
/// reaches the server must be the last.
package final class SimulatedTimeTransport: HTTPTransport {
  private let time: SimulatedTime
  private let inner = CurlTransport(CurlConfiguration(proxy: .none))
  /// Nil where nothing listens.
  private let server: ScriptedServer?
  /// False where the server accepts a connection and never completes the TLS handshake.
  private let connects: Bool
  /// Another server, whose answer shows that the transport has looked at its sockets.
  private let echo: ScriptedServer
  private let sent = Observed(0)

  /// Creates a transport of its own for each server; nil when there is no port.
  package init?(_ time: SimulatedTime, to server: ScriptedServer?, connects: Bool = true) {
    let empty = "HTTP/1.1 204 No Content\r\n\r\n"
    guard let echo = ScriptedServer([.send(empty), .keep]) else { return nil }
    self.time = time
    self.server = server
    self.connects = connects
    self.echo = echo
  }

  deinit { echo.stop() }

  package func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
    let number = sent.increment()
    server?.clientRead(0)
    var limit = (deadline: request.deadline, kind: TransportError.Kind.deadline)
    let connected = time.now + request.connectTimeout
    if !connects, connected < limit.deadline { limit = (connected, .connectTimeout) }
    let untimed = request.untimed
    let response = try await result(of: number, before: limit.deadline, or: limit.kind) {
      () async throws(TransportError) in try await self.inner.send(untimed)
    }
    return HTTPResponse(
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

  /// What came is told to the server. Of a script that repeats itself, each arrival takes its pause.
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
        return .failure(TransportError(kind, "nothing came in time"))
      }
      defer { group.cancelAll() }
      for await result in group {
        if let result { return result }
      }
      return .failure(TransportError(.cancelled, "nobody reads"))
    }
    return try result.get()
  }

  /// Waits until the server has no more to say and all that it said has been read from its socket.
  private func untilNothingComes(of number: Int) async throws {
    guard let server else { return try await untilCancelled() }
    repeat {
      repeat {
        try await server.until { $0.isSilent(afterRequests: number) }
        await Task.yield()
        try Task.checkCancellation()
      } while !server.hasNothingUnderWay
      // The transport has one thread: it has looked at that socket before it has this answer.
      let answer = try await inner.send(HTTPRequest(method: "GET", url: echo.url).untimed)
      while try await answer.body.next(before: .never) != nil {}
      // What it saw there may have made it ask again.
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
