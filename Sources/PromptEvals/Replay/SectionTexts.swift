import Conversations
import PromptTemplates
import Synchronization

/// The texts of prompt sections that a run has met: each is kept once, however many prompts hold it.
final class SectionTexts: Sendable {
  private struct State {
    /// Digests of what was kept already. A part of each is enough to know it again.
    var kept: Set<String> = []
    /// Texts that the next sample takes with it.
    var fresh: [String: String] = [:]
  }

  private let state = Mutex(State())

  /// The sections of a prompt by name and digest.
  func sections(of prompt: RenderedPrompt) -> [TurnSource.PromptSection] {
    let texts =
      prompt.sections.isEmpty
      ? [("prompt", prompt.text)]
      : prompt.sections.map { ($0.declaration.name, prompt.text(of: $0)) }
    return texts.compactMap { name, text in
      guard !text.isEmpty else { return nil }
      let digest = String(ContentDigest(of: text).hexadecimal.prefix(Self.digestLength))
      state.withLock { state in
        if state.kept.insert(digest).inserted { state.fresh[digest] = text }
      }
      return TurnSource.PromptSection(name: name, digest: digest)
    }
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
