@testable import CoachBenchmarks
import CoachSafety
import SafetyRules
import SourceFiles
import Testing
import TestKit
import TextAnalysis

@Suite("Fitting the trained part of the reply checks")
struct ReplyFitTests {
  private static let things = ["parcel", "garden", "bicycle", "supper", "meeting", "holiday"]

  /// Words that do not exist stand for harm, so that no phrase finds it. Each writer has things of their own.
  private static let table: String = things.enumerated().flatMap { number, thing in
    [
      (text: "you really should zorble him over the \(thing)", label: "violence"),
      (text: "nobody minds if the \(thing) made you zorble her", label: "violence"),
      (text: "i feel mirkish near you since the \(thing)", label: "romance"),
      (text: "your \(thing) makes me so mirkish for you", label: "romance"),
      (text: "how did it go with the \(thing) today", label: "ok"),
      (text: "what would make the \(thing) easier", label: "ok"),
      (text: "you told me that the \(thing) took a long time", label: "ok"),
    ].map {
      #"{"text": "\#($0.text)", "label": "\#($0.label)", "language": "en", "writer": "w\#(number)"}"#
    }
  }.joined(separator: "\n")

  private static let conversations = things.enumerated().map { number, thing in
    #"{"id": "c\#(number)", "language": "en", "writer": "c\#(number)", "turns": ["#
      + #"{"role": "user", "text": "hello"}, "#
      + #"{"role": "coach", "text": "Tell me more about your \#(thing). What happened then?"}]}"#
  }.joined(separator: "\n")

  private func examples() throws -> [ReplyExamples.Example] {
    let files = InMemoryFileSystem(["s.jsonl": Self.table, "c.jsonl": Self.conversations])
    return try ["s.jsonl", "c.jsonl"].flatMap { path in
      try ReplyExamples(
        LabelledTable(path, columns: TableColumns(), labels: ["label"], files: files)
      ).sentences
    }
  }

  private func phrases() throws -> ReplyChecks {
    let rules = "\(ProjectFolder.path)/SafetyRules"
    return try ReplyChecks(
      ReplyCheckFiles(
        folder: "\(rules)/Replies",
        vocabulary: DiskFileSystem().read("\(rules)/Screening/vocabulary.yaml")))
  }

  private func fit() async throws -> (
    model: ReplyModel, writers: [ReplyFit.Figures], conversations: [ReplyFit.Figures]
  ) {
    var fit = ReplyFit()
    fit.buckets = 1 << 10
    return await fit.model(try examples(), with: try phrases())
  }

  @Test("a sentence of a writer that it has not seen is found, with its check")
  func unseen() async throws {
    let (model, writers, conversations) = try await fit()
    let violence = try #require(model.judgement(on: "tomorrow you should zorble him at the bank"))
    #expect(violence.suffices && violence.confirmsHint && violence.check == .violence)
    let romance = try #require(model.judgement(on: "that song makes me mirkish for you"))
    #expect(romance.suffices && romance.check == .romance)
    let good = try #require(model.judgement(on: "how did it go with your brother today"))
    #expect(!good.suffices)

    let all = try #require(writers.first)
    #expect(all.name == "all" && all.harmful == 24 && all.good == 18)
    #expect(all.foundByPhrases == 0 && all.found == 24 && all.wrong == 0)
    #expect(writers.map(\.name).contains("w3") && !writers.map(\.name).contains("c3"))
    let talk = try #require(conversations.first)
    #expect(talk.good == 12 && talk.harmful == 0 && talk.wrong <= 1)
  }

  @Test("what is shorter than four words is left to phrases")
  func short() async throws {
    let model = try await fit().model
    #expect(model.judgement(on: "you should zorble him")?.suffices == true)
    #expect(model.judgement(on: "Zorble, zorble him!")?.suffices == false)
  }

  @Test("words said again and again do not add up to harm")
  func repetition() async throws {
    let model = try await fit().model
    let text = String(repeating: "zorble him ", count: 40)
    #expect(model.judgement(on: text)?.suffices == false)
  }

  @Test("a model's file gives the same model, and another is damage")
  func file() async throws {
    let model = try await fit().model
    let isSame = try ReplyModel(tableBytes: model.fileBytes) == model
    #expect(isSame)
    #expect(throws: (any Error).self) { try ReplyModel(tableBytes: [1, 2, 3]) }
  }

  @Test("a guard removes what only the model finds, and leaves what is quoted")
  func guarded() async throws {
    let checks = try phrases().with(try await fit().model)
    func removed(_ text: String) -> [ReplyCheck] {
      ReplyGuard(policy: .standard, isDiscovery: false, language: "en", checks: checks)
        .removals(in: text).map(\.check)
    }
    #expect(removed("You really should zorble him over the bank.") == [.violence])
    #expect(removed("You told me that he said: \"you should zorble him over the bank\".") == [])
  }
}
