/// Runs a program over a text, all its alternatives at once (Thompson's construction, as Pike's `sam` runs it).
///
/// Each instruction is visited at most once for each character, so time is linear in the text: nothing backtracks.
struct ExpressionMatcher {
  /// The instructions that may come next, those of higher priority first.
  private struct Threads {
    private(set) var list: [(instruction: Int, start: Int)] = []
    /// For each instruction the place in the text at which it was added last.
    private var marks: [Int]

    init(count: Int) { marks = Array(repeating: -1, count: count) }

    var isEmpty: Bool { list.isEmpty }

    mutating func append(_ instruction: Int, start: Int) { list.append((instruction, start)) }

    mutating func removeAll() { list.removeAll(keepingCapacity: true) }

    /// Returns false for an instruction that was visited at this place before.
    mutating func visit(_ instruction: Int, at index: Int) -> Bool {
      guard marks[instruction] != index else { return false }
      marks[instruction] = index
      return true
    }
  }

  private let program: ExpressionProgram
  private let text: [Unicode.Scalar]
  /// Whether the text is read from its end.
  private let isReversed: Bool
  private var threads: Threads
  private var stack: [Int] = []

  init(_ program: ExpressionProgram, text: [Unicode.Scalar], isReversed: Bool = false) {
    self.program = program
    self.text = text
    self.isReversed = isReversed
    threads = Threads(count: program.instructions.count)
  }

  /// Returns the leftmost match, as a backtracking engine would choose it.
  ///
  /// - Parameters:
  ///   - start: The place to begin at.
  ///   - isAnchored: Whether the match must begin there.
  ///   - steps: How many instructions may still be visited.
  mutating func firstMatch(
    from start: Int, isAnchored: Bool, steps: inout Int
  ) throws(RegularExpressionError) -> Range<Int>? {
    var current = Threads(count: 0)
    swap(&current, &threads)
    var next = Threads(count: program.instructions.count)
    var found: Range<Int>?
    var place = start
    while true {
      if found == nil, current.isEmpty, !isAnchored || place == start {
        place = skip(from: place, isAnchored: isAnchored)
      }
      if found == nil, !isAnchored || place == start {
        try add(0, start: place, at: place, to: &current, steps: &steps)
      }
      if current.isEmpty, found != nil || isAnchored { return found }
      let character = characterToRead(at: place)
      let following = isReversed ? place - 1 : place + 1
      for thread in current.list {
        switch program.instructions[thread.instruction] {
        case .character(let set):
          if let character, set.contains(character) {
            try add(
              thread.instruction + 1, start: thread.start, at: following, to: &next, steps: &steps)
          }
          continue
        default: found = min(thread.start, place)..<max(thread.start, place)
        }
        // What follows in the list has a lower priority than this match.
        break
      }
      guard character != nil else { return found }
      swap(&current, &next)
      next.removeAll()
      place = following
    }
  }

  private func characterToRead(at index: Int) -> Unicode.Scalar? {
    if isReversed { return index > 0 ? text[index - 1] : nil }
    return index < text.count ? text[index] : nil
  }

  /// Returns the next place at which a match could begin, judged by the first character it needs.
  private func skip(from index: Int, isAnchored: Bool) -> Int {
    guard !isAnchored, case .character(let set) = program.instructions[0] else { return index }
    var index = index
    while index < text.count, !set.contains(text[index]) { index += 1 }
    return index
  }

  /// Adds the instructions that can be reached without reading a character.
  private mutating func add(
    _ instruction: Int, start: Int, at index: Int, to threads: inout Threads, steps: inout Int
  ) throws(RegularExpressionError) {
    stack.append(instruction)
    while let instruction = stack.popLast() {
      guard threads.visit(instruction, at: index) else { continue }
      steps -= 1
      guard steps > 0 else { throw RegularExpressionError.tooManySteps }
      switch program.instructions[instruction] {
      case .jump(let target): stack.append(target)
      case .split(let first, let second):
        stack.append(second)
        stack.append(first)
      case .anchor(let anchor):
        if holds(anchor, at: index) { stack.append(instruction + 1) }
      case .look(let number, let isBehind, let isNegated):
        var matcher = ExpressionMatcher(
          program.looks[number], text: text, isReversed: isBehind)
        // Preparing a matcher costs as much as a visit of each of its instructions.
        steps -= program.looks[number].instructions.count
        let match = try matcher.firstMatch(from: index, isAnchored: true, steps: &steps)
        if (match != nil) != isNegated { stack.append(instruction + 1) }
      case .character, .match: threads.append(instruction, start: start)
      }
    }
  }

  private func holds(_ anchor: Anchor, at index: Int) -> Bool {
    switch anchor {
    case .textStart: return index == 0
    case .textEnd: return index == text.count
    case .lastLineEnd:
      let isWindowsBreak = index == text.count - 2 && text[index] == "\r" && text[index + 1] == "\n"
      return index == text.count || isWindowsBreak
        || (index == text.count - 1 && isLineBreak(at: index))
    case .lineStart: return index == 0 || isLineBreak(at: index - 1)
    case .lineEnd: return index == text.count || isLineBreak(at: index)
    case .wordBoundary(let isNegated, let isASCII):
      let word: ScalarSet.Class = isASCII ? .wordASCII : .word
      let before = index > 0 && word.contains(text[index - 1])
      let after = index < text.count && word.contains(text[index])
      return (before != after) != isNegated
    }
  }

  private func isLineBreak(at index: Int) -> Bool {
    text[index] == "\n" || text[index] == "\r" || text[index] == "\u{2028}"
      || text[index] == "\u{2029}"
  }
}
