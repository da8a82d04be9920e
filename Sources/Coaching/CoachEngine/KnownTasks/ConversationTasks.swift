public import CoachModel
import Documents
public import PromptTemplates
import SourceFiles

extension PromptTask where Value == String {
  /// A title for a conversation in the person's own list, safe to be seen by others.
  public static func conversationTitle(
    of conversation: [Message], for person: Person,
    prompt: PromptReference = PromptReference(name: "conversation-title")
  ) -> PromptTask {
    text(AssemblyRequest(prompt: prompt, person: person, history: conversation)) { text in
      // A small model may announce the title, or go on after it.
      text.split(whereSeparator: \.isNewline).map(String.init).first { !$0.hasSuffix(":") } ?? text
    }
  }

  /// The coach's notes on a conversation in a few sentences.
  public static func conversationSummary(
    of conversation: [Message], for person: Person,
    prompt: PromptReference = PromptReference(name: "conversation-summary")
  ) -> PromptTask {
    text(AssemblyRequest(prompt: prompt, person: person, history: conversation)) { $0 }
  }

  /// The first words of the trainer, before anything is known about the person.
  public static func trainerWelcome(
    for person: Person, prompt: PromptReference = PromptReference(name: "trainer-welcome")
  ) -> PromptTask {
    text(AssemblyRequest(prompt: prompt, person: person)) { $0 }
  }

  private static func text(
    _ request: AssemblyRequest, shape: @escaping @Sendable (String) -> String
  ) -> PromptTask {
    PromptTask(request) { reply in shape(reply.text ?? "").trimmingWhitespace }
  }
}
