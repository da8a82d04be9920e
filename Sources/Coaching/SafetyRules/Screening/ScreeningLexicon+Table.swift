package import TextAnalysis

extension ScreeningLexicon: TableValue {
  package func write(to table: inout TableWriter) {
    table.write(concepts)
    table.write(cues)
    table.writeShared(owners)
    finder.write(to: &table)
  }

  package init(from table: inout TableReader) throws(TableDamage) {
    self.init()
    concepts = try table.values()
    cues = try table.values()
    owners = try table.sharedValues()
    finder = try PhraseFinder(from: &table)
    guard owners.count == finder.ruleCount else { throw TableDamage() }
  }
}

extension ScreeningLexicon.Owner: TableValue {
  package func write(to table: inout TableWriter) {
    switch self {
    case .concept(let phrase):
      table.write("concept")
      phrase.write(to: &table)
    case .cue(let cue):
      table.write("cue")
      table.write(cue)
    case .exception(let cue):
      table.write("exception")
      table.write(cue)
    }
  }

  package init(from table: inout TableReader) throws(TableDamage) {
    switch try table.text() {
    case "concept": self = .concept(try ConceptPhrase(from: &table))
    case "cue": self = .cue(try table.number())
    case "exception": self = .exception(ofCue: try table.number())
    default: throw TableDamage()
    }
  }
}

extension CrisisConcept: TableValue {
  package func write(to table: inout TableWriter) {
    for text in [id, category.rawValue, severity.rawValue, subject.rawValue] { table.write(text) }
    table.write(strength)
    table.write(circumstance?.rawValue ?? "")
    table.write(immunities.map(\.rawValue).sorted())
  }

  package init(from table: inout TableReader) throws(TableDamage) {
    id = try table.text()
    category = try table.choice()
    severity = try table.choice()
    subject = try table.choice()
    strength = try table.double()
    circumstance = CrisisCircumstance(rawValue: try table.text())
    immunities = Set(try table.texts().compactMap(CueEffect.init))
  }
}

extension ConceptPhrase: TableValue {
  package func write(to table: inout TableWriter) {
    table.write(concept)
    table.write(strength)
    table.write(severity.rawValue)
  }

  package init(from table: inout TableReader) throws(TableDamage) {
    concept = try table.number()
    strength = try table.double()
    severity = try table.choice()
  }
}

extension ScreeningCue: TableValue {
  package func write(to table: inout TableWriter) {
    table.write(effect.rawValue)
    table.write(direction.rawValue)
    switch reach {
    case .words(let count): table.write(count)
    case .sentence: table.write(Self.sentence)
    case .message: table.write(Self.message)
    }
    table.write(stops)
    table.write(factor)
  }

  package init(from table: inout TableReader) throws(TableDamage) {
    effect = try table.choice()
    direction = try table.choice()
    switch try table.number() {
    case Self.sentence: reach = .sentence
    case Self.message: reach = .message
    case let count: reach = .words(count)
    }
    stops = try table.numbers()
    factor = try table.double()
  }

  // Written in place of a number of words.
  private static let sentence = -1
  private static let message = -2
}
