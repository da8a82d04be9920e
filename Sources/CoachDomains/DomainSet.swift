/// Domains and who decides among them, in one state: what a turn takes once and works with to its end.
public struct DomainSet: Sendable {
  /// The domains.
  public var domains: [DomainConfig]
  /// Decides among them.
  public var routing: any DomainRouting

  /// Puts domains and a routing together.
  public init(_ domains: [DomainConfig], routing: any DomainRouting = KnownDomainRouting()) {
    self.domains = domains
    self.routing = routing
  }

  /// The domains of a library with a local router that knows their words.
  public init(_ library: DomainLibrary) {
    self.init(library.domains, routing: DomainRouter(library))
  }
}
