/// What a caller knows of the device on which something is bought.
///
/// It only ever stands against a trial. An account that is known, on a device that is not, brings its
/// own record with it and goes on as before.
public struct DeviceHistory: Sendable, Hashable {
  /// The accounts that used a trial on it, whoever they belong to.
  public var trialAccounts: Set<String>

  /// Creates a history; without accounts it is that of a new device.
  public init(trialAccounts: Set<String> = []) {
    self.trialAccounts = trialAccounts
  }
}
