/// What happens to a reply that breaks a rule of its contract.
public enum ContractResponse: String, Sendable, Hashable, CaseIterable {
  /// The model is asked again, with the reason. After its last attempt the task fails.
  case retry
  /// What breaks the rule is left out: the innermost list element, or else the text.
  case drop
  /// The rule's own value replaces what is there.
  case repair
}
