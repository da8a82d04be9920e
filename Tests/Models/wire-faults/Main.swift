import Foundation
import LanguageModels
import WireFaults

/// `wire-faults table` plays every fault to our own client and prints the outcomes; `wire-faults serve [port]` plays
/// them to any client.
@main
enum Main {
  static func main() async throws {
    switch CommandLine.arguments.dropFirst().first {
    case "table"?: try await table()
    case "serve"?:
      let port = CommandLine.arguments.dropFirst(2).first.flatMap { Int($0) } ?? 0
      try await FaultService.run(port: port)
    default:
      print("usage: wire-faults table | serve [port]")
      exit(64)
    }
  }

  private static func table() async throws {
    // The first sleep opens descriptors that the runtime keeps.
    try await Task.sleep(for: .milliseconds(1))
    let before = openDescriptors
    let table = try await FaultTable.measured()
    print(table.markdown)
    // The threads of the last transports end asynchronously.
    for _ in 0..<200 where openDescriptors > before { try await Task.sleep(for: .milliseconds(10)) }
    print("Open descriptors: \(before) before, \(openDescriptors) after.")
    if table.differences > 0 || openDescriptors > before { exit(1) }
  }

  /// Sockets, files and pipes of this process; 0 if the system does not report them.
  private static var openDescriptors: Int {
    (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? 0
  }
}
