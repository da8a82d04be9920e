package import Documents

/// A domain's share of what was talked about with a person.
public struct DomainShare: Sendable, Hashable {
  /// The id of the domain.
  public var domain: String
  /// The share of the turns, from 0 to 1.
  public var share: Double

  /// Creates the share of a domain.
  public init(domain: String, share: Double) {
    self.domain = domain
    self.share = share
  }
}

extension DomainShare {
  package static let members = JSONObjectForm<DomainShare>(
    "the share of a domain", .required("domain", \.domain, .text),
    .required("share", \.share, .number(in: 0...1))
  ) { DomainShare(domain: $0.domain, share: $0.share) }
}
