import PromptTemplates
import SourceFiles
import Synchronization

/// The texts of prompt sections that a run has used.
///
/// Each is handed over once, however many prompts contain it.
///
/// In a run of conversations almost every prompt has a text of its own, so the number of remembered texts is
/// bounded. A text that was forgotten is handed over again, and the recorder has it already.
final class SectionTexts: Sendable {
  private struct State {
    /// Digests of texts that were handed over, at most ``SectionTexts/maximumKept``.
    var kept: Set<String> = []
    /// Texts to be handed over with the next sample.
    var fresh: [String: String] = [:]
    /// Digests of recently used texts, since most of a prompt is the same from call to call.
    var recent: [String: String] = [:]
  }

  private static let maximumRecent = 200
  /// The maximum number of digests that are remembered.
  private let maximumKept: Int

  private let state = Mutex(State())

  /// Creates an empty collection; the default maximum takes some megabytes.
  init(maximumKept: Int = 50_000) {
    self.maximumKept = maximumKept
  }

  /// Returns the sections of a prompt by name and digest.
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

  /// The number of digests that are remembered.
  var remembered: Int { state.withLock { $0.kept.count } }

  /// Returns the digest of a text, which is handed over with the next sample unless it was before.
  func digest(of text: String) -> String {
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

  /// Half of a SHA-256 digest: enough to tell texts apart, at half the size.
  private static let digestLength = 32

  /// Removes and returns the texts that have not been handed over yet.
  func takeFresh() -> [String: String] {
    state.withLock { state in
      defer { state.fresh = [:] }
      return state.fresh
    }
  }
}
