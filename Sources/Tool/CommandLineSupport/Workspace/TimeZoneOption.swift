package import ArgumentParser
package import CoachModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The time zone of the person, by which days begin and end.
package struct TimeZoneOption: ParsableArguments {
  package init() {}

  @Option(
    help: ArgumentHelp(
      "The person's time zone, such as Europe/Berlin; by default that of this machine.",
      valueName: "zone"))
  package var timeZone: String?

  /// Returns the zone of the option, of the person, or of this machine; UTC if that is unknown.
  package func rules(of person: String? = nil) throws -> TimeZoneRules {
    if let name = timeZone ?? person { return try TimeZoneRules(named: name) }
    return Self.machineZone.flatMap { try? TimeZoneRules(named: $0) } ?? .utc
  }

  private static var machineZone: String? {
    if let name = ProcessInfo.processInfo.environment["TZ"], !name.isEmpty { return name }
    let path = try? FileManager.default.destinationOfSymbolicLink(atPath: "/etc/localtime")
    let parts = path?.split(separator: "/").map(String.init) ?? []
    guard let folder = parts.firstIndex(of: "zoneinfo") else { return nil }
    return parts[(folder + 1)...].joined(separator: "/")
  }
}
