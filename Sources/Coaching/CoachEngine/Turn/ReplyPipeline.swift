import CoachModel
import CoachSafety
import Documents
import PromptTemplates
import SafetyRules
import StreamParsing

/// The processing of a model's text on its way to the person: the filter of crisis replies, the tag parser, the
/// guardrails, and the trimming of whitespace.
///
/// The result does not depend on how the text is split into pieces.
package struct ReplyPipeline: Sendable {
  /// An output for the reader of a turn.
  enum Output: Sendable {
    /// Text for the person.
    case text(String)
    case tag(CheckedTag)
    case finding(ReplyFinding)
  }

  /// The visible text, including the text of inline tags.
  var text: String { visible.text }
  /// Whether the guardrails ended the reply; nothing after that is shown.
  var isBlocked: Bool { guardrail.isBlocked }
  /// Whether the reply answers a crisis.
  var isForCrisis: Bool { unusedFilter != nil }

  private let contract: ReplyContract
  /// The names of the tags that are not accepted in this turn, with the reasons.
  private let rejectedTags: [String: String]
  /// The unused filter, a copy of which reads the shown text for ``namedResources``.
  private let unusedFilter: CrisisReplyFilter?
  private var crisisFilter: CrisisReplyFilter?
  private var parser: ReplyTagParser
  private var guardrail: ReplyGuard
  private var visible = VisibleText()
  /// A guard that has read nothing.
  private let unusedGuard: ReplyGuard
  /// The sentence so far, with the texts of inline tags.
  private var sentence = ""

  /// Creates the pipeline for one reply.
  /// - Parameter crisisFilter: Removes contacts that are not in the resource table from a reply to a
  ///   crisis; `nil` for other replies.
  init(
    _ contract: ReplyContract, guardrail: ReplyGuard, crisisFilter: CrisisReplyFilter? = nil,
    rejectedTags: [String: String] = [:]
  ) {
    self.contract = contract
    self.rejectedTags = rejectedTags
    unusedFilter = crisisFilter
    self.crisisFilter = crisisFilter
    self.guardrail = guardrail
    unusedGuard = guardrail
    parser = ReplyTagParser(contract.tags)
  }

  /// Processes more of the model's text.
  mutating func feed(_ words: String) -> [Output] {
    parse(crisisFilter?.feed(words) ?? words)
  }

  /// Processes the end of the text and returns the remaining output.
  /// - Parameter isWhole: Whether the reply is complete. The last line of a crisis reply that broke off is dropped,
  ///   since it may end within a number.
  mutating func finish(isWhole: Bool) -> [Output] {
    var output = parse(isWhole ? crisisFilter?.finish() ?? "" : "")
    for event in parser.finish() { show(event, into: &output) }
    pass(guardrail.finish(), to: &output)
    return output
  }

  /// The resources named in the visible text; text removed by the guardrails does not count.
  var namedResources: [CrisisResource] {
    guard var filter = unusedFilter else { return [] }
    _ = filter.feed(text) + filter.finish()
    return filter.named
  }

  private mutating func parse(_ words: String) -> [Output] {
    var output: [Output] = []
    for event in parser.feed(words) { show(event, into: &output) }
    return output
  }

  private mutating func show(_ event: ReplyEvent, into output: inout [Output]) {
    switch event {
    case .text(let text):
      extendSentence(with: text)
      pass(guardrail.feed(text), to: &output)
    case .tag(let tag):
      if let words = tag.words {
        // A sentence that must not be shown is replaced as a whole, and without its tag.
        if !guardrail.removals(in: words).isEmpty {
          return pass(guardrail.feed(words), to: &output)
        }
        extendSentence(with: words)
      }
      // Text before a tag must not be shown after it.
      pass(guardrail.finish(), to: &output)
      guard !guardrail.isBlocked, mayShow(tag, into: &output) else { return }
      if let words = tag.words {
        add(visible.releaseBlanks(), to: &output)
        visible.addTagWords(words)
      }
      var checked = contract.check(tag)
      if let reason = rejectedTags[tag.name] { checked.verdict = .invalid([reason]) }
      // What it says is kept as what the person said, and shown to them later.
      if case .payload(let payload) = tag.content, repeatsPrompt(payload.value) {
        checked.verdict = .invalid(["its payload repeats the prompt"])
      }
      output.append(.tag(checked))
    }
  }

  /// Returns whether a text in a value repeats the prompt, as far as the guardrails remove such sentences.
  private func repeatsPrompt(_ value: JSONValue) -> Bool {
    switch value {
    case .string(let text): guardrail.removals(in: text).contains { $0.check == .promptText }
    case .array(let values): values.contains { repeatsPrompt($0) }
    case .object(let members): members.contains { repeatsPrompt($0.value) }
    case .null, .bool, .integer, .number: false
    }
  }

  /// Adds to the sentence so far, of which parts may have been shown before a tag.
  private mutating func extendSentence(with words: String) {
    sentence += words
    let end = sentence.unicodeScalars.lastIndex { ".!?\n".unicodeScalars.contains($0) }
    if let end { sentence = String(sentence[sentence.unicodeScalars.index(after: end)...]) }
    sentence = String(sentence.suffix(Self.maximumSentence))
  }

  /// How much of a sentence is read again with the text of a tag, in characters.
  private static let maximumSentence = 400

  /// Returns whether the text of a tag may be shown. The text of an inline tag passes the guardrails like any
  /// other, and so does the whole sentence with it.
  private mutating func mayShow(_ tag: ReplyTag, into output: inout [Output]) -> Bool {
    guard let words = tag.words else { return true }
    let found = unusedGuard.removals(in: sentence)
    guard found.isEmpty else {
      output += found.map { .finding($0) }
      return false
    }
    var inside = guardrail
    let pieces = inside.feed(words) + inside.finish()
    let isHeld = pieces.contains { piece in
      if case .finding(let finding) = piece { finding.isRemoval } else { false }
    }
    guardrail.rememberWords(of: inside)
    if inside.isBlocked { guardrail = inside }
    // Text that may not be shown is dropped together with its tag, except for the fixed text that ends a reply.
    let shown = pieces.filter { piece in
      if case .text = piece { inside.isBlocked } else { true }
    }
    pass(shown, to: &output)
    return !isHeld
  }

  private mutating func pass(_ pieces: [GuardedPiece], to output: inout [Output]) {
    for piece in pieces {
      switch piece {
      case .text(let text): add(visible.add(text), to: &output)
      case .finding(let finding): output.append(.finding(finding))
      case .blocked: break
      }
    }
  }

  private func add(_ text: String, to output: inout [Output]) {
    if !text.isEmpty { output.append(.text(text)) }
  }
}
