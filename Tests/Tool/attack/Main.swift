import Foundation
import HostileInput
import Synchronization

/// `attack run` reads random hostile texts; `attack growth` measures how time grows with the size of a text; `attack texts`
/// prints the texts for programs that send them elsewhere.
@main
enum Main {
  static func main() async {
    var arguments = Array(CommandLine.arguments.dropFirst())
    let maximum = value(of: "--up-to", in: &arguments) ?? 10_000_000
    let cases = value(of: "--cases", in: &arguments) ?? 1_000
    let seed = value(of: "--seed", in: &arguments)
    let name = arguments.dropFirst().first
    let readers = OutsideReader.all.filter { reader in
      name.map { reader.name.hasPrefix($0) } ?? true
    }
    switch arguments.first {
    case "run"? where !readers.isEmpty: await attack(readers, cases: cases, seed: seed)
    case "growth"? where !readers.isEmpty: await growth(of: readers, upTo: maximum)
    case "texts"? where !readers.isEmpty: printTexts(for: readers, cases: cases)
    default:
      print(
        """
        usage: attack run [READER] [--cases N] [--seed N]
               attack growth [READER] [--up-to BYTES]
               attack texts [READER] [--cases N]
        readers: \(OutsideReader.all.map(\.name).joined(separator: " "))
        """)
      exit(64)
    }
  }

  private static func value(of option: String, in arguments: inout [String]) -> Int? {
    guard let index = arguments.firstIndex(of: option), index + 1 < arguments.count else {
      return nil
    }
    defer { arguments.removeSubrange(index...(index + 1)) }
    return Int(arguments[index + 1])
  }

  // MARK: Random texts

  /// The longest time that a text of at most some 100 KB may take; some readers do much work for each byte.
  private static let limit = Duration.seconds(20)

  /// Reads random texts, each with a seed of its own, so that a failure can be repeated with `--seed`.
  ///
  /// A crash ends the process: the last line names the reader, and the watch prints the seed of a text that takes too
  /// long.
  private static func attack(_ readers: [OutsideReader], cases: Int, seed: Int?) async {
    let clock = ContinuousClock()
    for reader in readers {
      let current = Watch(reader: reader.name)
      let watching = current.start()
      let began = clock.now
      var slowest = Duration.zero
      let seeds = seed.map { $0...$0 } ?? 1...max(1, cases)
      for seed in seeds {
        var input = RandomInput(for: reader, seed: UInt64(seed))
        let bytes = input.next()
        current.note(seed: seed)
        let start = clock.now
        await reader.read(bytes)
        slowest = max(slowest, clock.now - start)
      }
      watching.cancel()
      let name = reader.name.padding(toLength: 22, withPad: " ", startingAt: 0)
      print(
        "\(name)\(seeds.count) texts in \(began.duration(to: clock.now).formatted), the slowest in"
          + " \(slowest.formatted)")
      fflush(nil)
    }
  }

  /// Ends the process if a text takes too long, and names its seed before that; also after a crash, by a file.
  private final class Watch: Sendable {
    private let reader: String
    private let seed = Atomic(0)
    private let since = Mutex(ContinuousClock.now)

    init(reader: String) { self.reader = reader }

    func note(seed: Int) {
      self.seed.store(seed, ordering: .relaxed)
      since.withLock { $0 = .now }
      Crash.seed.store(seed, ordering: .relaxed)
    }

    /// Looks from a thread of its own: the text under way may occupy those of tasks.
    func start() -> Thread {
      let thread = Thread { [self] in
        while !Thread.current.isCancelled {
          Thread.sleep(forTimeInterval: 0.5)
          guard since.withLock({ $0 }).duration(to: .now) > Main.limit else { continue }
          print("\(reader): the text of seed \(seed.load(ordering: .relaxed)) takes too long")
          fflush(nil)
          exit(1)
        }
      }
      thread.start()
      Crash.install(reader: reader)
      return thread
    }
  }

  /// Prints a line of Base64 for each text.
  private static func printTexts(for readers: [OutsideReader], cases: Int) {
    for reader in readers {
      for seed in 1...max(1, cases) {
        var input = RandomInput(for: reader, seed: UInt64(seed))
        print(Data(input.next()).base64EncodedString())
      }
    }
  }

  // MARK: Growth

  /// The factor by which a byte of a larger text may take longer.
  private static let allowed = 1.5

  private static func growth(of readers: [OutsideReader], upTo maximum: Int) async {
    var tooMuch = 0
    var count = 0
    for reader in readers {
      await Growth.measure(reader, upTo: maximum) { growth in
        let times = growth.points.map { String(format: "%9.1f", $0.nanosecondsPerByte) }
        let name = (growth.reader + ": " + growth.shape)
          .padding(toLength: 48, withPad: " ", startingAt: 0)
        let isTooMuch = growth.factor > allowed
        tooMuch += isTooMuch ? 1 : 0
        count += 1
        print(
          name, times.joined(), String(format: "%7.2f", growth.factor), isTooMuch ? "!" : "")
        fflush(nil)
      }
    }
    print("\(count) texts; \(tooMuch) grow by more than \(allowed)")
  }
}

/// Names the reader and the seed when the process is about to end by a signal.
private enum Crash {
  static let seed = Atomic(0)
  private static let reader = Mutex("")

  static func install(reader: String) {
    Self.reader.withLock { $0 = reader }
    for number in [SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGABRT, SIGFPE] {
      signal(number) { number in
        // Printing in a handler is not safe in general; the process ends here either way.
        let name = Crash.reader.withLock { $0 }
        print("\(name): the text of seed \(Crash.seed.load(ordering: .relaxed)) ends the process")
        fflush(nil)
        signal(number, SIG_DFL)
        raise(number)
      }
    }
  }
}

extension Duration {
  fileprivate var formatted: String {
    let seconds = Double(components.seconds) + Double(components.attoseconds) / 1e18
    return seconds < 1
      ? String(format: "%.1f ms", seconds * 1_000) : String(format: "%.1f s", seconds)
  }
}
