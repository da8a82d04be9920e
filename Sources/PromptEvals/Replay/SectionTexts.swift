import PromptTemplates
import SourceFiles
import Synchronization

/// The texts of prompt sections that a run has met: each is handed over once, however many prompts hold it.
///
/// A run of conversations has a text of its own in almost every prompt, so what is remembered is bounded; a text that
/// was forgotten is handed over again, and whoever keeps it has it already.
final class SectionTexts: Sendable {
  private struct State {
    /// Digests of what was handed over, at most ``SectionTexts/maximumKept``.
    var kept: Set<String> = []
    /// Texts that the next sample takes with it.
    var fresh: [String: String] = [:]
    /// Digests of texts that came lately: most of a prompt is the same from call to call.
    var recent: [String: String] = [:]
  }

  private static let maximumRecent = 200
  /// The most digests that are remembered.
  private let maximumKept: Int

  private let state = Mutex(State())

  /// Remembers so many at most: some megabytes by default.
  init(maximumKept: Int = 50_000) {
    self.maximumKept = maximumKept
  }

  /// The sections of a prompt by name and digest.
  func sections(of prompt: RenderedPrompt) -> [TurnSource.PromptSection] {
    let texts =
      prompt.sections.isEmpty
      ? [("prompt", prompt.text)]
      : prompt.sections.map { ($0.declaration.name, prompt.text(of: $0)) }
    return texts.compactMap { name, text in
      guard !text.isEmpty else { return nil }
      return TurnSource.PromptSection(name: name, digest: digest(of: text))
    }
  }

  /// How many digests are remembered.
  var remembered: Int { state.withLock { $0.kept.count } }

  private func digest(of text: String) -> String {
    if let known = state.withLock({ $0.recent[text] }) { return known }
    let digest = String(ContentDigest(of: text).hexadecimal.prefix(Self.digestLength))
    state.withLock { state in
      if state.kept.count >= maximumKept { state.kept = [] }
      if state.kept.insert(digest).inserted { state.fresh[digest] = text }
      if state.recent.count >= Self.maximumRecent { state.recent = [:] }
      state.recent[text] = digest
    }
    return digest
  }

  /// Half of a SHA-256: enough to tell texts apart, and half the size.
  private static let digestLength = 32

  /// The texts that have not been kept yet.
  func takeFresh() -> [String: String] {
    state.withLock { state in
      defer { state.fresh = [:] }
      return state.fresh
    }
  }
}
