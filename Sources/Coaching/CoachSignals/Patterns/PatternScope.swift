/// Which sessions a theme may rest on: those of one domain, and of several only if it is sure to be the same thing.
package enum PatternScope {
  /// The confidence from which a theme may span domains.
  private static let acrossDomains = 0.8

  /// Returns the sessions that count for a theme, in their order: all of them, or those of the domain with the most.
  package static func counted<Session>(
    _ sessions: [Session], confidence: Double, domain: (Session) -> String?
  ) -> [Session] {
    let byDomain = Dictionary(grouping: sessions) { domain($0) ?? "" }
    guard byDomain.count > 1, confidence < acrossDomains else { return sessions }
    return byDomain.max { ($0.value.count, $1.key) < ($1.value.count, $0.key) }?.value ?? []
  }
}
