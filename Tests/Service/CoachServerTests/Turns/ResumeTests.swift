#if Server
  import CoachKit
  @testable import CoachServer
  import LanguageModels
  import ModelProviders
  import ModelTestKit
  import TestKit
  import Testing

  #if canImport(FoundationEssentials)
    import FoundationEssentials
  #else
    import Foundation
  #endif

  @Suite("Coming back for the rest of a turn")
  struct ResumeTests {
    private static let pieces = ["One step.", " Then another.", " What would the third one be?"]

    private static var model: FakeModel {
      FakeModel { _, _ in .events(.said(Self.pieces)) }
    }

    /// A model whose first reply does not end.
    private static var endlessModel: FakeModel {
      FakeModel(
        answers: .endless([
          .started(ModelStart()), .partStarted(index: 0, kind: .text),
          .partDelta(index: 0, delta: .text("Well")),
        ]), .reply("Hello."))
    }

    /// Waits until a server with a place for one turn has it free.
    private static func untilFree(_ server: ServerBench) async throws {
      var number = 100
      try await until {
        number += 1
        let turn = ServerBench.turn(ofPerson: number)
        return try await server.send("POST", "/v1/turns", turn).status != 503
      }
    }

    // MARK: Reading on

    @Test("a client that drops after any event gets every event once and in order")
    func everyEvent() async throws {
      try await ServerBench.run(model: Self.model) {
        $0.turns.leavingGraceSeconds = 600
      } _: { server in
        var whole = TurnReading()
        try await server.read(
          "POST", "/v1/turns?changes=true", ServerBench.turn(ofPerson: 0), into: &whole)
        #expect(whole.isInOrder && whole.isDone && whole.text == Self.pieces.joined())
        for count in 0...whole.ids.count {
          var reading = TurnReading()
          try await server.read(
            "POST", "/v1/turns?changes=true", ServerBench.turn(ofPerson: count + 1),
            into: &reading
          ) { $0.ids.count >= count }
          reading.cut(to: count)
          try await server.resume("r-\(count + 1)", into: &reading)
          #expect(reading.isInOrder && reading.isDone, "after \(count): \(reading.ids)")
          #expect(reading.text == whole.text && reading.failure == nil, "after \(count)")
        }
      }
    }

    @Test("a turn that is still running has any number of readers")
    func readers() async throws {
      let permits = Observed(0)
      try await ServerBench.run(model: SteppedModel(pieces: Self.pieces, permits: permits)) {
        server in
        let first = try await server.open("POST", "/v1/turns", ServerBench.turn())
        let second = try await server.open("GET", "/v1/turns/r-1")
        permits.update { $0 = 100 }
        for response in [first, second] {
          var reading = TurnReading()
          while let part = try await response.body.next(before: .now + .seconds(600)) {
            reading.take(part)
          }
          #expect(reading.isInOrder && reading.isDone && reading.text == Self.pieces.joined())
        }
      }
    }

    @Test("the header must be the id of an event")
    func header() async throws {
      try await ServerBench.run { server in
        let whole = try await server.send("POST", "/v1/turns", ServerBench.turn())
        let last = whole.events.count
        for value in ["abc", "-1", "1.0", "", "1, 2", "\(last + 1)", "99999999999999999999"] {
          let refused = try await server.send(
            "GET", "/v1/turns/r-1", headers: [(name: "last-event-id", value: value)])
          // Some clients leave out a field without a value.
          guard !value.isEmpty else { continue }
          #expect(refused.status == 400 && refused.code == "header.value", "\(value)")
        }
        let rest = try await server.send(
          "GET", "/v1/turns/r-1", headers: [(name: "last-event-id", value: "\(last)")])
        #expect(rest.status == 200 && rest.events.isEmpty)
      }
    }

    @Test("a repeated request does not take the place of the turn that answered it")
    func repetition() async throws {
      try await ServerBench.run { server in
        let first = try await server.send("POST", "/v1/turns", ServerBench.turn())
        let second = try await server.send("POST", "/v1/turns", ServerBench.turn())
        #expect(second.events.first?.data["reason"] == "answered")
        let kept = try await server.send("GET", "/v1/turns/r-1")
        #expect(kept.text == first.text)
      }
    }

    @Test("people may have turns with the same id, which are told apart by 'person'")
    func sameID() async throws {
      try await ServerBench.run(replies: ["One.", "Two."]) { server in
        for number in 1...2 {
          _ = try await server.send(
            "POST", "/v1/turns", ServerBench.turn(ofPerson: number, id: "r"))
        }
        let unclear = try await server.send("GET", "/v1/turns/r")
        #expect(unclear.status == 400 && unclear.code == "query.missing")
        let second = try await server.send("GET", "/v1/turns/r?person=p-2")
        #expect(second.text.contains("Two.") && !second.text.contains("One."))
      }
    }

    @Test("a journey's turn is kept with the step that ends its stream")
    func journey() async throws {
      try await ServerBench.run { server in
        let answer = try await server.send(
          "POST", "/v1/journeys/coach/step",
          [
            "person": ["id": "p-1", "language": "en", "sessions": 0],
            "access": ["updated_at": 0],
            "turn": ["id": "j-1", "conversation": ["id": "c-1"], "message": "Hello there."],
          ])
        guard answer.headers["content-type"] == "text/event-stream" else {
          Issue.record("\(answer.text)")
          return
        }
        let kept = try await server.send("GET", "/v1/turns/j-1")
        #expect(kept.text == answer.text && kept.events.last?.name == "step")
      }
    }

    // MARK: Whose turn it is

    @Test("only the caller that started a turn may read or stop it")
    func callers() async throws {
      let keys = try CallerKey.list(
        SourceFile(
          path: "keys", text: "app=client:first-secret-of-ours,app=client:second-secret-of-ours"))
      let own = [(name: "authorization", value: "Bearer first-secret-of-ours")]
      let other = [(name: "authorization", value: "Bearer second-secret-of-ours")]
      try await ServerBench.run {
        $0.authentication.keys = keys
      } _: { server in
        _ = try await server.send("POST", "/v1/turns", ServerBench.turn(), headers: own)
        try await expect(
          server.send("GET", "/v1/turns/r-1", headers: own).status, equals: 200)
        try await expect(server.send("GET", "/v1/turns/r-1").status, equals: 401)
        let unknown = try await server.send("GET", "/v1/turns/r-2", headers: own)
        #expect(unknown.status == 404 && unknown.code == "turn.unknown")
        for path in ["/v1/turns/r-1", "/v1/turns/r-1?person=p-1"] {
          for answer in [
            try await server.send("GET", path, headers: other),
            try await server.delete(path, headers: other),
          ] {
            #expect(answer.status == 404 && answer.code == "turn.unknown")
            #expect(answer.json["detail"] == unknown.json["detail"])
            #expect(answer.json["hint"] == unknown.json["hint"])
          }
        }
        try await expect(
          server.delete("/v1/turns/r-1", headers: own).json, equals: ["was_running": false])
      }
    }

    @Test("a token's turn is that of its person")
    func tokens() {
      let registry = TurnRegistry(ServerSettings.Turns(), clock: .system)
      func caller(_ person: String?) -> Caller {
        Caller(
          name: "app", scope: .client, person: person,
          credential: ContentDigest(ofParts: ["app", person ?? ""]))
      }
      let reader = registry.begin("r", of: "p-1", for: caller("p-1")) { _ in }
      defer { reader.leave() }
      func isFound(_ id: String, _ person: String?, by other: Caller) -> Bool {
        if case .found = registry.find(id, of: person, for: other) { true } else { false }
      }
      #expect(isFound("r", "p-1", by: caller("p-1")))
      #expect(isFound("r", nil, by: caller("p-1")))
      #expect(!isFound("r", "p-1", by: caller("p-2")))
      #expect(!isFound("r", nil, by: caller("p-2")))
      #expect(!isFound("r", "p-1", by: caller(nil)))
      #expect(!isFound("r", "p-2", by: caller("p-1")))
      #expect(!isFound("R", "p-1", by: caller("p-1")))
    }

    // MARK: Stopping and leaving

    @Test("a running turn is stopped by its id, and its readers get the end")
    func stop() async throws {
      try await ServerBench.run(model: Self.endlessModel) { server in
        let response = try await server.open("POST", "/v1/turns", ServerBench.turn())
        var reading = TurnReading()
        while reading.ids.isEmpty, let part = try await response.body.next(before: .distant) {
          reading.take(part)
        }
        try await expect(server.delete("/v1/turns/r-1").json, equals: ["was_running": true])
        while let part = try await response.body.next(before: .distant) { reading.take(part) }
        #expect(reading.isInOrder && reading.isDone && reading.failure == "cancelled")
        try await expect(server.delete("/v1/turns/r-1").json, equals: ["was_running": false])
        var kept = TurnReading()
        try await server.resume("r-1", into: &kept)
        #expect(kept.events == reading.events)
        // What was not answered may be asked again.
        let again = try await server.send("POST", "/v1/turns", ServerBench.turn())
        #expect(again.text.contains("Hello."))
        try await expect(server.delete("/v1/turns/r-9").status, equals: 404)
      }
    }

    @Test("without a grace, a client that leaves stops the turn")
    func noGrace() async throws {
      try await ServerBench.run(model: Self.endlessModel) {
        $0.limits.turns = 1
      } _: { server in
        var reading = TurnReading()
        try await server.read("POST", "/v1/turns", ServerBench.turn(), into: &reading) {
          !$0.ids.isEmpty
        }
        try await Self.untilFree(server)
        try await server.resume("r-1", into: &reading)
        #expect(reading.isInOrder && reading.isDone && reading.failure == "cancelled")
      }
    }

    @Test("a turn to which nobody comes back is stopped after the grace")
    func abandoned() async throws {
      let clock = SteppedClock()
      try await ServerBench.run(model: Self.endlessModel, clock: clock.clock) {
        $0.limits.turns = 1
        $0.turns.leavingGraceSeconds = 7
      } _: { server in
        var reading = TurnReading()
        try await server.read("POST", "/v1/turns", ServerBench.turn(), into: &reading) {
          !$0.ids.isEmpty
        }
        try await clock.untilAsleep(.seconds(7))
        let busy = try await server.send("POST", "/v1/turns", ServerBench.turn(ofPerson: 2))
        #expect(busy.status == 503, "the turn goes on without a reader")
        clock.advance(by: .seconds(7))
        try await Self.untilFree(server)
        try await server.resume("r-1", into: &reading)
        #expect(reading.isInOrder && reading.isDone && reading.failure == "cancelled")
      }
    }

    @Test("a turn to which somebody comes back within the grace goes on")
    func returning() async throws {
      let clock = SteppedClock()
      let permits = Observed(0)
      let model = SteppedModel(pieces: Self.pieces, permits: permits)
      try await ServerBench.run(model: model, clock: clock.clock) {
        $0.turns.leavingGraceSeconds = 7
      } _: { server in
        var reading = TurnReading()
        try await server.read("POST", "/v1/turns", ServerBench.turn(), into: &reading) {
          !$0.ids.isEmpty
        }
        try await clock.untilAsleep(.seconds(7))
        let last = try #require(reading.ids.last)
        let back = try await server.open(
          "GET", "/v1/turns/r-1", headers: [(name: "last-event-id", value: "\(last)")])
        clock.advance(by: .seconds(7))
        permits.update { $0 = 100 }
        while let part = try await back.body.next(before: .distant) { reading.take(part) }
        #expect(reading.isInOrder && reading.isDone && reading.failure == nil)
        #expect(reading.text == Self.pieces.joined())
      }
    }

    // MARK: What is kept

    @Test("events are kept for two minutes after the end")
    func expiry() async throws {
      let clock = SteppedClock()
      try await ServerBench.run(clock: clock.clock) { server in
        _ = try await server.send("POST", "/v1/turns", ServerBench.turn())
        clock.advance(by: .seconds(119))
        try await expect(server.send("GET", "/v1/turns/r-1").status, equals: 200)
        clock.advance(by: .seconds(1))
        let unknown = try await server.send("GET", "/v1/turns/r-1")
        #expect(unknown.status == 404 && unknown.code == "turn.unknown")
        let gone = try await server.send("GET", "/v1/turns/r-1?person=p-1")
        #expect(gone.status == 410 && gone.code == "turn.gone")
      }
    }

    @Test("of too many turns, those that ended first are dropped")
    func count() async throws {
      try await ServerBench.run(replies: ["One.", "Two.", "Three."]) {
        $0.turns.keptCount = 2
      } _: { server in
        for number in 1...3 {
          _ = try await server.send("POST", "/v1/turns", ServerBench.turn(ofPerson: number))
        }
        for (number, status) in [(1, 404), (2, 200), (3, 200)] {
          try await expect(
            server.send("GET", "/v1/turns/r-\(number)").status, equals: status)
        }
      }
    }

    @Test("a turn that is too large to keep says so, and its end can still be read")
    func largeTurn() async throws {
      let pieces = (1...60).map { ($0 == 1 ? "" : " ") + "This is step \($0)." }
      try await ServerBench.run(model: FakeModel { _, _ in .events(.said(pieces)) }) {
        $0.turns.keptBytes = 1_024
      } _: { server in
        var reading = TurnReading()
        try await server.read("POST", "/v1/turns", ServerBench.turn(), into: &reading)
        #expect(reading.isInOrder && reading.isDone && reading.text == pieces.joined())
        let gone = try await server.send("GET", "/v1/turns/r-1")
        #expect(gone.status == 410 && gone.code == "turn.too_large")
        reading.cut(to: reading.ids.count - 1)
        try await server.resume("r-1", into: &reading)
        #expect(reading.isInOrder && reading.isDone)
      }
    }

    // MARK: Several processes

    @Test("a process says that another one has the turn's events, if it is told the person")
    func elsewhere() async throws {
      let path = FileManager.default.temporaryDirectory
        .appending(path: "turns-\(UInt64.random(in: .min ... .max)).sqlite").path
      defer {
        for ending in ["", "-wal", "-shm", ".opening"] {
          try? FileManager.default.removeItem(atPath: path + ending)
        }
      }
      let permits = Observed(0)
      let model = SteppedModel(pieces: Self.pieces, permits: permits)
      try await ServerBench.run(model: model) {
        $0.store = .sqlite(path: path)
      } _: { first in
        let running = try await first.open("POST", "/v1/turns", ServerBench.turn())
        var reading = TurnReading()
        while reading.ids.isEmpty, let part = try await running.body.next(before: .distant) {
          reading.take(part)
        }
        try await ServerBench.run {
          $0.store = .sqlite(path: path)
        } _: { second in
          for answer in [
            try await second.send("GET", "/v1/turns/r-1?person=p-1"),
            try await second.delete("/v1/turns/r-1?person=p-1"),
          ] {
            #expect(answer.status == 421 && answer.code == "turn.elsewhere")
          }
          for path in ["/v1/turns/r-1", "/v1/turns/r-1?person=p-2", "/v1/turns/r-2?person=p-1"] {
            try await expect(second.send("GET", path).status, equals: 404, "\(path)")
          }
        }
        permits.update { $0 = 100 }
        while let part = try await running.body.next(before: .distant) { reading.take(part) }
        #expect(reading.isDone && reading.text == Self.pieces.joined())
        try await ServerBench.run {
          $0.store = .sqlite(path: path)
        } _: { third in
          let answer = try await third.send("GET", "/v1/turns/r-1?person=p-1")
          #expect(answer.status == 421 && answer.code == "turn.elsewhere")
        }
      }
    }
  }

  extension ContinuousClock.Instant {
    /// Later than anything that a test waits for.
    fileprivate static var distant: ContinuousClock.Instant { .now + .seconds(600) }
  }
#endif
