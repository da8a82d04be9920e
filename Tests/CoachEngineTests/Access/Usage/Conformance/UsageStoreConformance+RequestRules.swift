import CoachEngine
import SourceFiles

extension UsageStoreConformance {
  static func digest(_ body: String) -> ContentDigest { ContentDigest(of: body) }

  static func begin(
    _ store: any UsageStore, _ id: String, of person: String = "ana", _ body: String = "hello",
    after seconds: Double = 0
  ) async throws -> SeenRequest {
    try await store.begin(id, of: person, digest: digest(body), at: start + seconds)
  }

  static let requestRules = [
    Rule(name: "a request is new once, runs, and is answered") { store, findings in
      findings.expect(try await begin(store, "r"), .new, "first")
      findings.expect(try await begin(store, "r"), .running, "second")
      try await store.finish("r", of: "ana", messageID: "m")
      findings.expect(try await begin(store, "r"), .answered(messageID: "m"), "third")
      findings.expect(try await begin(store, "r", of: "ben"), .new, "another person's")
      findings.expect(try await begin(store, "s"), .new, "another id")
    },
    Rule(name: "the same id with another body is told apart, running or answered") {
      store, findings in
      _ = try await begin(store, "r")
      findings.expect(try await begin(store, "r", "other"), .differs, "running")
      findings.expect(try await begin(store, "r"), .running, "the first body")
      try await store.finish("r", of: "ana", messageID: "m")
      findings.expect(try await begin(store, "r", "other"), .differs, "answered")
    },
    Rule(name: "a request of which nothing came may be sent again, with any body") {
      store, findings in
      _ = try await begin(store, "r")
      try await store.finish("r", of: "ana", messageID: nil)
      findings.expect(try await begin(store, "r", "other"), .new, "again")
    },
    Rule(name: "what was answered stays answered") { store, findings in
      _ = try await begin(store, "r")
      try await store.finish("r", of: "ana", messageID: "m")
      try await store.finish("r", of: "ana", messageID: nil)
      try await store.finish("r", of: "ana", messageID: "n")
      findings.expect(try await begin(store, "r"), .answered(messageID: "m"), "again")
    },
    Rule(name: "to finish what was never started does nothing") { store, findings in
      try await store.finish("r", of: "ana", messageID: "m")
      findings.expect(try await begin(store, "r"), .new, "first")
      try await store.finish("r", of: "ben", messageID: "m")
      findings.expect(try await begin(store, "r"), .running, "another person's end")
    },
    Rule(name: "a request that never ended is new again after ten minutes") { store, findings in
      _ = try await begin(store, "r")
      findings.expect(try await begin(store, "r", after: 599.5), .running, "before")
      findings.expect(try await begin(store, "r", "other", after: 600), .new, "then")
      findings.expect(try await begin(store, "r", "other", after: 1199), .running, "and anew")
    },
    Rule(name: "an answer is remembered for a day") { store, findings in
      _ = try await begin(store, "r")
      try await store.finish("r", of: "ana", messageID: "m")
      findings.expect(
        try await begin(store, "r", after: 86_399.5), .answered(messageID: "m"), "before")
      findings.expect(try await begin(store, "r", after: 86_400), .new, "then")
    },
    Rule(name: "a clock that is set back keeps no request for longer") { store, findings in
      _ = try await begin(store, "r")
      findings.expect(try await begin(store, "r", after: -1e6), .running, "set back")
      findings.expect(try await begin(store, "r", after: -1e6 + 599), .running, "before")
      findings.expect(try await begin(store, "r", after: -1e6 + 600), .new, "then")
    },
  ]
}
