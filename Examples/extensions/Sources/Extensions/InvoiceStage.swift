import CoachKit

/// A stage of routing: where the router is unsure, a message about an invoice belongs to the finances.
public struct InvoiceStage: RoutingStage {
  /// Creates it.
  public init() {}

  /// Returns the finances for a message about an invoice, and otherwise nothing.
  public func decide(_ message: String, history: [Message], among domains: [DomainConfig]) async
    -> RoutingDecision?
  {
    guard message.lowercased().contains("invoice"),
      domains.contains(where: { $0.id == "finance" })
    else { return nil }
    return RoutingDecision(domain: "finance", confidence: 0.9, reason: "an invoice is mentioned")
  }
}
