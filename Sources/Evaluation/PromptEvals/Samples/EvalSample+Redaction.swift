import CoachSafety
import EvalGraders
import LanguageModels

extension EvalSample {
  /// Returns the sample without secrets, since what people paste into a chat ends up in transcripts, databases
  /// and reports.
  func redacted(by redactor: Redactor) -> EvalSample {
    var sample = self
    for index in sample.turns.indices {
      sample.turns[index].personBefore = sample.turns[index].personBefore.map(redactor.redact)
      let turn = sample.turns[index]
      let reply = redactor.redact(turn.reply)
      sample.turns[index].reply = reply
      sample.turns[index].visibleText =
        turn.visibleText.utf8.elementsEqual(turn.reply.utf8)
        ? reply : redactor.redact(turn.visibleText)
      for finding in turn.findings.indices {
        sample.turns[index].findings[finding].sentence = redactor.redact(
          turn.findings[finding].sentence)
        sample.turns[index].findings[finding].evidence = redactor.redact(
          turn.findings[finding].evidence)
      }
      sample.turns[index].toolCalls = turn.toolCalls?.map { call in
        var call = call
        call.arguments = redactor.redact(call.arguments)
        return call
      }
      sample.turns[index].error = sample.turns[index].error.map(redactor.redact)
    }
    for index in sample.judgeCalls.indices {
      sample.judgeCalls[index].reply = redactor.redact(sample.judgeCalls[index].reply)
    }
    for index in sample.grades.indices {
      sample.grades[index].quotes = sample.grades[index].quotes.map(redactor.redact)
      sample.grades[index].reason = sample.grades[index].reason.map(redactor.redact)
      sample.grades[index].details = redactor.redact(sample.grades[index].details)
    }
    for index in sample.personFaults.indices {
      sample.personFaults[index].reason = redactor.redact(sample.personFaults[index].reason)
    }
    return sample
  }
}
