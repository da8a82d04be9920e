public import Documents
public import SourceFiles

/// What is kept of one device: when it was seen, with which accounts, and which of them had a trial on it.
///
/// Device and accounts are known by digests alone. The caller stores the value under ``device`` and passes
/// ``history`` on when a trial is bought.
///
/// ```swift
/// let key = DeviceTrials.digest(deviceID, salt: salt)
/// var trials = try await store.trials(of: key) ?? DeviceTrials(device: deviceID, salt: salt, at: now)
/// trials = trials.seen(with: person.id, salt: salt, at: now)
/// record = try record.after(.trialStarted, at: now, on: trials.history)
/// trials = trials.startingTrial(of: person.id, salt: salt, at: now)
/// ```
public struct DeviceTrials: Sendable, Hashable {
  /// An account that was used on the device.
  public struct Account: Sendable, Hashable {
    /// The digest of the account's id; `nil` for an account that was forgotten, whose trial remains.
    public var digest: String?
    /// When it was first used on the device, in seconds since 1970.
    public var firstSeen: Double
    /// When it was last used on the device, in seconds since 1970.
    public var lastSeen: Double
    /// When its trial began on the device, in seconds since 1970; `nil` without one.
    public var trialAt: Double?
  }

  /// The digest of the device's id, by which the value is stored.
  public let device: String
  /// When the device was first seen, in seconds since 1970.
  public private(set) var firstSeen: Double
  /// When it was last seen, in seconds since 1970.
  public private(set) var lastSeen: Double
  /// The accounts that were used on it, in the order of their first use.
  public private(set) var accounts: [Account]

  /// The number of accounts that are kept; of more, those without a trial that were last seen longest ago are dropped.
  static let maximumAccounts = 100

  /// Creates the value of a device that is seen for the first time.
  ///
  /// - Parameters:
  ///   - id: The id that the device gives, such as the vendor's identifier.
  ///   - salt: A secret of the product with which digests are made. It must never change.
  public init(device id: String, salt: String, at unixTime: Double) {
    self.init(
      digest: Self.digest(id, salt: salt), firstSeen: unixTime, lastSeen: unixTime, accounts: [])
  }

  private init(digest: String, firstSeen: Double, lastSeen: Double, accounts: [Account]) {
    device = digest
    self.firstSeen = firstSeen
    self.lastSeen = lastSeen
    self.accounts = accounts
  }

  /// Returns the digest of a device's or an account's id: 32 hexadecimal digits.
  public static func digest(_ id: String, salt: String) -> String {
    String(ContentDigest(ofParts: [salt, id]).hexadecimal.prefix(32))
  }

  /// What a purchase needs to know of the device: the accounts that had a trial on it, as digests.
  public var history: DeviceHistory { DeviceHistory(trialAccounts: Set(trialAccounts)) }

  /// The digests of the accounts that had a trial on the device; `forgotten` replaces the deleted ones.
  public var trialAccounts: [String] {
    accounts.filter { $0.trialAt != nil }.map { $0.digest ?? "forgotten" }
  }

  /// Returns the value after an account was used on the device. Reports may be repeated, late and out of order.
  public func seen(with account: String, salt: String, at unixTime: Double) -> DeviceTrials {
    changed(Self.digest(account, salt: salt), at: unixTime) { _ in }
  }

  /// Returns the value after an account's trial began on the device. Of several reports the earliest time is kept.
  public func startingTrial(
    of account: String, salt: String, at unixTime: Double
  ) -> DeviceTrials {
    changed(Self.digest(account, salt: salt), at: unixTime) {
      $0.trialAt = min($0.trialAt ?? unixTime, unixTime)
    }
  }

  /// Returns the value without an account, for a person who is forgotten. That a trial was used on the device remains, since
  /// otherwise each deleted account would bring another one.
  public func forgetting(_ account: String, salt: String) -> DeviceTrials {
    let digest = Self.digest(account, salt: salt)
    var trials = self
    trials.accounts = accounts.compactMap { account in
      guard account.digest == digest else { return account }
      guard let trial = account.trialAt else { return nil }
      // Neither when it was used can tell whose it was.
      return Account(digest: nil, firstSeen: trial, lastSeen: trial, trialAt: trial)
    }
    return trials
  }

