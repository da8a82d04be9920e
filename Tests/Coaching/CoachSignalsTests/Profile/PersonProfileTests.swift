import CoachModel
import Documents
import Testing
import TestKit

@testable import CoachSignals

@Suite struct PersonProfileTests {
  private let today = CalendarDay(number: 20_000)

  private func draft(
    _ text: String, _ category: ProfileCategory = .goals, message: String? = "m-1",
    conversation: String = "c-1"
  ) -> ProfileDraft {
    ProfileDraft(
      category: category, text: text, source: .conversation, confidence: 0.7,
      evidence: [
        ProfileItem.Evidence(
          quote: "I said \(text)", conversation: conversation, session: "s-1", message: message)
      ])
  }

  private func profile(_ drafts: ProfileDraft...) -> PersonProfile {
    var profile = PersonProfile(salt: "salt")
    profile.propose(drafts, language: "en", on: today)
    return profile
  }

  @Test func aProposalIsNotUsedBeforeItIsConfirmed() throws {
    var profile = profile(draft("learn to sail"))
    expect(profile.usable, equals: [])
    expect(profile.forPrompt.isEmpty, equals: true)
    let id = try #require(profile.proposals.first?.id)
    expect(profile.confirm(id, on: today.adding(days: 1)), equals: .goals)
    expect(profile.forPrompt.goals.map(\.text), equals: ["learn to sail"])
    expect(profile.confirm(id, on: today), equals: nil, "it is confirmed already")
  }

  @Test func theSameAgainAddsItsEvidence() {
    var profile = profile(draft("learn to sail"))
    let new = profile.propose(
      [draft("Learning to sail!", message: "m-2")], language: "en", on: today)
    expect(new, equals: [])
    expect(profile.items.count, equals: 1)
    expect(profile.items[0].evidence.map(\.message), equals: ["m-1", "m-2"])
  }

  @Test func theSameWordsInAnotherCategoryAreAnotherItem() {
    expect(
      profile(draft("quiet mornings"), draft("quiet mornings", .values)).items.count, equals: 2)
  }

  @Test(arguments: [
    "afraid of speaking in public", "public speaking", "Speaking in public frightens them",
    "fears public speaking", "AFRAID, of speaking in PUBLIC!",
  ])
  func whatWasDeletedDoesNotComeBack(wording: String) throws {
    var profile = profile(draft("afraid of speaking in public", .situation))
    let id = try #require(profile.items.first?.id)
    profile.confirm(id, on: today)
    expect(profile.remove(id, language: "en", on: today), equals: .situation)
    expect(profile.tombstones.map(\.reason), equals: [.deleted])
    let again = profile.propose(
      [draft(wording, .goals, message: "m-99")], language: "en", on: today)
    expect(again, equals: [])
    expect(profile.items, equals: [])
  }

  @Test func theSameMessageDoesNotBringBackWhatWasDismissed() throws {
    var profile = profile(draft("wants to leave the choir"))
    let id = try #require(profile.items.first?.id)
    profile.remove(id, language: "en", on: today)
    expect(profile.tombstones.map(\.reason), equals: [.dismissed])
    let words = [draft("considers giving up singing")]
    expect(profile.propose(words, language: "en", on: today), equals: [])
    // Another kind of fact from the same message is another fact.
    expect(
      profile.propose([draft("sings alto", .situation)], language: "en", on: today).count,
      equals: 1)
  }

  @Test func otherThingsStillCome() throws {
    var profile = profile(draft("learn to sail"))
    let id = try #require(profile.items.first?.id)
    profile.remove(id, language: "en", on: today)
    let others = ["learn to cook", "sail to Norway one day", "mother"].map {
      draft($0, message: "m-5")
    }
    expect(profile.propose(others, language: "en", on: today).count, equals: 3)
  }

  @Test func aTombstoneHoldsNoText() throws {
    var profile = profile(draft("afraid of elevators", .situation))
    let id = try #require(profile.items.first?.id)
    profile.remove(id, language: "en", on: today)
    let stored = profile.json.text()
    for word in ["afraid", "elevator", "m-1", "c-1", "I said"] {
      #expect(!stored.contains(word), "\(word)")
    }
  }

  @Test func thePersonMayEnterAgainWhatTheyDeleted() throws {
    var profile = profile(draft("learn to sail"))
    let id = try #require(profile.items.first?.id)
    profile.remove(id, language: "en", on: today)
    profile.add("learn to sail", category: .goals, language: "en", on: today)
    expect(profile.usable.map(\.text), equals: ["learn to sail"])
    expect(profile.usable.map(\.source), equals: [.told])
  }

  @Test func editingCountsAsConfirmingAndKeepsTheOldWordingAway() throws {
    var profile = profile(draft("hates the night shift", .situation))
    let id = try #require(profile.items.first?.id)
    profile.edit(id, text: "prefers mornings", language: "en", on: today)
    expect(profile.usable.map(\.text), equals: ["prefers mornings"])
    expect(profile.usable.map(\.state), equals: [.edited])
    expect(
      profile.propose(
        [draft("hates night shifts", .situation, message: "m-7")], language: "en", on: today),
      equals: [])
  }

