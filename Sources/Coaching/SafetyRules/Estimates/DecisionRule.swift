import Documents
package import SourceFiles
package import TextAnalysis

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// From which probability of danger a second opinion is asked, and from which flagging would be right without one.
///
/// It follows from prices: flagging costs the price of a false alarm if the message is calm, and not flagging that of a
/// miss if it is not. Asking costs little, and then decides rightly nearly always.
package struct DecisionRule: Sendable, Hashable {
  /// The share of messages that signal danger, where the screen is used.
  package var prevalence: Double
  /// The price of not noticing danger, in false alarms.
  package var miss: Double
  /// The price of one question to a model, in false alarms.
  package var question: Double

  /// Creates a rule.
  package init(prevalence: Double, miss: Double, question: Double) {
    self.prevalence = prevalence
    self.miss = miss
    self.question = question
  }

  /// Returns the probability of danger at the rule's prevalence for log-odds among as many dangerous as calm messages.
  package func probability(_ score: Double) -> Double {
    1 / (1 + exp(-score) * (1 - prevalence) / prevalence)
  }

  /// Returns the log-odds among as many dangerous as calm messages for a probability at the rule's prevalence.
  private func score(_ probability: Double) -> Double {
    log(probability / (1 - probability)) + log((1 - prevalence) / prevalence)
  }

  /// The score from which flagging is cheaper than not flagging.
  package var flagged: Double { score(1 / (1 + miss)) }

  /// The score from which a question is cheaper than what it prevents.
  package var unsure: Double { score(question / miss) }

  /// Reads the rule from its file.
  package init(_ file: SourceFile) throws(SourceError) {
    var map = try MappingReader(try DocumentNode.parse(file), "the decision rule")
    _ = try map.string("about")
    prevalence = try map.required("prevalence").number("'prevalence'", in: 0.0001...0.5)
    miss = try map.required("miss").number("'miss'", in: 1...10_000)
    question = try map.required("question").number("'question'", in: 0.0001...1)
    try map.finish()
  }
}

extension DecisionRule: TableValue {
  package func write(to table: inout TableWriter) {
    for number in [prevalence, miss, question] { table.write(number) }
  }

  package init(from table: inout TableReader) throws(TableDamage) {
    prevalence = try table.double()
    miss = try table.double()
    question = try table.double()
  }
}
