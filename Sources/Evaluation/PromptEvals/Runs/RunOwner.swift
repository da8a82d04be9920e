#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The process that works on a run.
///
/// A process that is killed cannot record how its run ended. Who reads the run later sees by its owner that nobody works
/// on it any more.
public struct RunOwner: Sendable, Hashable {
  /// The name of the machine.
  public var host: String
  /// The number of the process on that machine.
  public var process: Int
  /// When the process started, in a unit of its system: numbers of processes are used again. `nil` where the system does not
  /// tell.
  public var started: String?

  /// Creates an owner from its parts.
  public init(host: String, process: Int, started: String? = nil) {
    self.host = host
    self.process = process
    self.started = started
  }

  /// This process.
  public static var current: RunOwner {
    let process = Int(getpid())
    return RunOwner(host: hostName, process: process, started: start(of: process))
  }

  /// Whether the process exists on this machine; of another machine that cannot be known, and is false.
  public var isWorking: Bool {
    guard host == Self.hostName, let number = pid_t(exactly: process), number > 0 else {
      return false
    }
    guard kill(number, 0) == 0 || errno == EPERM else { return false }
    return started == nil || started == Self.start(of: process)
  }

  private static var hostName: String {
    var name = [CChar](repeating: 0, count: 256)
    guard gethostname(&name, name.count - 1) == 0 else { return "" }
    return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Returns the start of a process in clock ticks since the machine started, from field 22 of `/proc/PID/stat` (proc(5)).
  private static func start(of process: Int) -> String? {
    guard let content = try? Data(contentsOf: URL(filePath: "/proc/\(process)/stat")) else {
      return nil
    }
    // The second field is the name of the program in brackets, which may contain spaces and brackets.
    let text = String(decoding: content, as: UTF8.self)
    guard let nameEnd = text.lastIndex(of: ")") else { return nil }
    let fields = text[text.index(after: nameEnd)...].split(separator: " ")
    return fields.count > 19 ? String(fields[19]) : nil
  }
}
