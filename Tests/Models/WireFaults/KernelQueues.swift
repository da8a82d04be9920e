#if canImport(Glibc)
  import Glibc
#endif

/// The kernel's state of the connections to a port of this machine.
///
/// Under load the kernel delivers even between two sockets of one process with a delay, and not in order across
/// connections. Only Linux reports this; elsewhere the queues seem empty.
enum KernelQueues {
  private static let established = "01"
  private static let connecting = "02"
  private static let closedByPeer = "08"

  /// Whether nothing is in transit between a server at this port and its clients: no connection that is being
  /// established, no byte that was not delivered or read, no end that the other side has not seen.
  static func areEmpty(port: Int) -> Bool {
    #if os(Linux)
      let table = connections
      let number = String(port, radix: 16, uppercase: true)
      let end = ":" + String(repeating: "0", count: 4 - number.count) + number
      var open = (server: 0, client: 0)
      for line in table.split(separator: "\n").dropFirst() {
        let fields = line.split(separator: " ")
        guard fields.count > 4 else { continue }
        let (state, queues) = (fields[3], fields[4].split(separator: ":"))
        if fields[1].hasSuffix(end), !fields[2].hasSuffix(":0000") {
          guard state == established else { continue }
          if queues.first != "00000000" { return false }
          open.server += 1
        } else if fields[2].hasSuffix(end) {
          switch String(state) {
          case established:
            if queues.last != "00000000" { return false }
            open.client += 1
          // The end itself counts as an unread byte.
          case closedByPeer: if queues.last.map({ $0 > "00000001" }) ?? false { return false }
          case connecting: return false
          default: break
          }
        }
      }
      return open.server == open.client
    #else
      return true
    #endif
  }

  #if os(Linux)
    /// The kernel's list, one entry per line. Reads return less than requested until the list ends.
    private static var connections: String {
      let file = open("/proc/net/tcp", O_RDONLY | O_CLOEXEC)
      guard file >= 0 else { return "" }
      defer { close(file) }
      var bytes: [UInt8] = []
      var piece = [UInt8](repeating: 0, count: 1 << 16)
      while true {
        let count = read(file, &piece, piece.count)
        guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
        bytes += piece[..<count]
      }
    }
  #endif
}
