#if Server
  import CoachKit
  @testable import CoachServer
  import NIOCore
  import TestKit
  import Testing

  @Suite("The events of a turn that are kept")
  struct KeptTurnTests {
    private static func turn(
      keeping bytes: Int = 1 << 20, grace: Duration = .zero, clock: SteppedClock = SteppedClock()
    ) -> KeptTurn {
      KeptTurn(keeping: bytes, grace: grace, clock: clock.clock)
    }

    private static func rest(of reader: TurnReader) async -> TurnReading {
      var reading = TurnReading()
      while let bytes = await reader.next() { reading.take(bytes.readableBytesView) }
      return reading
    }

    /// An event of more than a hundred bytes.
    private static func event(_ number: Int) -> JSONValue {
      ["number": .integer(number), "text": .string(String(repeating: "x", count: 100))]
    }

    @Test("every reader gets every event in order, from where it begins")
    func readers() async throws {
      let turn = Self.turn()
      let first = turn.firstReader()
      await turn.append(["n": 1], named: nil)
      let second = try turn.reader(after: 1)
      await turn.append(["n": 2], named: "two")
      turn.finish()
      let bytes = await first.next()
      #expect(
        bytes.map { String(buffer: $0) }
          == "id: 1\ndata: {\"n\":1}\n\nid: 2\nevent: two\ndata: {\"n\":2}\n\n")
      #expect(!second.isComplete)
      await expect(Self.rest(of: second).ids, equals: [2])
      #expect(second.isComplete && first.isComplete)
      try await expect(Self.rest(of: turn.reader(after: 2)).ids, equals: [])
      #expect(throws: KeptTurn.Refusal.unknownNumber) { _ = try turn.reader(after: 3) }
    }

    @Test("a reader that does not read holds the turn up only beyond the bytes that are kept")
    func slowReader() async throws {
      let turn = Self.turn(keeping: 2_000)
      let slow = turn.firstReader()
      let quick = try turn.reader(after: 0)
      let written = Observed(0)
      let writer = Task {
        for number in 1...100 {
          await turn.append(Self.event(number), named: nil)
          written.increment()
        }
        turn.finish()
      }
      async let others = Self.rest(of: quick)
      try await written.until { $0 >= 10 }
      #expect(written.current < 20)
      let reading = await Self.rest(of: slow)
      #expect(reading.isInOrder && reading.ids.count == 100)
      let other = await others
      #expect(other.isInOrder && other.ids.count == 100)
      await writer.value
      #expect(throws: KeptTurn.Refusal.dropped) { _ = try turn.reader(after: 0) }
      try await expect(Self.rest(of: turn.reader(after: 95)).ids, equals: Array(96...100))
    }

    @Test("a reader that leaves no longer holds the turn up")
    func leaving() async throws {
      let turn = Self.turn(keeping: 1_000)
      let slow = turn.firstReader()
      let written = Observed(0)
      let writer = Task {
        for number in 1...100 {
          await turn.append(Self.event(number), named: nil)
          written.increment()
        }
        turn.finish()
      }
      try await written.until { $0 >= 5 }
      slow.leave()
      await writer.value
      await expect(slow.next() == nil, equals: true)
      #expect(!slow.isComplete)
    }

    @Test("an event that is larger than what is kept reaches its reader")
    func largeEvent() async {
      let turn = Self.turn(keeping: 10)
      let reader = turn.firstReader()
      let writer = Task {
        for number in 1...3 { await turn.append(Self.event(number), named: nil) }
        turn.finish()
      }
      await expect(Self.rest(of: reader).ids, equals: [1, 2, 3])
      await writer.value
    }

    @Test("a turn without a reader is stopped after its grace, unless somebody comes back")
    func grace() async throws {
      let clock = SteppedClock()
      let turn = Self.turn(grace: .seconds(5), clock: clock)
      let stops = Observed(0)
      turn.whenStopped { stops.increment() }
      let reader = turn.firstReader()
      reader.leave()
      try await clock.untilAsleep(.seconds(5))
      clock.advance(by: .seconds(4))
      let back = try turn.reader(after: 0)
      clock.advance(by: .seconds(1))
      back.leave()
      try await clock.untilAsleep(.seconds(5), times: 2)
      #expect(stops.current == 0)
      clock.advance(by: .seconds(5))
      try await stops.until { $0 == 1 }
    }

    @Test("a turn that has ended cannot be stopped, and one that was stopped ends at once")
    func stopping() {
      let turn = Self.turn()
      #expect(turn.stop())
      let stops = Observed(0)
      turn.whenStopped { stops.increment() }
      #expect(stops.current == 1)
      let ends = Observed(0)
      turn.whenEnded { ends.increment() }
      turn.finish()
      #expect(!turn.stop() && stops.current == 1)
      turn.whenEnded { ends.increment() }
      #expect(ends.current == 2)
    }
  }
#endif
