import CoachModel
import Documents
import LanguageModels

/// Reads one entry of a capability table strictly: an unknown member is an error in the file.
struct CapabilityReader {
  struct Problem: Error {
    var message: String
  }

  private let members: JSONObject

  init(_ members: JSONObject) {
    self.members = members
  }

  private static let others = ["provider", "prefix", "source", "cache", "reasoning", "efforts"]

  func capabilities() throws(Problem) -> ModelCapabilities {
    var capabilities = ModelCapabilities()
    let known = ModelCapabilities.flags.map(\.0) + ModelCapabilities.counts.map(\.0) + Self.others
    for (name, _) in members where !known.contains(name) {
      throw Problem(
        message: "there is no member '\(name)'; known: \(known.joined(separator: ", "))")
    }
    for (name, path) in ModelCapabilities.flags {
      guard let value = members[name] else { continue }
      guard let flag = value.bool else { throw Problem(message: "'\(name)' is true or false") }
      capabilities[keyPath: path] = flag
    }
    for (name, path) in ModelCapabilities.counts {
      guard let value = members[name] else { continue }
      guard let count = TokenUsage.count(value) else {
        throw Problem(message: "'\(name)' is a number of tokens")
      }
      capabilities[keyPath: path] = count
    }
    if let value = members["reasoning"] {
      guard let reasoning = value.string.flatMap({ ModelCapabilities.Reasoning(rawValue: $0) })
      else { throw Problem(message: "'reasoning' is none, effort, budget, adaptive or level") }
      capabilities.reasoning = reasoning
    }
    if let value = members["cache"] {
      guard let caching = value.string.flatMap({ ModelCapabilities.Caching(rawValue: $0) }) else {
        throw Problem(message: "'cache' is automatic or breakpoints")
      }
      capabilities.caching = caching
    }
    capabilities.efforts = members["efforts"]?.array?.compactMap(\.string)
    return capabilities
  }
}
