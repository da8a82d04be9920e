import Foundation
import TestKit
import Testing

@Suite("coachkit router fit")
struct RouterFitTests {
  @Test("conversations of other domains are refused with the ones there are")
  func foreign() throws {
    try Tool.inFolder { folder in
      let path = "\(folder)/talks.jsonl"
      let talk = #"{"turns": [{"role": "user", "text": "hello", "label": "astronomy"}]}"#
      try Data(talk.utf8).write(to: URL(filePath: path))
      let result = try Tool.run(["router", "fit", "--data", path])
      #expect(result.code == 1 && result.errors.contains("career"))
    }
  }
}
