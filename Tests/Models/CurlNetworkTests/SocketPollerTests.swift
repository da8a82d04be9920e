@testable import CurlNetwork
import Foundation
import Testing

/// Both pollers, since one of them is used only where the other is missing.
@Suite("Polling sockets")
struct SocketPollerTests {
  private static func pollers() -> [any SocketPoller] {
    var pollers: [any SocketPoller] = [PollPoller()].compactMap { $0 }
    #if os(Linux)
      if let poller = EpollPoller() { pollers.append(poller) }
    #endif
    return pollers
  }

  /// The events within a moment.
  private func happened(_ poller: any SocketPoller, milliseconds: Int32 = 50) -> [Int32:
    SocketInterest]
  {
    var happened: [Int32: SocketInterest] = [:]
    _ = poller.wait(milliseconds: milliseconds) { happened[$0, default: []].formUnion($1) }
    return happened
  }

  @Test("watched sockets are reported, removed ones are not")
  func watching() throws {
    for poller in Self.pollers() {
      let pipe = Pipe()
      let (read, write) = (
        pipe.fileHandleForReading.fileDescriptor, pipe.fileHandleForWriting.fileDescriptor
      )
      #expect(poller.watch(read, for: .read))
      #expect(happened(poller).isEmpty)
      #expect(poller.watch(write, for: .write))
      #expect(happened(poller) == [write: .write])
      try pipe.fileHandleForWriting.write(contentsOf: Data([1]))
      #expect(happened(poller) == [write: .write, read: .read])
      #expect(poller.watch(write, for: []) && happened(poller) == [read: .read])
      #expect(poller.watch(read, for: []) && happened(poller).isEmpty)
      #expect(poller.watch(read, for: []), "to forget twice does no harm")
    }
  }

  @Test("a closed peer is reported")
  func closing() throws {
    for poller in Self.pollers() {
      let pipe = Pipe()
      let read = pipe.fileHandleForReading.fileDescriptor
      #expect(poller.watch(read, for: .read))
      try pipe.fileHandleForWriting.close()
      #expect(happened(poller)[read]?.contains(.failure) ?? false)
    }
  }

  @Test("a wake-up ends a wait, even one that has not started, and is not reported")
  func waking() {
    for poller in Self.pollers() {
      poller.wake()
      poller.wake()
      let started = ContinuousClock.now
      #expect(happened(poller, milliseconds: 20_000).isEmpty)
      #expect(started.duration(to: .now) < .seconds(10))
      #expect(happened(poller, milliseconds: 1).isEmpty)
    }
  }
}
