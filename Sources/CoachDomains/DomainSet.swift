/// Domains together with the routing that chooses among them.
///
/// A turn takes one set when it starts and uses it to its end, so it sees one consistent state.
public struct DomainSet: Sendable {
  /// The domains that a message can belong to.
  public var domains: [DomainConfig]
  /// Chooses the domain of a message.
  public var routing: any DomainRouting

  /// Creates a set. By default no message is read to choose a domain; see ``KnownDomainRouting``.
  public init(_ domains: [DomainConfig], routing: any DomainRouting = KnownDomainRouting()) {
    self.domains = domains
    self.routing = routing
  }

  /// Creates a set from a library's domains and a local ``DomainRouter`` for them.
  public init(_ library: DomainLibrary) {
    self.init(library.domains, routing: DomainRouter(library))
  }
}
