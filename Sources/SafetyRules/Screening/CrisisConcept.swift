/// Something that people in danger say, in all the ways in which they say it.
///
/// Concepts are data, one in a file, so that somebody who knows people in crisis and no programming language can
/// review them.
package struct CrisisConcept: Sendable {
  /// Its name, such as `being_a_burden`.
  package var id: String
  /// What it signals.
  package var category: CrisisCategory
  /// How near the danger is when somebody says it.
  package var severity: CrisisSeverity
  /// What one mention adds: from the screen's threshold on it is enough by itself.
  package var strength: Double
  /// Whom it is about as it is phrased.
  package var subject: CrisisSubject
  /// Cues that leave it as strong as it is: a joke about wanting to die is no joke.
  package var immunities: Set<CueEffect>
}

/// A phrase of a concept, which may be stronger or weaker than the others.
package struct ConceptPhrase: Sendable, Hashable {
  /// The number of its concept.
  package var concept: Int
  /// What one mention adds.
  package var strength: Double
  /// How near the danger is.
  package var severity: CrisisSeverity
}
