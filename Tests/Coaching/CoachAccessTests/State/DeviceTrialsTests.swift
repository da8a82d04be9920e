import CoachAccess
import Documents
import Testing

@Suite("What is kept of a device")
struct DeviceTrialsTests {
  private static let salt = "0123456789abcdef"
  private let new = DeviceTrials(device: "device-1", salt: salt, at: 100)

  private func account(_ id: String) -> String { DeviceTrials.digest(id, salt: Self.salt) }

  @Test("device and accounts are digests, and equal ids of two products differ")
  func digests() {
    let trials = new.seen(with: "ana@example.org", salt: Self.salt, at: 100)
    let text = trials.json.text()
    #expect(!text.contains("device-1") && !text.contains("ana"))
    #expect(trials.device == DeviceTrials.digest("device-1", salt: Self.salt))
    #expect(trials.device.count == 32)
    #expect(trials.device != DeviceTrials.digest("device-1", salt: "another"))
    // A salt and an id cannot be shifted against each other.
    #expect(DeviceTrials.digest("bc", salt: "a") != DeviceTrials.digest("c", salt: "ab"))
  }

  @Test("first and last use are kept, whatever the order of reports")
  func seen() {
    let orders: [[Double]] = [[100, 300, 200], [300, 200, 100], [200, 100, 300, 300]]
    let values = orders.map { times in
      times.reduce(new) { $0.seen(with: "ana", salt: Self.salt, at: $1) }
    }
    #expect(Set(values).count == 1)
    #expect(values[0].firstSeen == 100 && values[0].lastSeen == 300)
    #expect(values[0].accounts.map(\.firstSeen) == [100])
    #expect(values[0].accounts.map(\.lastSeen) == [300])
  }

  @Test("a device on which nobody had a trial lets one begin, and a second account is refused")
  func trial() throws {
    let seen = new.seen(with: "ana", salt: Self.salt, at: 100)
    #expect(seen.trialAccounts.isEmpty)
    let ana = try AccessRecord(updatedAt: 0).after(.trialStarted, at: 200, on: seen.history)
    let used = seen.startingTrial(of: "ana", salt: Self.salt, at: 200)
    #expect(used.trialAccounts == [account("ana")])
    // The same purchase may be reported again.
    try #expect(ana.after(.trialStarted, at: 200, on: used.history) == ana)
    let error = #expect(throws: AccessError.self) {
      try AccessRecord(updatedAt: 0).after(.trialStarted, at: 900, on: used.history)
    }
    #expect(error?.code == .trialUsedOnDevice)
  }

  @Test("a known account on a new device is no repeated trial")
  func newDevice() throws {
    let ana = try AccessRecord(updatedAt: 0).after(.trialStarted, at: 200)
    let other = DeviceTrials(device: "device-2", salt: Self.salt, at: 500)
      .seen(with: "ana", salt: Self.salt, at: 500)
    try #expect(ana.after(.trialStarted, at: 200, on: other.history) == ana)
  }

  @Test("a trial that was reported twice began the first time")
  func twice() {
    let trials = new.startingTrial(of: "ana", salt: Self.salt, at: 300)
      .startingTrial(of: "ana", salt: Self.salt, at: 200)
    #expect(trials.accounts.map(\.trialAt) == [200] && trials.trialAccounts.count == 1)
  }

  @Test("a forgotten account leaves no digest, and its trial stays used")
  func forgotten() {
    let trials = new.startingTrial(of: "ana", salt: Self.salt, at: 200)
      .seen(with: "ben", salt: Self.salt, at: 250)
    let without = trials.forgetting("ana", salt: Self.salt).forgetting("ben", salt: Self.salt)
    #expect(!without.json.text().contains(account("ana")))
    #expect(!without.json.text().contains(account("ben")))
    #expect(without.trialAccounts == ["forgotten"] && without.accounts.count == 1)
    #expect(without.forgetting("ana", salt: Self.salt) == without)
  }

  @Test("an older copy does not bring back a forgotten account that had a trial")
  func forgottenAndMerged() {
    let known = new.startingTrial(of: "ana", salt: Self.salt, at: 200)
      .seen(with: "ana", salt: Self.salt, at: 300).seen(with: "ben", salt: Self.salt, at: 250)
    let forgotten = known.forgetting("ana", salt: Self.salt)
    for merged in [known.merged(with: forgotten), forgotten.merged(with: known)] {
      #expect(!merged.json.text().contains(account("ana")))
      #expect(merged.trialAccounts == ["forgotten"])
      #expect(merged.accounts.compactMap(\.digest) == [account("ben")])
    }
    // Without a trial nothing says that it was forgotten: it is forgotten again.
    let both = known.merged(with: known.forgetting("ben", salt: Self.salt))
    #expect(!both.forgetting("ben", salt: Self.salt).json.text().contains(account("ben")))
  }

  @Test("two copies are merged in any order, and another device's changes nothing")
  func merged() {
    let first = new.startingTrial(of: "ana", salt: Self.salt, at: 200)
    let second = new.seen(with: "ana", salt: Self.salt, at: 50)
      .seen(with: "ben", salt: Self.salt, at: 400)
    #expect(first.merged(with: second) == second.merged(with: first))
    #expect(first.merged(with: second).accounts.map(\.firstSeen) == [50, 400])
    #expect(first.merged(with: first) == first)
    let other = DeviceTrials(device: "device-2", salt: Self.salt, at: 1)
    #expect(first.merged(with: other) == first)
  }

  @Test("a device of many accounts keeps those with a trial")
  func many() {
    var trials = new.startingTrial(of: "ana", salt: Self.salt, at: 100)
    for number in 0..<300 {
      trials = trials.seen(with: "account-\(number)", salt: Self.salt, at: 200 + Double(number))
    }
    #expect(trials.accounts.count == 100 && trials.trialAccounts == [account("ana")])
  }
}
