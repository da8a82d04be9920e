/// Domains together with the routing that chooses among them.
///
/// A turn takes one set when it starts and uses it to its end, so it sees one consistent state.
public struct DomainSet: Sendable {
  /// The domains that a message can belong to.
  public var domains: [DomainConfig]
  /// Chooses the domain of a message.
  public var routing: any DomainRouting

  /// Creates a set with a routing of your own. ``KnownDomainRouting`` reads no message; `DomainSet(library)` has the
  /// router that does.
  public init(_ domains: [DomainConfig], routing: any DomainRouting) {
    self.domains = domains
    self.routing = routing
  }

  /// Creates a set of a library's domains and its ``DomainLibrary/router``.
  public init(_ library: DomainLibrary) {
    self.init(library.domains, routing: library.router)
  }
}
