import CoachSafety
import EvalGraders
import LanguageModels

extension EvalSample {
  /// Returns the sample without secrets, since what people paste into a chat ends up in transcripts, databases
  /// and reports.
  func redacted(by redactor: Redactor) -> EvalSample {
    var sample = self
    for place in sample.turns.indices {
      sample.turns[place].personBefore = sample.turns[place].personBefore.map(redactor.redact)
      let turn = sample.turns[place]
      let reply = redactor.redact(turn.reply)
      sample.turns[place].reply = reply
      sample.turns[place].visibleText =
        turn.visibleText.utf8.elementsEqual(turn.reply.utf8)
        ? reply : redactor.redact(turn.visibleText)
      for finding in turn.findings.indices {
        sample.turns[place].findings[finding].sentence = redactor.redact(
          turn.findings[finding].sentence)
        sample.turns[place].findings[finding].evidence = redactor.redact(
          turn.findings[finding].evidence)
      }
      sample.turns[place].error = sample.turns[place].error.map(redactor.redact)
    }
    for place in sample.judgeCalls.indices {
      sample.judgeCalls[place].reply = redactor.redact(sample.judgeCalls[place].reply)
    }
    for place in sample.grades.indices {
      sample.grades[place].quotes = sample.grades[place].quotes.map(redactor.redact)
      sample.grades[place].reason = sample.grades[place].reason.map(redactor.redact)
      sample.grades[place].details = redactor.redact(sample.grades[place].details)
    }
    for place in sample.personFaults.indices {
      sample.personFaults[place].reason = redactor.redact(sample.personFaults[place].reason)
    }
    return sample
  }
}
