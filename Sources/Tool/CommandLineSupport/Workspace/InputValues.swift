import ArgumentParser
package import Documents

/// Parses `--set` options such as `closing=true` and `domain.name=Sleep`. Values that are valid JSON are parsed
/// as JSON, others are text.
package enum InputValues {
  package static func read(_ settings: [String]) throws -> JSONObject {
    var values: JSONObject = [:]
    for setting in settings {
      let parts = setting.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, !parts[0].isEmpty else {
        throw ValidationError("'\(setting)' is not a value; write --set name=value.")
      }
      let text = String(parts[1])
      let value = (try? JSONValue(parsing: text)) ?? .string(text)
      let path = parts[0].split(separator: ".").map(String.init)
      set(value, at: path[...], in: &values)
    }
    return values
  }

  private static func set(
    _ value: JSONValue, at path: ArraySlice<String>, in object: inout JSONObject
  ) {
    guard let name = path.first else { return }
    if path.count == 1 {
      object[name] = value
    } else {
      var inner = object[name]?.object ?? [:]
      set(value, at: path.dropFirst(), in: &inner)
      object[name] = .object(inner)
    }
  }
}
