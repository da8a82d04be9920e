package import CoachModel

extension Person {
  /// An invented person of whom everything is known that a prompt may use, for checks: a version that fails for somebody
  /// fails for a person with everything, or for one with nothing.
  package static let complete: Person = {
    func items(_ texts: String...) -> [ContextProfile.Item] {
      texts.map { ContextProfile.Item(text: $0, source: .told, date: "2026-03-02") }
    }
    var person = Person(id: "a person with everything")
    person.name = "Noor"
    person.region = "GB"
    person.ageGroup = .adult
    person.sessions = PatternSummary.minimumSessions + 5
    person.profile = ContextProfile(
      values: items("being on time"), goals: items("leave work at five"),
      situation: items("runs a bakery with her brother"),
      other: ["training_history": items("rowed at school")])
    person.discovery = DiscoveryProfile(
      coachingDomains: ["career"], currentChallenges: ["never says no to an order"],
      emotionalBaseline: "calm, a little tired", communicationStyle: "short sentences",
      keyThemes: ["whose work it is"], strengthsIdentified: ["keeps her word"],
      values: ["being on time"], vision: "a shop that closes at five",
      ahaInsight: "She keeps every promise but the one to herself.")
    person.style = StylePreference(
      directExploratory: -1, briefDetailed: -1, actionReflective: 1, challengingSupportive: 1)
    person.patterns = PatternSummary(
      themes: [
        PatternSummary.Theme(
          text: "takes over what others leave", count: 4, domains: ["career", "relationships"],
          lastSeen: "2026-05-11")
      ], growth: ["She asked her brother for help."],
      styleNotes: ["Concrete questions open her up."])
    person.memories = [
      Memory(text: "the oven that her father built", date: "2026-04-20", domain: "career")
    ]
    person.goalProgress = [
      GoalProgress(id: "goal", goal: "leave work at five", sessions: 2, last: "2026-05-04")
    ]
    person.domainsUsed = [
      DomainShare(domain: "career", share: 0.75), DomainShare(domain: "relationships", share: 0.25),
    ]
    person.openQuestion = "What would she do with a free evening?"
    return person
  }()
}
