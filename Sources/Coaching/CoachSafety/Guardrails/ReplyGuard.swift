import SafetyRules

/// Checks a model's reply sentence by sentence while it streams.
///
/// If the policy removes nothing, text passes at once and a finding follows when its sentence has ended. Otherwise
/// each sentence is held until its end, which delays the text by one sentence. The same text gives the same output
/// and findings however it is split into pieces, and without findings the output equals the input byte for byte.
///
/// Feed it the text that the person would see, after reply tags have been parsed: before that, the payload of a tag
/// would be taken for sentences.
///
/// ```swift
/// var replyGuard = ReplyGuard(policy: .standard, isDiscovery: false, language: "en")
/// var pieces: [GuardedPiece] = []
/// for chunk in chunks { pieces += replyGuard.feed(chunk) }
/// pieces += replyGuard.finish()
/// for piece in pieces {
///   switch piece {
///   case .text(let text): print(text, terminator: "")
///   case .finding(let finding): print("[\(finding.check): \(finding.evidence)]")
///   case .blocked: print("[blocked]")
///   }
/// }
/// ```
public struct ReplyGuard: Sendable {
  private let policy: GuardrailPolicy
  private let checks: ReplyChecks
  private let language: String
  /// The checks that apply to the conversation and are not off.
  private let wanted: Set<ReplyCheck>
  /// Whether sentences are held until they end.
  private let holdsSentences: Bool

  private var cutter = SentenceSegmenter()
  private var editor = ReplyEditor()
  private var quotation: ReplyQuotation.Open?
  private var recital: PromptRecital
  /// The replacements used so far.
  private var said: Set<String> = []
  private var pieces: [GuardedPiece] = []
  /// Whether the reply was ended early; no more text comes out.
  public private(set) var isBlocked = false

  /// Creates a guard for one reply.
  ///
  /// `isDiscovery` adds the checks that apply to discovery conversations only. `language` (BCP 47) selects the
  /// replacement wording, with English as the fallback; phrases are looked for in all languages. `instructions` are
  /// the texts of the prompt that the reply must not repeat word for word, except for what they put in double
  /// quotation marks: `RenderedPrompt.instructions`.
  public init(
    policy: GuardrailPolicy, isDiscovery: Bool, language: String, instructions: [String] = [],
    checks: ReplyChecks = .builtIn
  ) {
    self.policy = policy
    self.checks = checks
    self.language = language
    wanted = checks.applying(isDiscovery: isDiscovery).filter { policy[$0] != .off }
    holdsSentences = wanted.contains { policy[$0] > .mark }
    recital = PromptRecital(wanted.contains(.promptText) ? instructions : [])
  }

  /// Adds a piece of the reply and returns what can be shown or reported now.
  public mutating func feed(_ text: String) -> [GuardedPiece] {
    guard !wanted.isEmpty else { return text.isEmpty ? [] : [.text(text)] }
    for scalar in text.unicodeScalars where !isBlocked {
      let stretches = cutter.feed(scalar)
      // A line break belongs to the sentence before it, any other character to the sentence that it begins.
      if !holdsSentences, scalar == "\n" { editor.say(scalar) }
      for stretch in stretches where !isBlocked { judge(stretch) }
      if !holdsSentences, scalar != "\n" { editor.say(scalar) }
    }
    return takePieces()
  }

  /// Ends the reply and returns what is left.
  public mutating func finish() -> [GuardedPiece] {
    for stretch in cutter.finish() where !isBlocked { judge(stretch) }
    return takePieces()
  }

  /// Returns the findings for which a sentence of a text that follows on what was read would be removed; empty if the whole
  /// text would be shown.
  package func removals(in text: String) -> [ReplyFinding] {
    var inside = self
    return (inside.feed(text) + inside.finish()).compactMap { piece in
      if case .finding(let finding) = piece, finding.isRemoval { finding } else { nil }
    }
  }

  /// Counts what a copy of this guard read as read before the text that follows, to find what is repeated of the prompt.
  package mutating func rememberWords(of copy: ReplyGuard) { recital = copy.recital }

  private mutating func takePieces() -> [GuardedPiece] {
    takeText()
    defer { pieces.removeAll() }
    return pieces
  }

  private mutating func takeText() {
    if let text = editor.takeText() { pieces.append(.text(text)) }
  }

  private mutating func judge(_ stretch: ReplyStretch) {
    var inside = quotation
    var hits = checks.hits(in: stretch, of: wanted, quotation: &quotation)
    if let plain = stretch.withoutDisguise {
      hits += checks.hits(in: plain, of: wanted, quotation: &inside).filter { hit in
        !hits.contains { $0.check == hit.check }
      }
    }
    if let repeated = recital.repeated(in: stretch.text),
      !hits.contains(where: { $0.check == .promptText })
    {
      hits.append(ReplyHit(check: .promptText, evidence: repeated))
    }
    hits += ownHits(in: stretch).filter { own in !hits.contains { $0.check == own.check } }
    if holdsSentences { settle(stretch, found: hits.map(\.check)) }
    guard !hits.isEmpty else { return }
    takeText()
    pieces += hits.map { .finding(finding($0, in: stretch)) }
    if isBlocked { pieces.append(.blocked) }
  }

  /// Returns what the product's own checks find.
  private func ownHits(in stretch: ReplyStretch) -> [ReplyHit] {
    guard !checks.own.isEmpty, !stretch.isBlankLine else { return [] }
    let text = String(String.UnicodeScalarView(stretch.before + stretch.text))
    return checks.own.compactMap { own in
      guard wanted.contains(own.check) else { return nil }
      return own.find(text).map { ReplyHit(check: own.check, evidence: $0) }
    }
  }

  /// Writes a stretch that was held, or its replacement.
  private mutating func settle(_ stretch: ReplyStretch, found: [ReplyCheck]) {
    if let check = found.first(where: { policy[$0] == .block }) {
      editor.finish(at: stretch, saying: words(for: check))
      isBlocked = true
      return
    }
    let replaced = found.filter { policy[$0] == .replace }
    guard !replaced.isEmpty else { return editor.pass(stretch) }
    // Repeating the same wording sounds mechanical; another check's wording may still be new.
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
