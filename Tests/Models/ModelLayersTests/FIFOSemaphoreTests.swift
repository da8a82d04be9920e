@testable import LanguageModels
@testable import ModelLayers
import ModelTestKit
import Synchronization
import Testing
import TestKit
import TestTiming

@Suite("The FIFO semaphore")
struct FIFOSemaphoreTests {
  private let time = SimulatedTime()
  private let line = FIFOSemaphore()
  private let journal = Journal<String>()

  /// A task that has joined the queue, or had its turn, and records whether it got it.
  private func join(_ name: String) async -> Task<Void, Never> {
    let (line, journal) = (line, journal)
    let task = Task(executorPreference: time) {
      let isTurn = await line.enter()
      journal.note(isTurn ? name : "\(name) stopped")
    }
    await time.untilOthersWait()
    return task
  }

  @Test("calls get the turn in the order of arrival")
  func order() {
    time.run {
      #expect(line.enterAtOnce() && !line.enterAtOnce())
      for name in ["a", "b", "c"] { _ = await join(name) }
      #expect(journal.entries.isEmpty)
      for expected in [["a"], ["a", "b"], ["a", "b", "c"]] {
        line.leave()
        #expect(!line.enterAtOnce())
        await time.untilOthersWait()
        #expect(journal.entries == expected)
      }
      line.leave()
      #expect(line.enterAtOnce())
    }
  }

  @Test("a cancelled call leaves at once, and the others keep their order")
  func cancellation() {
    time.run {
      #expect(line.enterAtOnce())
      var tasks: [Task<Void, Never>] = []
      for name in ["a", "b", "c", "d", "e"] { tasks.append(await join(name)) }
      for index in [1, 4] { tasks[index].cancel() }
      await time.untilOthersWait()
      #expect(Set(journal.entries) == ["b stopped", "e stopped"])
      for expected in ["a", "c", "d"] {
        line.leave()
        await time.untilOthersWait()
        #expect(journal.entries.last == expected)
      }
      #expect(journal.entries.count == 5 && !line.enterAtOnce())
      line.leave()
      #expect(line.enterAtOnce())
    }
  }

  @Test("a call that was cancelled before joining gets no turn and takes none")
  func cancelledBefore() {
    let (line, time) = (line, time)
    let stopped: @Sendable () async -> Bool = {
      withUnsafeCurrentTask { $0?.cancel() }
      return await line.enter()
    }
    time.run {
      // The semaphore is free, and stays free.
      await expect(Task(executorPreference: time) { await stopped() }.value, equals: false)
      #expect(line.enterAtOnce())
      await expect(Task(executorPreference: time) { await stopped() }.value, equals: false)
      _ = await join("a")
      line.leave()
      await time.untilOthersWait()
      #expect(journal.entries == ["a"])
    }
  }

  @Test("a call that has the turn keeps it when cancelled, until it leaves")
  func cancelledWithTurn() {
    time.run {
      let task = await join("a")
      #expect(journal.entries == ["a"])
      task.cancel()
      _ = await join("b")
      #expect(journal.entries == ["a"])
      line.leave()
      await time.untilOthersWait()
      #expect(journal.entries == ["a", "b"])
    }
  }

  @Test("if all waiting calls were cancelled, the semaphore is free")
  func allStopped() {
    time.run {
      #expect(line.enterAtOnce())
      for name in ["a", "b"] { await join(name).cancel() }
      await time.untilOthersWait()
      #expect(journal.entries.count == 2)
      line.leave()
      #expect(line.enterAtOnce())
    }
  }

  @Test("two calls never have the turn, however many arrive and are cancelled")
  func manyThreads() async {
    let line = FIFOSemaphore()
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