  @Test func forgettingAConversationTakesWhatRestsOnItAlone() throws {
    var profile = profile(
      draft("learn to sail"), draft("move to the coast", conversation: "c-2"),
      draft("call the old choir"))
    profile.propose(
      [draft("call the old choir", message: "m-2", conversation: "c-2")], language: "en", on: today
    )
    profile.add("likes tea", category: .values, language: "en", on: today)
    profile.forget(conversation: "c-1")
    expect(
      profile.items.map(\.text), equals: ["move to the coast", "call the old choir", "likes tea"])
    expect(profile.items[1].evidence.map(\.conversation), equals: ["c-2"])
    #expect(!profile.json.text().contains("c-1"))
  }

  @Test func promptsGetThePersonsOwnWordsFirst() {
    var profile = PersonProfile(salt: "s")
    for (place, text) in ["alpha beach", "beta forest", "gamma river"].enumerated() {
      let new = profile.propose(
        [draft(text, message: "m\(place)")], language: "en", on: today.adding(days: place))
      for item in new { profile.confirm(item.id, on: today.adding(days: place)) }
    }
    profile.add("delta town", category: .goals, language: "en", on: today)
    expect(
      profile.forPrompt.goals.map(\.text),
      equals: ["delta town", "gamma river", "beta forest", "alpha beach"])
  }

  @Test func readsWhatItWrites() throws {
    var profile = profile(draft("learn to sail"), draft("quiet mornings", .values))
    profile.remove(profile.items[0].id, language: "en", on: today)
    expect(try PersonProfile(json: profile.json), equals: profile)
  }

  // MARK: Two copies

  @Test func aRemovalOnOneDeviceWinsOverAConfirmationOnAnother() throws {
    let base = profile(draft("learn to sail"))
    let id = try #require(base.items.first?.id)
    var (first, second) = (base, base)
    first.remove(id, language: "en", on: today)
    second.confirm(id, on: today.adding(days: 3))
    expect(
      first.merged(with: second, language: "en"), equals: second.merged(with: first, language: "en")
    )
    expect(first.merged(with: second, language: "en").items, equals: [])
  }

  @Test(arguments: TestCases.seeds(50))
  func mergingDoesNotDependOnTheOrder(seed: UInt64) {
    var random = SplitMix(seed: seed)
    let texts = ["learn to sail", "move to the coast", "quiet mornings", "call the choir"]
    var copies = [PersonProfile(salt: "s"), PersonProfile(salt: "s"), PersonProfile(salt: "s")]
    for step in 0..<20 {
      let place = random.below(3)
      let day = today.adding(days: step / 3)
      copies[place].propose(
        [draft(random.pick(texts), message: "m\(random.below(4))")], language: "en", on: day)
      guard let item = copies[place].items.randomElement(using: &random) else { continue }
      switch random.below(4) {
      case 0: copies[place].confirm(item.id, on: day)
      case 1: copies[place].edit(item.id, text: "edited \(step) words", language: "en", on: day)
      case 2: copies[place].remove(item.id, language: "en", on: day)
      default: break
      }
    }
    let (a, b, c) = (copies[0], copies[1], copies[2])
    expect(a.merged(with: b, language: "en"), equals: b.merged(with: a, language: "en"))
    let left = a.merged(with: b, language: "en").merged(with: c, language: "en")
    let right = a.merged(with: b.merged(with: c, language: "en"), language: "en")
    expect(left.tombstones, equals: right.tombstones)
    for profile in [left, right] {
      let removed = Set(profile.tombstones.flatMap { $0.wordings.map(\.whole) })
      for item in profile.items where !item.isOwn {
        let wording = WordingDigest(item.text, language: "en", salt: "s")
        #expect(!removed.contains(wording.whole), "\(item.text)")
      }
    }
    let merged = a.merged(with: b, language: "en")
    expect(merged.merged(with: merged, language: "en"), equals: merged)
    expect(merged.merged(with: a, language: "en"), equals: merged)
  }

  // MARK: Discovery

  @Test func discoveryFieldsHaveTheirQuotes() throws {
    let discovery = DiscoveryProfile(
      coachingDomains: ["career"], currentChallenges: ["says yes to every report"],
      emotionalBaseline: "tired", communicationStyle: "", keyThemes: ["keeping the peace"],
      strengthsIdentified: [], values: ["honest work"], vision: "a desk by the sea",
      ahaInsight: "says yes before anyone asks")
    let messages = [
      RememberedMessage(id: "m-0", role: .assistant, text: "Do you say yes to every report?"),
      RememberedMessage(
        id: "m-1", role: .user, text: "Hm. I say yes to every report that comes along. It's fine."),
      RememberedMessage(id: "m-2", role: .user, text: "One day I'd like a desk, by the sea."),
    ]
    let drafts = discovery.drafts(
      from: messages, conversation: "c-1", session: "s-1", language: "en")
    expect(drafts.count, equals: 7)
    let byText = Dictionary(uniqueKeysWithValues: drafts.map { ($0.text, $0) })
    let challenge = try #require(byText["says yes to every report"]?.evidence.first)
    expect(challenge.quote, equals: "I say yes to every report that comes along.")
    expect(challenge.message, equals: "m-1")
    expect(byText["a desk by the sea"]?.evidence.first?.message, equals: "m-2")
    expect(byText["honest work"]?.evidence.first?.quote, equals: nil)
    expect(byText["honest work"]?.evidence.first?.conversation, equals: "c-1")

    var profile = PersonProfile(salt: "s")
    profile.propose(drafts, language: "en", on: today)
    expect(profile.discovery, equals: nil)
    for item in profile.items { profile.confirm(item.id, on: today) }
    expect(profile.discovery, equals: discovery)
  }
}
