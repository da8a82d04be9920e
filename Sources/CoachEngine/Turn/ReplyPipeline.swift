import CoachSafety
import PromptTemplates
import StreamParsing

/// What a model's words pass on their way to the person: the filter of crisis replies, the parser of tags, the
/// guardrails, and the trimming of whitespace.
///
/// A value that is fed pieces and returns what may be shown, so that a reply is the same however it is cut.
struct ReplyPipeline: Sendable {
  /// Something that the reader of a turn is told.
  enum Output: Sendable {
    /// Words for the person.
    case text(String)
    case tag(CheckedTag)
    case finding(ReplyFinding)
  }

  /// What the person reads, the words of inline tags included.
  var text: String { visible.text }
  /// Whether the guardrails ended the reply: nothing after it is shown.
  var isBlocked: Bool { guardrail.isBlocked }
  /// Whether it is a reply to a crisis.
  var isForCrisis: Bool { unusedFilter != nil }

  private let contract: ReplyContract
  /// Tags that are not believed in this turn, with the reason.
  private let unbelieved: [String: String]
  /// The filter before its first words, which reads what was shown for ``namedResources``.
  private let unusedFilter: CrisisReplyFilter?
  private var crisisFilter: CrisisReplyFilter?
  private var parser: ReplyTagParser
  private var guardrail: ReplyGuard
  private var visible = VisibleText()

  /// Creates the pipeline of one reply.
  /// - Parameter crisisFilter: keeps what no table vouches for out of a reply to a crisis; nil for any other.
  init(
    _ contract: ReplyContract, guardrail: ReplyGuard, crisisFilter: CrisisReplyFilter? = nil,
    unbelieved: [String: String] = [:]
  ) {
    self.contract = contract
    self.unbelieved = unbelieved
    unusedFilter = crisisFilter
    self.crisisFilter = crisisFilter
    self.guardrail = guardrail
    parser = ReplyTagParser(contract.tags)
  }

  /// Takes more of the model's words.
  mutating func feed(_ words: String) -> [Output] {
    parse(crisisFilter?.feed(words) ?? words)
  }

  /// The rest, when nothing more comes.
  /// - Parameter isWhole: whether the reply came to its end. Half a line of a crisis reply that broke off may end
  ///   with half a number, and is left out.
  mutating func finish(isWhole: Bool) -> [Output] {
    var output = parse(isWhole ? crisisFilter?.finish() ?? "" : "")
    for event in parser.finish() { show(event, &output) }
    pass(guardrail.finish(), &output)
    return output
  }

  /// The help that the person has read of; what the guardrails removed does not count.
  var namedResources: [CrisisResource] {
    guard var filter = unusedFilter else { return [] }
    _ = filter.feed(text) + filter.finish()
    return filter.named
  }

  private mutating func parse(_ words: String) -> [Output] {
    var output: [Output] = []
    for event in parser.feed(words) { show(event, &output) }
    return output
  }

  private mutating func show(_ event: ReplyEvent, _ output: inout [Output]) {
    switch event {
    case .text(let text): pass(guardrail.feed(text), &output)
    case .tag(let tag):
      // Nothing that stands before a tag may come after it.
      pass(guardrail.finish(), &output)
      guard !guardrail.isBlocked, mayShow(tag, &output) else { return }
      if let words = tag.words {
        add(visible.releaseBlanks(), &output)
        visible.addTagWords(words)
      }
      var checked = contract.check(tag)
      if let reason = unbelieved[tag.name] { checked.verdict = .invalid([reason]) }
      output.append(.tag(checked))
    }
  }

  /// Whether a tag's words may be shown; those of an inline one are the coach's words like any other.
  private mutating func mayShow(_ tag: ReplyTag, _ output: inout [Output]) -> Bool {
    guard let words = tag.words else { return true }
    var inside = guardrail
    let pieces = inside.feed(words) + inside.finish()
    let isHeld = pieces.contains { piece in
      if case .finding(let finding) = piece { finding.action > .mark } else { false }
    }
    if inside.isBlocked { guardrail = inside }
    // Of words that may not be shown nothing is, but for the fixed words that end a reply; the tag is gone with them.
    let shown = pieces.filter { piece in
      if case .text = piece { inside.isBlocked } else { true }
    }
    pass(shown, &output)
    return !isHeld
  }

  private mutating func pass(_ pieces: [GuardedPiece], _ output: inout [Output]) {
    for piece in pieces {
      switch piece {
      case .text(let text): add(visible.add(text), &output)
      case .finding(let finding): output.append(.finding(finding))
      case .blocked: break
      }
    }
  }

  private func add(_ text: String, _ output: inout [Output]) {
    if !text.isEmpty { output.append(.text(text)) }
  }
}
