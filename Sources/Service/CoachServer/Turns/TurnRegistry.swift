#if Server
  import CoachKit
  import Synchronization

  /// The turns that run in this process, and those that ended a short time ago, so that a client that lost its connection can
  /// come back for the rest.
  final class TurnRegistry: Sendable {
    /// What an id leads to.
    enum Match {
      case found(KeptTurn)
      /// Turns of several people have the id.
      case several
      /// It is a turn of another caller.
      case ofAnother
      case none
    }

    /// How long the events of a turn are kept after its end.
    static let keptTime = Duration.seconds(120)
    private static let sweepInterval = Duration.seconds(10)

    private let settings: ServerSettings.Turns
    private let clock: CallClock
    private let state = Mutex(State())

    init(_ settings: ServerSettings.Turns, clock: CallClock) {
      self.settings = settings
      self.clock = clock
    }

    /// Starts a turn, and returns a reader of its events.
    ///
    /// While a turn with the same name runs, it keeps the name until the new one is known to be no repetition, which would end
    /// at once.
    func begin(
      _ id: String, of person: String, for caller: Caller,
      _ write: @escaping @Sendable (EventWriter) async -> Void
    ) -> TurnReader {
      let name = TurnName(id: id, person: person, caller: caller)
      let turn = state.withLock { state in
        let turn = KeptTurn(
          keeping: settings.keptBytes, grace: .seconds(settings.leavingGraceSeconds), clock: clock)
        if state.entry(of: name)?.isRunning != true { state.add(turn, as: name) }
        return turn
      }
      let reader = turn.firstReader()
      Task {
        await write(EventWriter(turn: turn) { self.hasBegun(turn, name, $0) })
        hasEnded(turn, name)
        turn.finish()
      }
      return reader
    }

    /// Returns the turn with an id that a caller may read.
    ///
    /// - Parameter person: The id of the person whose turn it is; `nil` if the caller does not say.
    func find(_ id: String, of person: String?, for caller: Caller) -> Match {
      let now = clock.now()
      return state.withLock { state -> Match in
        state.removeExpired(at: now)
        let found = state.entries(Array(id.utf8)).filter { entry in
          person.map { entry.name.person.elementsEqual($0.utf8) } ?? true
        }
        let own = found.filter { $0.name.isOf(caller) }
        guard let first = own.first else { return found.isEmpty ? .none : .ofAnother }
        return own.count == 1 ? .found(first.turn) : .several
      }
    }

    /// Drops what is kept for too long, until the task is cancelled.
    func removeExpired() async {
      while (try? await clock.sleep(Self.sweepInterval)) != nil {
        let now = clock.now()
        state.withLock { $0.removeExpired(at: now) }
      }
    }

    /// Stops all turns: those that nobody reads would otherwise outlive the server.
    func stopAll() {
      for turn in state.withLock({ $0.all }) { turn.stop() }
    }

    private func hasBegun(_ turn: KeptTurn, _ name: TurnName, _ beginning: TurnBeginning) {
      state.withLock { $0.confirm(turn, name, beginning) }
    }

    private func hasEnded(_ turn: KeptTurn, _ name: TurnName) {
      let end = clock.now() + Self.keptTime
      state.withLock { $0.end(turn, name, keptUntil: end, atMost: settings.keptCount) }
    }
  }

  /// What tells turns apart: ids are those of a person's requests, and a turn belongs to the caller that started it.
  private struct TurnName: Sendable {
    // Swift's own equality of texts treats different bytes as the same id.
    let id: [UInt8]
    let person: [UInt8]
    private let credential: ContentDigest?

    init(id: String, person: String, caller: Caller) {
      self.id = Array(id.utf8)
      self.person = Array(person.utf8)
      credential = caller.credential
    }

    func isOf(_ caller: Caller) -> Bool { credential == caller.credential }

    func isSame(as other: TurnName) -> Bool {
      id == other.id && person == other.person && credential == other.credential
    }
  }

  extension TurnRegistry {
    private struct Entry {
      let name: TurnName
      var turn: KeptTurn
      var isRunning = true
      /// The turn that had the name before, until it is known whether the new one only repeats its request.
      var earlier: KeptTurn?
    }

    private struct State {
      private var turns: [[UInt8]: [Entry]] = [:]
      /// The turns that have ended, the earliest first.
      private var ended: [(turn: KeptTurn, id: [UInt8], keptUntil: ContinuousClock.Instant)] = []

      var all: [KeptTurn] { turns.values.flatMap { $0.map(\.turn) } }

      func entries(_ id: [UInt8]) -> [Entry] { turns[id] ?? [] }

      func entry(of name: TurnName) -> Entry? {
        turns[name.id]?.first { $0.name.isSame(as: name) }
      }

      mutating func add(_ turn: KeptTurn, as name: TurnName) {
        let earlier = entry(of: name)?.turn
        turns[name.id]?.removeAll { $0.name.isSame(as: name) }
        turns[name.id, default: []].append(Entry(name: name, turn: turn, earlier: earlier))
      }

      /// Lets a turn have its name, or gives that back to the turn whose request it only repeats.
      mutating func confirm(_ turn: KeptTurn, _ name: TurnName, _ beginning: TurnBeginning) {
        let isKnown = change(turn, name.id) { entry in
          if beginning != .runs, let earlier = entry.earlier {
            entry = Entry(name: entry.name, turn: earlier, isRunning: false)
            return true
          }
          entry.earlier = nil
          return beginning != .repeats
        }
        // Another attempt at the request has the name, but this one is what the client reads.
        guard !isKnown, beginning == .runs else { return }
        add(turn, as: name)
        change(turn, name.id) { entry in
          entry.earlier = nil
          return true
        }
      }

      mutating func end(
        _ turn: KeptTurn, _ name: TurnName, keptUntil: ContinuousClock.Instant, atMost count: Int
      ) {
        let isKept = change(turn, name.id) { entry in
          entry.isRunning = false
          entry.earlier = nil
          return true
        }
        guard isKept else { return }
        ended.append((turn, name.id, keptUntil))
        remove(max(0, ended.count - count))
      }

      mutating func removeExpired(at now: ContinuousClock.Instant) {
        remove(ended.prefix { $0.keptUntil <= now }.count)
      }

      /// Removes the turns that ended first.
      private mutating func remove(_ count: Int) {
        for (turn, id, _) in ended.prefix(count) {
          change(turn, id) { _ in false }
          for place in (turns[id] ?? []).indices where turns[id]?[place].earlier === turn {
            turns[id]?[place].earlier = nil
          }
        }
        ended.removeFirst(count)
      }

      /// Changes the entry of a turn, and removes it if the change returns false. Returns whether there is one.
      @discardableResult
      private mutating func change(
        _ turn: KeptTurn, _ id: [UInt8], _ change: (inout Entry) -> Bool
      ) -> Bool {
        guard let place = turns[id]?.firstIndex(where: { $0.turn === turn }),
          var entry = turns[id]?[place]
        else { return false }
        if change(&entry) {
          turns[id]?[place] = entry
        } else {
          turns[id]?.remove(at: place)
          if turns[id]?.isEmpty == true { turns[id] = nil }
        }
        return true
      }
    }
  }
#endif
