#if Server
  import CoachKit
  @testable import CoachServer
  import CoreMetrics
  import Documents
  import Foundation
  import TestKit
  import Testing

  @Suite("Notices of laws over HTTP")
  struct NoticeEndpointTests {
    private static func law(_ name: String = "New Place") -> String {
      """
      id: us-ny
      name: \(name)
      places: [US-NY]
      looked_up: {date: 2026-11-21, seen: text, pages: ["https://law.example"]}
      law: An act
      from: 2026-01-01
      notices:
        - {kind: ai, at: start, at_most_every: 1d, for: everyone, section: "1"}
        - {kind: break, at: interval, every: 1h, for: minors, section: "2"}
      """
    }

    /// Makes a folder with duties and a place for a store.
    private func inFolder(_ work: (_ folder: String, _ store: String) async throws -> Void)
      async throws
    {
      let url = FileManager.default.temporaryDirectory.appending(path: "duties-\(UUID())")
      let path = url.path(percentEncoded: false)
      try FileManager.default.createDirectory(
        atPath: "\(path)/duties", withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(atPath: path) }
      try Self.law().write(
        toFile: "\(path)/duties/us-ny.yaml", atomically: true, encoding: .utf8)
      try await work("\(path)/duties", "\(path)/usage.sqlite")
    }

    /// The request of a person in a place, of whom the caller says nothing else.
    private static func turn(
      _ id: String, in place: String?, of name: String = "p-1"
    ) -> JSONValue {
      var body = ServerBench.turn(id: id).object ?? [:]
      var person = body["person"]?.object ?? [:]
      person["id"] = .string(name)
      person["jurisdiction"] = place.map { .string($0) }
      person["age_group"] = "minor"
      body["person"] = .object(person)
      return .object(body)
    }

    private static func notices(_ answer: ServerBench.Answer) -> [String] {
      answer.events.filter { $0.data["event"] == "notice" }.compactMap { event in
        event.data["kind"]?.string.map { "\($0) \(event.data["jurisdiction"]?.string ?? "")" }
      }
    }

    @Test("two servers with one store give a notice once, and count it")
    func shared() async throws {
      try await inFolder { folder, store in
        let (time, metrics) = (SteppedClock(), PrometheusMetrics())
        try await withMetricsFactory(metrics) {
          @Sendable func run(_ work: @escaping @Sendable (ServerBench) async throws -> Void)
            async throws
          {
            try await ServerBench.run(
              model: ScriptedModel(replies: ["Hello.", "Hello.", "Hello."]), metrics: metrics,
              clock: time.clock
            ) {
              $0.store = .sqlite(path: store)
              $0.duties.folder = folder
              $0.duties.defaultJurisdiction = "US-NY"
            } _: {
              try await work($0)
            }
          }
          try await run { first in
            let answer = try await first.send("POST", "/v1/turns", Self.turn("r-1", in: "US-NY"))
            expect(Self.notices(answer), equals: ["ai us-ny"])
            let events = answer.events.compactMap { $0.data["event"]?.string }
            #expect(events.firstIndex(of: "notice") ?? 99 < events.firstIndex(of: "text") ?? 0)
            let done = answer.events.last { $0.data["event"] == "done" }
            #expect(done?.data["next_notice_at"]?.number != nil, "\(answer.text)")
            try await run { second in
              let other = try await second.send("POST", "/v1/turns", Self.turn("r-2", in: nil))
              expect(Self.notices(other), equals: [])
              // The first server answered it, and the second one says so, with the same notice.
              let repeated = try await second.send(
                "POST", "/v1/turns", Self.turn("r-1", in: "US-NY"))
              #expect(repeated.events.contains { $0.data["reason"] == "answered" })
              expect(Self.notices(repeated), equals: ["ai us-ny"])
              let lines = try await second.send("GET", "/metrics").text.split(separator: "\n")
                .filter { $0.hasPrefix("coachkit_server_notices_total{") }
              expect(
                lines.map(String.init),
                equals: [#"coachkit_server_notices_total{jurisdiction="us-ny",kind="ai"} 1"#])
            }
          }
        }
      }
    }

    @Test("an edit takes effect, and a broken one keeps what was")
    func reload() async throws {
      try await inFolder { folder, _ in
        let path = "\(folder)/us-ny.yaml"
        try await ServerBench.run(replies: ["Hello.", "Hello.", "Hello."]) {
          $0.duties.folder = folder
        } _: { server in
          try "id: us-ny".write(toFile: path, atomically: true, encoding: .utf8)
          _ = try await server.send("POST", "/v1/reload")
          var answer = try await server.send("POST", "/v1/turns", Self.turn("r-1", in: "US-NY"))
          expect(Self.notices(answer), equals: ["ai us-ny"])
          try Self.law().replacing("US-NY", with: "US-CA")
            .write(toFile: path, atomically: true, encoding: .utf8)
          _ = try await server.send("POST", "/v1/reload")
          // Nobody there has had a notice yet.
          answer = try await server.send(
            "POST", "/v1/turns", Self.turn("r-2", in: "US-CA", of: "p-2"))
          expect(Self.notices(answer), equals: ["ai us-ny"])
        }
      }
    }

    @Test(
      "a server without a file of duties does not start, and an edit that leaves none is reported")
    func empty() async throws {
      try await inFolder { folder, _ in
        let file = "\(folder)/us-ny.yaml"
        var duties = ServerSettings.Duties()
        duties.folder = folder
        duties.defaultJurisdiction = "US-NY"
        let settings = ServerBench.settings { _ in }
        let content = try LiveContent(settings.content, duties: duties)
        // A law that was looked up in 2026 is stale in 2028, and an ending that is not read is noticed.
        let day = try #require(CalendarDay("2028-01-01"))
        expect(content.dutyFindings(on: day).map(\.code), equals: ["duties.looked-up"])
        try Self.law().replacing("US-NY", with: "US-CA")
          .write(toFile: file, atomically: true, encoding: .utf8)
        let errors = content.reload().flatMap(\.change.errors).map(\.message)
        expect(errors, equals: ["no file of '\(folder)' covers US-NY"])
        try FileManager.default.moveItem(atPath: file, toPath: "\(folder)/us-ny.yml")
        _ = content.reload()
        let none = "there is no file of duties in '\(folder)'"
        expect(content.problems.flatMap(\.errors).map(\.message), equals: [none])
        let error = #expect(throws: SourceError.self) {
          try LiveContent(settings.content, duties: duties)
        }
        expect(error?.diagnostics.map(\.message), equals: [none])
      }
    }

    @Test("a server does not start with a broken file, or a default that no file covers")
    func start() async throws {
      try await inFolder { folder, _ in
        func problems(_ change: (inout ServerSettings.Duties) -> Void) -> [String] {
          var duties = ServerSettings.Duties()
          duties.folder = folder
          change(&duties)
          let settings = ServerBench.settings { _ in }
          do throws(SourceError) {
            _ = try LiveContent(settings.content, duties: duties)
            return []
          } catch {
            return error.diagnostics.map(\.code)
          }
        }
        expect(problems { _ in }, equals: [])
        expect(problems { $0.defaultJurisdiction = "US-NY" }, equals: [])
        expect(problems { $0.defaultJurisdiction = "US-CA" }, equals: ["settings.value"])
        try "id: us-or".write(
          toFile: "\(folder)/us-wa.yaml", atomically: true, encoding: .utf8)
        expect(problems { _ in }.isEmpty, equals: false)
      }
    }
  }
#endif
