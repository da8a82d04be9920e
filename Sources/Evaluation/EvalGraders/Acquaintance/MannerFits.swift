import CoachModel
import CoachSignals
import CoachTranscripts
import SourceFiles

/// A grader that compares the manner of a message with how the person likes to be coached.
struct MannerFits: TextGrader {
  static let kind = GraderKind(
    GraderDocumentation(
      name: "manner",
      summary: "The manner of the message fits how the person likes to be coached.",
      discussion: """
        For the late conversations of histories (see Evals/months), which say how the person likes to be coached. \
        Reads from the form and the words of the message at which end of each dimension it is: direct or \
        exploratory, brief or detailed, toward action or reflective, challenging or supportive. Only the dimensions \
        in which the person leans to one side count. The degree is 1 if the message leans to their side in all of \
        these, 0 if it leans to the other, and one half where it leans to neither; a message fails if it leans to \
        the other side in more of them than to theirs. Words are recognised in English, Spanish and German; of other \
        languages only the length is read.
        """)
  ) { options throws(SourceError) in MannerFits(id: options.id) }

  let id: String
  let summary = "The manner of the message fits how the person likes to be coached."

  func grade(_ conversation: GradedConversation) -> [Grade] {
    guard let history = conversation.history else { return [] }
    return conversation.messages.compactMap { message in
      let fit = StyleFit(of: message.visibleText, language: history.language, to: history.style)
      guard let degree = fit.degree else { return nil }
      let against = fit.against.map(\.rawValue).sorted().joined(separator: ", ")
      var grade = grade(
        message, measured: degree,
        unless: fit.against.count > fit.fitting.count ? "leans the other way in \(against)" : nil)
      grade.degree = degree
      return grade
    }
  }
}
