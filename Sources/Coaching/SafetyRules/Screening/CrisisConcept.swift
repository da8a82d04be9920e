/// Something that people in danger say, in all its phrasings.
///
/// Concepts are data, one per file, so that somebody who knows people in crisis and no programming language can
/// review them.
package struct CrisisConcept: Sendable {
  /// Its name, such as `being_a_burden`.
  package var id: String
  package var category: CrisisCategory
  /// How imminent the danger is when somebody says it.
  package var severity: CrisisSeverity
  /// The weight of one mention; from the screen's threshold on it suffices by itself.
  package var strength: Double
  /// Who is in danger as the concept is phrased.
  package var subject: CrisisSubject
  /// What a mention tells about the writer's situation; `nil` for most concepts.
  package var circumstance: CrisisCircumstance?
  /// Cues that do not weaken it: a joke about wanting to die is no joke.
  package var immunities: Set<CueEffect>
}

/// A phrase of a concept, which may be stronger or weaker than the concept's other phrases.
package struct ConceptPhrase: Sendable, Hashable {
  /// The index of its concept.
  package var concept: Int
  /// The weight of one mention.
  package var strength: Double
  package var severity: CrisisSeverity
}
