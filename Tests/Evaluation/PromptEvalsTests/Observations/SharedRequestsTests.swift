@testable import PromptEvals
import Testing

@Suite("Messages with the same request form a group")
struct SharedRequestsTests {
  /// Requests by transcript and message, one dictionary for each side.
  private func shared(_ sides: [[String: [Int: UInt64]]]) -> (SharedRequests, [String]) {
    let names = Set(sides.flatMap(\.keys)).sorted()
    var sent = SentRequests(sides: sides.count)
    for (side, transcripts) in sides.enumerated() {
      for (place, name) in names.enumerated() {
        let requests = (transcripts[name] ?? [:]).sorted { $0.key < $1.key }
        sent.add(
          requests.map { SentRequest(message: $0.key, number: $0.value) }, side: side, place: place)
      }
    }
    return (SharedRequests(sent, names: names), names)
  }

  @Test("requests of their own form none")
  func none() {
    let (shared, _) = shared([["t1": [1: 11, 2: 12], "t2": [1: 21, 2: 22]]])
    #expect(shared.isEmpty && shared.hasOwn(0) && shared.absorbed.isEmpty)
    // A request that is not known equals no other.
    #expect(self.shared([["t1": [1: 0], "t2": [1: 0]]]).0.isEmpty)
    // Neither do the same requests of two variants make transcripts dependent.
    #expect(self.shared([["t1": [1: 11]], ["t1": [1: 11]]]).0.isEmpty)
  }

  @Test("an opening that all send counts in the first transcript, and the others have the rest")
  func opening() {
    let (shared, _) = shared([
      ["t1": [1: 7, 2: 12], "t2": [1: 7, 2: 22], "t3": [1: 7]],
      ["t1": [1: 8, 2: 13], "t2": [1: 8, 2: 23], "t3": [1: 8]],
    ])
    #expect(shared.groups.map(\.places) == [[0, 1, 2]] && shared.groups.map(\.messages) == [[1]])
    #expect(shared.group(of: 1, at: 1) == 0 && shared.group(of: 2, at: 1) == nil)
    #expect(shared.hasOwn(0) && shared.hasOwn(1) && !shared.hasOwn(2))
    #expect(shared.absorbed == [2] && shared.owner(of: 2) == 0 && shared.owner(of: 1) == 1)
    let sharing = RequestSharing(shared, transcripts: 3, unit: "transcript")
    #expect(sharing?.observations == 2)
    #expect(sharing?.summary == "3 transcripts send the same request for message 1")
    #expect(sharing?.consequence == "2 observations")
  }

  @Test("what one variant shares counts as shared for all of them")
  func sides() {
    let (shared, _) = shared([
      ["t1": [1: 1], "t2": [1: 2], "t3": [1: 3]], ["t1": [1: 9], "t2": [1: 9], "t3": [1: 8]],
    ])
    #expect(shared.groups.map(\.places) == [[0, 1]] && shared.absorbed == [1])
  }

  @Test("groups of different sizes, and transcripts that are the same throughout")
  func several() {
    let (shared, _) = shared([
      [
        "a1": [1: 7, 2: 71], "a2": [1: 7, 2: 71], "b1": [1: 7, 2: 72], "b2": [1: 7, 2: 72],
        "c": [1: 5, 2: 51],
      ]
    ])
    #expect(shared.groups.map(\.places) == [[0, 1, 2, 3], [0, 1], [2, 3]])
    #expect(shared.absorbed == [1, 3] && shared.owner(of: 3) == 2)
    #expect(shared.wholeGroup(of: 0) == 1 && shared.wholeGroup(of: 4) == nil)
    let sharing = RequestSharing(shared, transcripts: 5, unit: "case")
    #expect(sharing?.observations == 3)
    #expect(sharing?.summary == "up to 4 cases of 5 send the same request for messages 1 and 2")
  }
}
