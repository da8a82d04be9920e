import Foundation
import LanguageModels
import ModelProviders
import ModelTestKit
import Testing
import TestKit

/// Every stored stream, in every way in which its bytes can arrive.
@Suite("Streams of all providers")
struct StreamFixtureTests {
  private static let golden =
    "/" + #filePath.split(separator: "/").dropLast(2).joined(separator: "/") + "/Golden"
  private static let environment = ProcessInfo.processInfo.environment
  private static let isRecording = environment["COACHKIT_RECORD"] != nil
  /// The number of positions at which a stream is cut: all of them with `make soak`.
  private static let cuts = Int(TestCases.asked ?? 10)

  @Test("each is decoded to its golden file", arguments: WireProtocol.included)
  func golden(wire: WireProtocol) async throws {
    var text = ""
    for fixture in try StreamFixture.all(of: wire) {
      let (events, error) = await fixture.outcome(in: [fixture.bytes])
      text += "# \(fixture.name)\n" + GoldenEvents.text(events, error) + "\n"
    }
    let path = "\(Self.golden)/\(wire.rawValue).txt"
    if Self.isRecording {
      try Data(text.utf8).write(to: URL(filePath: path))
      Issue.record("recorded \(path); run again without COACHKIT_RECORD")
      return
    }
    let golden = try String(contentsOfFile: path, encoding: .utf8)
    #expect(golden == text, "\(wire) is read differently: COACHKIT_RECORD=1 records it again")
  }

  @Test(
    "each gives the same events however its bytes are split", arguments: try StreamFixture.all())
  func splits(fixture: StreamFixture) async {
    let bytes = fixture.bytes
    let whole = await fixture.outcome(in: [bytes])
    func expectSame(_ chunks: [[UInt8]], _ how: String) async {
      let (events, error) = await fixture.outcome(in: chunks)
      #expect(events == whole.events && error == whole.error, "\(fixture) \(how)")
    }
    await expectSame(bytes.map { [$0] }, "byte by byte")
    var random = SplitMix(seed: UInt64(bytes.count))
    for round in 0..<10 { await expectSame(random.chunks(of: bytes), "in random pieces \(round)") }
    let stride = max(1, bytes.count / Self.cuts)
    for cut in Swift.stride(from: 1, to: bytes.count, by: stride) {
      await expectSame([Array(bytes[..<cut]), Array(bytes[cut...])], "cut at \(cut)")
    }
  }

  @Test(
    "each that is cut before its finish reason is truncated, with the received content",
    arguments: try StreamFixture.all())
  func truncation(fixture: StreamFixture) async {
    let whole = await fixture.outcome(in: [fixture.bytes])
    // Errors are not truncated replies.
    guard whole.error == nil, let end = fixture.endOfReasonValue else { return }
    let stride = max(1, fixture.bytes.count / Self.cuts)
    for cut in Swift.stride(from: 0, to: fixture.bytes.count, by: stride) {
      let (events, error) = await fixture.outcome(in: [Array(fixture.bytes[..<cut])])
      let reply = events.reduce(into: ModelReply()) { $0.add($1) }
      if cut < end {
        #expect(error?.code == .truncated && reply.finish == nil, "\(fixture) cut at \(cut)")
        #expect((error?.partial ?? ModelReply()) == reply, "\(fixture) cut at \(cut)")
      } else {
        #expect(error == nil && reply.finish != nil, "\(fixture) cut at \(cut)")
      }
    }
  }

  @Test("events keep the documented order", arguments: try StreamFixture.all())
  func order(fixture: StreamFixture) async {
    let (events, error) = await fixture.outcome(in: [fixture.bytes])
    #expect(EventOrder.problems(events, failed: error != nil) == [], "\(fixture)")
  }
}
