import Foundation
import HostileInput

/// Runs libFuzzer with the reader that `COACHKIT_READER` names; the arguments are those of libFuzzer.
@main
enum Main {
  static func main() {
    var count = CommandLine.argc
    var arguments = CommandLine.unsafeArgv
    exit(runFuzzer(&count, &arguments, read))
  }

  static let reader: OutsideReader = {
    let name = ProcessInfo.processInfo.environment["COACHKIT_READER"] ?? ""
    guard let reader = OutsideReader.all.first(where: { $0.name == name }) else {
      let names = OutsideReader.all.map(\.name).joined(separator: " ")
      print("set COACHKIT_READER to one of: \(names)")
      exit(64)
    }
    return reader
  }()
}

/// Reads one text; libFuzzer wants to know only that it ended.
private func read(_ start: UnsafePointer<UInt8>?, count: Int) -> Int32 {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  let done = DispatchSemaphore(value: 0)
  Task.detached {
    await Main.reader.read(bytes)
    done.signal()
  }
  done.wait()
  return 0
}

/// libFuzzer's driver, whose declaration no header of the toolchain contains for Swift.
@_silgen_name("LLVMFuzzerRunDriver")
private func runFuzzer(
  _ count: UnsafeMutablePointer<Int32>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
  _ read: @convention(c) (UnsafePointer<UInt8>?, Int) -> Int32
) -> Int32
