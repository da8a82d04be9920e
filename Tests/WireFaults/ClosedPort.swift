#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A port on loopback at which nothing listens, and nothing will: it is taken, so that no server of another
/// test gets it.
final class ClosedPort: Sendable {
  /// Its address.
  let url: String
  private let descriptor: Int32

  /// Takes a free port; nil when there is none.
  init?() {
    #if canImport(Glibc)
      descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
      descriptor = socket(AF_INET, SOCK_STREAM, 0)
    #endif
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(INADDR_LOOPBACK).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let descriptor = descriptor
    let isTaken = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(descriptor, address, length) == 0 && getsockname(descriptor, address, &length) == 0
      }
    }
    url = "http://127.0.0.1:\(UInt16(bigEndian: address.sin_port))"
    guard isTaken else { return nil }
  }

  deinit { close(descriptor) }
}
