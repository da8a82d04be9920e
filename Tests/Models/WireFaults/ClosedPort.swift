#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A port on loopback on which no server listens. It stays reserved, so that no server of another test gets it.
package final class ClosedPort: Sendable {
  /// The HTTP address of the port.
  package let url: String
  private let socket: BoundSocket

  /// Reserves a free port; nil if there is none.
  package init?() {
    guard let socket = BoundSocket() else { return nil }
    self.socket = socket
    url = "http://127.0.0.1:\(socket.port)"
  }

  deinit { close(socket.descriptor) }
}

/// A socket with a port on loopback. The caller closes it.
struct BoundSocket: Sendable {
  let descriptor: Int32
  let port: Int

  /// Reserves a port, or a free one; nil if there is none.
  init?(port: Int = 0) {
    #if canImport(Glibc)
      let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
      let descriptor = socket(AF_INET, SOCK_STREAM, 0)
    #endif
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(UInt16(port).bigEndian)
    address.sin_addr.s_addr = UInt32(INADDR_LOOPBACK).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(descriptor, address, length) == 0 && getsockname(descriptor, address, &length) == 0
      }
    }
    guard isBound else {
      close(descriptor)
      return nil
    }
    self.descriptor = descriptor
    self.port = Int(UInt16(bigEndian: address.sin_port))
  }
}
