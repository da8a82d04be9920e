@testable import PromptEvals
import Testing

@Suite("Requests in which a version differs from the baseline")
struct RequestDifferenceTests {
  private func difference(
    _ before: [Int: UInt64], _ after: [Int: UInt64], otherModels: Bool = false, unknown: Int = 0
  ) -> RequestDifference? {
    var sent = SentRequests(sides: 2)
    for (side, requests) in [before, after].enumerated() {
      sent.add(
        requests.sorted { $0.key < $1.key }.map { SentRequest(message: $0.key, number: $0.value) },
        side: side, place: 0)
    }
    return sent.difference(
      of: (1, "v9"), from: (0, "v3"), isOfOtherModels: otherModels, unknown: unknown)
  }

  @Test("they are counted, with their messages")
  func counted() throws {
    let some = try #require(
      difference([1: 1, 2: 2, 9: 3, 10: 4, 12: 6], [1: 1, 2: 2, 9: 30, 10: 40, 12: 60]))
    #expect(some.summary == "v9 differs from v3 in 3 of 5 requests")
    #expect(some.place == "at messages 9, 10 and 12" && some.isPartial && !some.isNone)
    let all = try #require(difference([1: 1], [1: 2]))
    #expect(all.summary == "v9 differs from v3 in all 1 request" && all.place.isEmpty)
    let none = try #require(difference([1: 1, 2: 2], [1: 1, 2: 2]))
    #expect(none.summary == "v9 and v3 send the same 2 requests" && none.isNone)
  }

  @Test("other models make every request another one")
  func models() throws {
    let found = try #require(difference([1: 1], [1: 1], otherModels: true))
    #expect(found.differing == 1 && !found.isNone)
  }

  @Test("what is not known is not counted, and leaves it open whether anything differs")
  func unknown() throws {
    #expect(difference([1: 0], [1: 0]) == nil)
    let open = try #require(difference([1: 1], [1: 1], unknown: 3))
    #expect(open.differing == 0 && !open.isNone)
    let half = try #require(difference([1: 0, 2: 2], [1: 1, 2: 2]))
    #expect(half.compared == 1 && half.unknown == 1)
  }

  @Test("numbers of messages in words and as a suite writes them")
  func numbers() {
    #expect(MessageNumbers.words([9]) == "message 9")
    #expect(MessageNumbers.words([2, 3, 4, 9]) == "messages 2–4 and 9")
    #expect(MessageNumbers.suite([2, 3, 4, 9]) == "[2-4, 9]")
  }
}
