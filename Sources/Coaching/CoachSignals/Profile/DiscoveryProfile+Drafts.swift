public import CoachModel

extension DiscoveryProfile {
  /// How sure a field of a discovery is without and with words of the person that support it.
  private static let confidence = (alone: 0.6, supported: 0.8)

  /// Returns the nine fields as drafts for a person's profile, each with what the person said that supports it.
  ///
  /// The messages are those of the discovery conversation, with their ids. A field for which the person said nothing
  /// similar has the session as its evidence without a quotation, so that it goes when the conversation does.
  public func drafts(
    from messages: [RememberedMessage], conversation: String, session: String, language: String
  ) -> [ProfileDraft] {
    var finder = QuoteFinder(messages.map { Message($0.role, $0.text) }, language: language)
    return fields.map { category, text in
      let quote = category == .domain ? nil : finder.quote(for: text)
      return ProfileDraft(
        category: category, text: text, source: .discovery,
        confidence: quote == nil ? Self.confidence.alone : Self.confidence.supported,
        evidence: [
          ProfileItem.Evidence(
            quote: quote?.text, conversation: conversation, session: session,
            message: quote.map { messages[$0.position].id })
        ])
    }
  }

  /// The texts of all fields that are not empty.
  private var fields: [(ProfileCategory, String)] {
    let lists: [(ProfileCategory, [String])] = [
      (.domain, coachingDomains), (.challenges, currentChallenges), (.mood, [emotionalBaseline]),
      (.communication, [communicationStyle]), (.themes, keyThemes),
      (.strengths, strengthsIdentified), (.values, values), (.vision, [vision]),
      (.insight, [ahaInsight]),
    ]
    return lists.flatMap { category, texts in
      texts.filter { !$0.allSatisfy(\.isWhitespace) }.map { (category, $0) }
    }
  }

  /// Creates the profile of the items of a person that come from a discovery; `nil` if there are none.
  init?(_ items: [ProfileItem]) {
    func texts(_ category: ProfileCategory) -> [String] {
      items.filter { $0.category == category }.map(\.text)
    }
    self.init(
      coachingDomains: texts(.domain), currentChallenges: texts(.challenges),
      emotionalBaseline: texts(.mood).joined(separator: "; "),
      communicationStyle: texts(.communication).joined(separator: "; "),
      keyThemes: texts(.themes), strengthsIdentified: texts(.strengths), values: texts(.values),
      vision: texts(.vision).joined(separator: "; "),
      ahaInsight: texts(.insight).joined(separator: "; "))
    // Values belong to the profile; alone they are no discovery.
    guard items.contains(where: { $0.category.isOfDiscoveryAlone }) else { return nil }
  }
}

extension ProfileCategory {
  /// Whether only a discovery conversation yields it.
  var isOfDiscoveryAlone: Bool {
    Self.standard.contains(self) && ![.values, .goals, .situation].contains(self)
  }
}
