/// Checks the settings of the service, as far as people would miss what they leave out.
struct ServiceCheckup {
  /// The file of settings; nil for those of the environment alone.
  var config: String?
  var environment: [String: String]

  /// The findings; none in a build without the service.
  func findings() -> [DoctorFinding] {
    do {
      guard let hasPrices = try Serving.hasPrices(config: config, environment: environment) else {
        return []
      }
      guard !hasPrices else { return [finding("access.prices", .fine, "the paywall has a price")] }
      return [
        finding(
          "access.prices", .missing,
          "not set\(config.map { " in \($0)" } ?? ""): the paywall shows no price",
          hint: "set access.prices, and name the file of settings with --config")
      ]
    } catch {
      return [
        finding(
          "settings", .wrong, "they cannot be read: \(error)",
          hint: "run 'coachkit serve --check\(config.map { " --config \($0)" } ?? "")'")
      ]
    }
  }

  private func finding(
    _ name: String, _ state: DoctorFinding.State, _ text: String, hint: String? = nil
  ) -> DoctorFinding {
    DoctorFinding(area: "service", name: name, state: state, text: text, hint: hint)
  }
}
