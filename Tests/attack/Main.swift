import Foundation
import HostileInput

/// `attack growth [reader] [--up-to BYTES]` measures how time grows with the size of a text.
@main
enum Main {
  static func main() async {
    var arguments = Array(CommandLine.arguments.dropFirst())
    let maximum = value(of: "--up-to", in: &arguments) ?? 10_000_000
    switch arguments.first {
    case "growth"?: await growth(of: arguments.dropFirst().first, upTo: maximum)
    default:
      print("usage: attack growth [reader] [--up-to BYTES]")
      exit(64)
    }
  }

  private static func value(of option: String, in arguments: inout [String]) -> Int? {
    guard let place = arguments.firstIndex(of: option), place + 1 < arguments.count else {
      return nil
    }
    defer { arguments.removeSubrange(place...(place + 1)) }
    return Int(arguments[place + 1])
  }

  private static func growth(of name: String?, upTo maximum: Int) async {
    for reader in OutsideReader.all where name == nil || reader.name.hasPrefix(name ?? "") {
      await Growth.measure(reader, upTo: maximum) { growth in
        let times = growth.points.map { String(format: "%9.1f", $0.nanosecondsPerByte) }
        print(
          (growth.reader + " " + growth.shape).padding(toLength: 46, withPad: " ", startingAt: 0),
          times.joined(), String(format: "%7.2f", growth.factor), growth.isCut ? "cut" : "",
          growth.factor > 1.5 ? "!" : "")
        fflush(nil)
      }
    }
  }
}
