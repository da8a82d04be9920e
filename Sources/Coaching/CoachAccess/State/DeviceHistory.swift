/// The caller's knowledge about the device on which something is bought.
///
/// It is used only to refuse a trial. An existing account on a new device brings its own record and continues as
/// before.
public struct DeviceHistory: Sendable, Hashable {
  /// The ids of the accounts that used a trial on this device, or digests of them (``DeviceTrials/trialAccounts``).
  public var trialAccounts: Set<String>

  /// Creates a history. Without accounts it is that of a new device.
  public init(trialAccounts: Set<String> = []) {
    self.trialAccounts = trialAccounts
  }
}
