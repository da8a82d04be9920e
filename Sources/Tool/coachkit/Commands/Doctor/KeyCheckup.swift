import CommandLineSupport
import LanguageModels
import ModelProviders
import NamedModels

/// Checks which keys are set. Never shows a key, not even its length.
struct KeyCheckup {
  static let area = "keys"

  private let factory: ModelFactory

  init(_ factory: ModelFactory) {
    self.factory = factory
  }

  func findings() -> [DoctorFinding] {
    // Two protocols of one service share its key.
    let services = EndpointProfile.known.filter { $0.name != "openai-chat" }
    return services.filter(\.needsKey).map(finding)
      + services.filter { !$0.needsKey && isSet($0) }.map(finding)
  }

  private func isSet(_ profile: EndpointProfile) -> Bool {
    profile.keyVariables.contains { !(factory.resolver.environment[$0] ?? "").isEmpty }
  }

  private func finding(_ profile: EndpointProfile) -> DoctorFinding {
    let variables = profile.keyVariables
    let set = variables.filter { !(factory.resolver.environment[$0] ?? "").isEmpty }
    guard let name = set.first else {
      return DoctorFinding(
        area: Self.area, name: profile.name, state: .missing,
        text: "\(variables.joined(separator: " or ")) is not set",
        hint: profile.keyPage.map { "get a key at \($0) and export it" })
    }
    let keys = (factory.resolver.environment[name] ?? "").split(separator: ",").map(String.init)
    if let problem = keys.lazy.compactMap(Self.problem).first {
      return DoctorFinding(
        area: Self.area, name: profile.name, state: .wrong, text: "\(name) \(problem)",
        hint: "export it again")
    }
    let count = keys.count > 1 ? " to \(keys.count) keys, used in turn" : ""
    return DoctorFinding(
      area: Self.area, name: profile.name, state: .fine, text: "\(name) is set\(count)")
  }

  /// Returns why a text cannot be a key; nil if it may be one.
  static func problem(with value: String) -> String? {
    if Secret(value) == nil { return "is empty, or has a space or a line break in it" }
    let key = value.drop(while: \.isWhitespace).lowercased()
    if let first = key.first, "\"'`".contains(first) { return "begins with a quotation mark" }
    let placeholders = ["your", "xxx", "changeme", "<", "example", "placeholder", "…", "..."]
    if placeholders.contains(where: { key.hasPrefix($0) }) { return "looks like a placeholder" }
    return key.utf8.count < 8 ? "is too short for a key" : nil
  }
}
