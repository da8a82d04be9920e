package import TextAnalysis

extension PersonaRuleBook: TableValue {
  package func write(to table: inout TableWriter) {
    table.writeShared(owners)
    let explanations = explanations.sorted { $0.key.rawValue < $1.key.rawValue }
    table.write(explanations.map(\.key.rawValue))
    table.write(explanations.map(\.value))
    let checks = checks.sorted { $0.key.rawValue < $1.key.rawValue }
    table.write(checks.map(\.key.rawValue))
    table.write(checks.map(\.value))
    finder.write(to: &table)
  }

  package init(from table: inout TableReader) throws(TableDamage) {
    owners = try table.sharedValues()
    let (rules, texts): ([String], [LocalizedText]) = (try table.texts(), try table.values())
    for (name, text) in zip(rules, texts) {
      guard let rule = PersonaRule(rawValue: name) else { throw TableDamage() }
      explanations[rule] = text
    }
    let (names, entries): ([String], [CheckEntry]) = (try table.texts(), try table.values())
    for (name, entry) in zip(names, entries) {
      guard let check = PersonaCheck(rawValue: name) else { throw TableDamage() }
      checks[check] = entry
    }
    finder = try PhraseFinder(from: &table)
    guard owners.count == finder.ruleCount else { throw TableDamage() }
  }
}

extension PersonaRuleBook.Owner: TableValue {
  package func write(to table: inout TableWriter) {
    switch self {
    case .phrase(let phrase):
      table.write("phrase")
      phrase.write(to: &table)
    case .exception(let rule):
      table.write("exception")
      table.write(rule.rawValue)
    case .negation: table.write("negation")
    case .doubleNegation: table.write("doubleNegation")
    case .negationBehind: table.write("negationBehind")
    case .contrast: table.write("contrast")
    case .alternative: table.write("alternative")
    }
  }

  package init(from table: inout TableReader) throws(TableDamage) {
    switch try table.text() {
    case "phrase": self = .phrase(try PersonaRuleBook.Phrase(from: &table))
    case "exception": self = .exception(try table.choice())
    case "negation": self = .negation
    case "doubleNegation": self = .doubleNegation
    case "negationBehind": self = .negationBehind
    case "contrast": self = .contrast
    case "alternative": self = .alternative
    default: throw TableDamage()
    }
  }
}

extension PersonaRuleBook.Phrase: TableValue {
  package func write(to table: inout TableWriter) {
    table.write(rule.rawValue)
    table.write(verdict.rawValue)
    table.write(fields.map(\.rawValue).sorted())
    table.write(isCertain ? 1 : 0)
  }

  package init(from table: inout TableReader) throws(TableDamage) {
    rule = try table.choice()
    verdict = try table.choice()
    fields = Set(try table.texts().compactMap(PersonaField.init))
    isCertain = try table.number() == 1
  }
}

extension PersonaRuleBook.CheckEntry: TableValue {
  package func write(to table: inout TableWriter) {
    for text in [rule.rawValue, verdict.rawValue, graveVerdict.rawValue] { table.write(text) }
    explanation.write(to: &table)
  }

  package init(from table: inout TableReader) throws(TableDamage) {
    rule = try table.choice()
    verdict = try table.choice()
    graveVerdict = try table.choice()
    explanation = try LocalizedText(from: &table)
  }
}