  /// Returns what two copies of a device's value know together. That of another device changes nothing.
  ///
  /// An account that either copy has forgotten stays forgotten if it had a trial. Of one without a trial nothing is left that
  /// says so: a copy from before brings it back, so forget it in the merged value again.
  public func merged(with other: DeviceTrials) -> DeviceTrials {
    guard other.device == device else { return self }
    var trials = self
    trials.firstSeen = min(firstSeen, other.firstSeen)
    trials.lastSeen = max(lastSeen, other.lastSeen)
    for account in other.accounts {
      guard account.digest != nil else {
        if !trials.accounts.contains(account) { trials.accounts.append(account) }
        continue
      }
      trials.note(account)
    }
    trials.removeForgotten(in: [self, other])
    trials.order()
    return trials
  }

  /// Removes the accounts whose trial is that of an account which a copy has forgotten.
  private mutating func removeForgotten(in copies: [DeviceTrials]) {
    let all = copies.flatMap(\.accounts)
    let forgotten = Set(all.filter { $0.digest == nil }.compactMap(\.trialAt))
    // The copies may know different reports of one trial.
    let digests = Set(
      all.filter { $0.trialAt.map(forgotten.contains) ?? false }.compactMap(\.digest))
    accounts.removeAll { $0.digest.map(digests.contains) ?? false }
  }

  private func changed(
    _ digest: String, at unixTime: Double, _ change: (inout Account) -> Void
  ) -> DeviceTrials {
    var trials = self
    trials.firstSeen = min(firstSeen, unixTime)
    trials.lastSeen = max(lastSeen, unixTime)
    var account = Account(digest: digest, firstSeen: unixTime, lastSeen: unixTime)
    change(&account)
    trials.note(account)
    trials.order()
    return trials
  }

  private mutating func note(_ account: Account) {
    guard let place = accounts.firstIndex(where: { $0.digest == account.digest }) else {
      return accounts.append(account)
    }
    let known = accounts[place]
    accounts[place].firstSeen = min(known.firstSeen, account.firstSeen)
    accounts[place].lastSeen = max(known.lastSeen, account.lastSeen)
    accounts[place].trialAt = [known.trialAt, account.trialAt].compactMap(\.self).min()
  }

  private mutating func order() {
    while accounts.count > Self.maximumAccounts,
      let oldest = accounts.indices.filter({ accounts[$0].trialAt == nil })
        .min(by: { accounts[$0].lastSeen < accounts[$1].lastSeen })
    {
      accounts.remove(at: oldest)
    }
    accounts.sort { ($0.firstSeen, $0.digest ?? "") < ($1.firstSeen, $1.digest ?? "") }
  }
}

extension DeviceTrials: JSONConvertible {
  /// The JSON form: that of a stored value.
  package static let document = JSONDocumentForm(
    JSONObjectForm<DeviceTrials>(
      "a device's trials", .required("device", \.device, .filledText),
      .required("first_seen", \.firstSeen, .unixTime),
      .required("last_seen", \.lastSeen, .unixTime),
      .list("accounts", \.accounts, Account.members.form)
    ) {
      DeviceTrials(
        digest: $0.device, firstSeen: $0.firstSeen, lastSeen: $0.lastSeen, accounts: $0.accounts)
    })

  /// The value as JSON.
  public var json: JSONValue { Self.document.json(self) }

  /// Reads a value from JSON. Throws ``SourceError`` with the kind and the location of the problem.
  public init(json: JSONValue) throws(SourceError) { self = try Self.document.read(json) }
}

extension DeviceTrials.Account {
  fileprivate static let members = JSONObjectForm<DeviceTrials.Account>(
    "an account on a device", .optional("account", \.digest, .filledText),
    .required("first_seen", \.firstSeen, .unixTime),
    .required("last_seen", \.lastSeen, .unixTime),
    .optional("trial_at", \.trialAt, .unixTime)
  ) {
    DeviceTrials.Account(
      digest: $0.digest, firstSeen: $0.firstSeen, lastSeen: $0.lastSeen, trialAt: $0.trialAt)
  }
}
