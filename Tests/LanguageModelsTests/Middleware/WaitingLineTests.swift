import Synchronization
import Testing

@testable import LanguageModels

/// Lets the other tasks of the main actor go on until they wait.
@MainActor func pause() async {
  for _ in 0..<10 { await Task.yield() }
  try? await Task.sleep(for: .milliseconds(2))
}

@Suite("The line in which calls wait")
@MainActor
struct WaitingLineTests {
  private let line = WaitingLine()
  private let journal = Journal<String>()

  /// A task that joins the line and notes whether its turn came.
  private func join(_ name: String) async -> Task<Void, Never> {
    let (line, journal) = (line, journal)
    let task = Task {
      let isTurn = await line.enter()
      journal.note(isTurn ? name : "\(name) stopped")
    }
    await pause()
    return task
  }

  @Test("one has the turn, and the others get it in the order in which they came")
  func order() async {
    #expect(line.enterAtOnce() && !line.enterAtOnce())
    for name in ["a", "b", "c"] { _ = await join(name) }
    #expect(journal.entries.isEmpty)
    for expected in [["a"], ["a", "b"], ["a", "b", "c"]] {
      line.leave()
      #expect(!line.enterAtOnce())
      #expect(await eventually { journal.entries == expected })
      await pause()
      #expect(journal.entries == expected)
    }
    line.leave()
    #expect(line.enterAtOnce())
  }

  @Test("who is stopped leaves the line at once, and the others keep their order")
  func cancellation() async {
    #expect(line.enterAtOnce())
    var tasks: [Task<Void, Never>] = []
    for name in ["a", "b", "c", "d", "e"] { tasks.append(await join(name)) }
    for place in [1, 4] { tasks[place].cancel() }
    #expect(await eventually { Set(journal.entries) == ["b stopped", "e stopped"] })
    for expected in ["a", "c", "d"] {
      line.leave()
      #expect(await eventually { journal.entries.last == expected })
    }
    #expect(journal.entries.count == 5 && !line.enterAtOnce())
    line.leave()
    #expect(line.enterAtOnce())
  }

  @Test("who was stopped before joining gets no turn, and takes it from nobody")
  func cancelledBefore() async {
    let line = line
    let stopped: @Sendable () async -> Bool = {
      withUnsafeCurrentTask { $0?.cancel() }
      return await line.enter()
    }
    // The line is free, and stays so.
    #expect(await Task { await stopped() }.value == false)
    #expect(line.enterAtOnce())
    #expect(await Task { await stopped() }.value == false)
    _ = await join("a")
    line.leave()
    #expect(await eventually { journal.entries == ["a"] })
  }

  @Test("who has the turn keeps it when stopped, until leaving")
  func cancelledWithTurn() async {
    let task = await join("a")
    #expect(journal.entries == ["a"])
    task.cancel()
    _ = await join("b")
    #expect(journal.entries == ["a"])
    line.leave()
    #expect(await eventually { journal.entries == ["a", "b"] })
  }

  @Test("when all who waited were stopped the line is free")
  func allStopped() async {
    #expect(line.enterAtOnce())
    for name in ["a", "b"] { await join(name).cancel() }
    #expect(await eventually { journal.entries.count == 2 })
    line.leave()
    #expect(line.enterAtOnce())
  }

  @Test("two never have the turn, however many come and are stopped", .timeLimit(.minutes(1)))
  nonisolated func manyThreads() async {
    let line = WaitingLine()
    let inside = Shared((now: 0, most: 0, turns: 0))
    await withTaskGroup(of: Bool.self) { group in
      for number in 0..<400 {
        group.addTask {
          let task = Task {
            if !line.enterAtOnce() {
              guard await line.enter() else { return false }
            }
            inside.withLock { inside in
              inside.now += 1
              inside.most = max(inside.most, inside.now)
              inside.turns += 1
            }
            await Task.yield()
            inside.withLock { $0.now -= 1 }
            line.leave()
            return true
          }
          if number % 3 == 0 { task.cancel() }
          return await task.value
        }
      }
      var turns = 0
      for await hadTurn in group where hadTurn { turns += 1 }
      #expect(turns >= 266 && inside.withLock { $0.turns } == turns)
    }
    #expect(inside.withLock { $0.most } == 1 && inside.withLock { $0.now } == 0)
    #expect(line.enterAtOnce())
  }
}
