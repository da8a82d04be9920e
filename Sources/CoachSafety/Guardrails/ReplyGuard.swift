import SafetyRules

/// Checks a model's reply while it streams, sentence by sentence.
///
/// Where the policy takes nothing away, the words pass at once and a finding follows when its sentence has
/// ended. Otherwise a sentence is held until its end, which costs the person the time of one sentence. The same
/// text gives the same words and findings however it is split on its way, and where nothing is found it comes
/// out byte for byte.
///
/// It takes the text that the person would see, behind the parser of tags: before it, a payload would be taken
/// for sentences.
public struct ReplyGuard: Sendable {
  private let policy: GuardrailPolicy
  private let checks: ReplyChecks
  private let language: String
  /// What is looked for.
  private let wanted: Set<ReplyCheck>
  /// Whether a sentence waits for its end.
  private let holdsSentences: Bool

  private var cutter = SentenceSegmenter()
  private var editor = ReplyEditor()
  private var quotation: ReplyQuotation.Open?
  /// The words that were said in a sentence's place.
  private var said: Set<String> = []
  private var pieces: [GuardedPiece] = []
  /// Whether the reply has ended early: nothing more comes out.
  public private(set) var isBlocked = false

  /// Creates a guard for one reply.
  ///
  /// The language (BCP 47) is that of the fixed words, English where they are not in it; phrases are looked for
  /// in all languages.
  public init(
    policy: GuardrailPolicy, isDiscovery: Bool, language: String, checks: ReplyChecks = .builtIn
  ) {
    self.policy = policy
    self.checks = checks
    self.language = language
    wanted = checks.applying(isDiscovery: isDiscovery).filter { policy[$0] != .off }
    holdsSentences = wanted.contains { policy[$0] > .mark }
  }

  /// Takes in a piece of the reply; gives out what can be shown or told now.
  public mutating func feed(_ text: String) -> [GuardedPiece] {
    guard !wanted.isEmpty else { return text.isEmpty ? [] : [.text(text)] }
    for scalar in text.unicodeScalars where !isBlocked {
      let stretches = cutter.feed(scalar)
      // The end of a line belongs to the sentence before it, any other character to the one that it begins.
      if !holdsSentences, scalar == "\n" { editor.say(scalar) }
      for stretch in stretches where !isBlocked { judge(stretch) }
      if !holdsSentences, scalar != "\n" { editor.say(scalar) }
    }
    return takePieces()
  }

  /// Ends the reply; gives out what is left.
  public mutating func finish() -> [GuardedPiece] {
    for stretch in cutter.finish() where !isBlocked { judge(stretch) }
    return takePieces()
  }

  private mutating func takePieces() -> [GuardedPiece] {
    takeText()
    defer { pieces.removeAll() }
    return pieces
  }

  private mutating func takeText() {
    if let text = editor.takeText() { pieces.append(.text(text)) }
  }

  private mutating func judge(_ stretch: ReplyStretch) {
    let hits = checks.hits(in: stretch, of: wanted, quotation: &quotation)
    if holdsSentences { settle(stretch, hits.map(\.check)) }
    guard !hits.isEmpty else { return }
    takeText()
    pieces += hits.map { .finding(finding($0, in: stretch)) }
    if isBlocked { pieces.append(.blocked) }
  }

  /// Gives out a stretch that was held, or what stands in its place.
  private mutating func settle(_ stretch: ReplyStretch, _ found: [ReplyCheck]) {
    if let check = found.first(where: { policy[$0] == .block }) {
      editor.finish(at: stretch, saying: words(for: check))
      isBlocked = true
      return
    }
    let replaced = found.filter { policy[$0] == .replace }
    guard !replaced.isEmpty else { return editor.pass(stretch) }
    // Said again, the same words sound like a machine; another check's may still be new.
    let words = editor.isRemoving ? nil : replaced.map(words).first { !said.contains($0) }
    if let words { said.insert(words) }
    editor.remove(stretch, saying: words)
  }

  private func words(for check: ReplyCheck) -> String {
    checks.replacement(for: check, in: language)
  }

  private func finding(_ hit: ReplyHit, in stretch: ReplyStretch) -> ReplyFinding {
    let parts = stretch.parts
    let start = parts.head.reduce(stretch.offset) { $0 + UTF8.width($1) }
    let sentence = String(String.UnicodeScalarView(parts.core))
    return ReplyFinding(
      check: hit.check, action: policy[hit.check], sentence: sentence,
      range: start..<(start + sentence.utf8.count), evidence: hit.evidence)
  }
}
