@testable import TextAnalysis
import TestKit
import Testing

@Suite("The edits between two lists")
struct EditScriptTests {
  /// Returns both lists as the edits describe them.
  private func rebuilt(_ script: EditScript, _ before: [String], _ after: [String])
    -> ([String], [String])
  {
    var lists: ([String], [String]) = ([], [])
    for edit in script.edits {
      switch edit {
      case .same(let index):
        lists.0.append(before[index])
        lists.1.append(before[index])
      case .removed(let index): lists.0.append(before[index])
      case .added(let index): lists.1.append(after[index])
      }
    }
    return lists
  }

  @Test("rebuild both lists, short or long, alike or different", arguments: TestCases.seeds(20))
  func rebuild(seed: UInt64) {
    var random = SplitMix(seed: seed)
    let words = Int.random(in: 1...3_000, using: &random)
    let lists = (0..<2).map { _ in
      (0..<Int.random(in: 0...4_000, using: &random)).map { _ in
        "\(Int.random(in: 0..<words, using: &random))"
      }
    }
    for (before, after) in [(lists[0], lists[1]), (lists[0], lists[0] + lists[1])] {
      let script = EditScript(from: before, to: after)
      #expect(rebuilt(script, before, after) == (before, after))
    }
  }

  @Test("are the fewest in short lists")
  func fewest() {
    let (before, after) = (["a", "b", "c", "a", "b", "b", "a"], ["c", "b", "a", "b", "a", "c"])
    let script = EditScript(from: before, to: after)
    #expect(script.edits.count { if case .same = $0 { false } else { true } } == 5)
  }

  @Test("a moved part of a long text leaves the rest in place")
  func moved() {
    let before = (0..<3_000).map { "line \($0)" }
    let after = Array(before[..<100] + before[200...] + before[100..<200])
    let script = EditScript(from: before, to: after)
    #expect(script.edits.count { if case .same = $0 { true } else { false } } == 2_900)
  }
}
