/// A regular expression as instructions for the matcher.
struct ExpressionProgram: Sendable {
  enum Instruction: Sendable {
    /// Consumes a character of the set.
    case character(ScalarSet)
    case anchor(Anchor)
    /// Continues only if the program of that number matches, or does not match, at this place.
    case look(program: Int, isBehind: Bool, isNegated: Bool)
    /// Continues at both places; prefers the first.
    case split(Int, Int)
    case jump(Int)
    case match
  }

  private(set) var instructions: [Instruction] = []
  /// The programs of lookahead and lookbehind conditions.
  private(set) var looks: [ExpressionProgram] = []

  /// - Parameter isReversed: Whether the program reads a text from its end, as a lookbehind does.
  init(_ node: ExpressionNode, isReversed: Bool = false) {
    add(node, isReversed: isReversed)
    instructions.append(.match)
  }

  private mutating func add(_ node: ExpressionNode, isReversed: Bool) {
    switch node {
    case .empty: break
    case .set(let set): instructions.append(.character(set))
    case .anchor(let anchor): instructions.append(.anchor(anchor))
    case .look(let body, let isBehind, let isNegated):
      looks.append(ExpressionProgram(body, isReversed: isBehind))
      instructions.append(
        .look(program: looks.count - 1, isBehind: isBehind, isNegated: isNegated))
    case .sequence(let parts):
      for part in isReversed ? parts.reversed() : parts { add(part, isReversed: isReversed) }
    case .alternatives(let parts):
      var jumps: [Int] = []
      for (number, part) in parts.enumerated() {
        guard number < parts.count - 1 else {
          add(part, isReversed: isReversed)
          break
        }
        let split = reserve()
        add(part, isReversed: isReversed)
        jumps.append(reserve())
        instructions[split] = .split(split + 1, instructions.count)
      }
      for jump in jumps { instructions[jump] = .jump(instructions.count) }
    case .repetition(let body, let minimum, let maximum, let isLazy):
      addRepetition(
        of: body, minimum: minimum, maximum: maximum, isLazy: isLazy, isReversed: isReversed)
    }
  }

  private mutating func addRepetition(
    of body: ExpressionNode, minimum: Int, maximum: Int?, isLazy: Bool, isReversed: Bool
  ) {
    for _ in 0..<(maximum == nil ? max(minimum - 1, 0) : minimum) {
      add(body, isReversed: isReversed)
    }
    guard let maximum else {
      guard minimum == 0 else {
        let start = instructions.count
        add(body, isReversed: isReversed)
        instructions.append(
          Self.split(entering: start, leaving: instructions.count + 1, isLazy: isLazy))
        return
      }
      let split = reserve()
      add(body, isReversed: isReversed)
      instructions.append(.jump(split))
      instructions[split] = Self.split(
        entering: split + 1, leaving: instructions.count, isLazy: isLazy)
      return
    }
    var splits: [Int] = []
    for _ in minimum..<maximum {
      splits.append(reserve())
      add(body, isReversed: isReversed)
    }
    for split in splits {
      instructions[split] = Self.split(
        entering: split + 1, leaving: instructions.count, isLazy: isLazy)
    }
  }

  /// Appends an instruction to be filled in once its target is known.
  private mutating func reserve() -> Int {
    instructions.append(.match)
    return instructions.count - 1
  }

  private static func split(entering: Int, leaving: Int, isLazy: Bool) -> Instruction {
    isLazy ? .split(leaving, entering) : .split(entering, leaving)
  }
}
