// What the samples of the documents use and do not show: a reader's own types.
import CoachKit

struct Database: Sendable {
  struct Rows {
    func readForUpdate(_ person: String) throws -> [UInt8]? { nil }
    func write(_ ledger: JSONValue, of person: String) throws {}
    func delete(_ person: String) throws {}
  }

  func transaction<Value>(_ work: (Rows) throws -> Value) async throws -> Value {
    try work(Rows())
  }

  func append(_ message: String?, _ reply: String, to conversation: String) async {}
  func set(_ access: JSONValue, of person: String) async {}
}

func temporaryFolder() throws -> String { "" }

struct MyStore: UsageStore {
  let folder: String

  init(folder: String) throws { self.folder = folder }

  func updateLedger<Value: Sendable>(
    of person: String, _ change: @escaping @Sendable (inout UsageLedger) throws -> Value
  ) async throws -> Value {
    var ledger = UsageLedger()
    return try change(&ledger)
  }
}

struct MyModel: LanguageModel {
  let identity = ModelIdentity(provider: "mine", model: "one")

  init(answering text: String) {}
  init(failingWith status: Int) {}

  func stream(_ request: ModelRequest) -> ModelStream {
    ScriptedModel(replies: []).stream(request)
  }
}

struct Mood: Decodable, Sendable {
  var mood: String
}

struct MyClient: Sendable {
  struct Failure: Error {
    var isBeforeSending: Bool
  }

  struct Response {
    var status: Int
    var headers: [(name: String, value: String)]
    var body: AsyncStream<[UInt8]>
  }

  func execute(
    _ method: String, _ url: String, _ headers: [(name: String, value: String)], _ body: [UInt8]?,
    before deadline: ContinuousClock.Instant?
  ) async throws -> Response {
    throw Failure(isBeforeSending: true)
  }
}

final class MyBody: HTTPBody {
  init(_ body: AsyncStream<[UInt8]>) {}

  func next(before deadline: ContinuousClock.Instant) async throws(TransportError) -> [UInt8]? {
    nil
  }
}
