import CoachModel
package import CoachTranscripts
package import EvalGraders
package import SourceFiles
import StreamParsing

/// A short invented history: two sessions, and a conversation that goes back to the first.
package enum HistorySamples {
  package static let file = SourceFile(
    path: "T/ada.yaml",
    text: """
      id: ada
      name: Ada
      language: en
      about: A luthier who likes it short.
      style:
        direct_exploratory: 0
        brief_detailed: -0.8
        action_reflective: 0
        challenging_supportive: 0
      sessions:
        - day: 2026-01-12
          domain: career
          messages:
            - coach: "What is on the bench?"
            - person: "The cello with the cracked ribs. Ruben promised to pay in walnut planks, and I said yes."
        - day: 2026-02-16
          domain: relationships
          messages:
            - coach: "Where would you like to begin?"
            - person: "With my sister, who moved the whole choir to Tuesdays without asking anybody."
      conversation:
        day: 2026-06-01
        domain: career
        turns:
          - coach: "Hello Ada."
          - person: "He has been back about the cello."
            needs: [2026-01-12]
          - coach: "What did he bring?"
          - person: "Nothing. Anyway, the weather is lovely."
            needs: []
      """)

  package static func history() throws -> PersonHistory { try PersonHistory(file) }

  /// The late conversation with the coach's n-th message to judge.
  package static func conversation(_ text: String, number: Int = 2) throws -> GradedConversation {
    let history = try history()
    let before = history.transcript.messages.prefix(2 * number - 2)
    var conversation = GraderSamples.conversation(text, after: Array(before), number: number)
    conversation.history = history
    return conversation
  }
}
