import PromptEvals
import Testing

@Suite("The process that works on a run")
struct RunOwnerTests {
  @Test("this process works; another machine's, and a later process with its number, do not")
  func working() {
    let own = RunOwner.current
    #expect(own.isWorking)
    #expect(RunOwner(host: own.host, process: own.process).isWorking)
    #expect(!RunOwner(host: own.host + "x", process: own.process, started: own.started).isWorking)
    for process in [0, -1, Int.max, 0x3fff_ffff] {
      #expect(!RunOwner(host: own.host, process: process).isWorking, "\(process)")
    }
    guard own.started != nil else { return }
    #expect(!RunOwner(host: own.host, process: own.process, started: "1").isWorking)
  }
}
