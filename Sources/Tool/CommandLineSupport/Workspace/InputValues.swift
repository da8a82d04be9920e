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
      let value = try json(text, option: "--set") ?? .string(text)
      let path = parts[0].split(separator: ".").map(String.init)
      set(value, at: path[...], in: &values)
    }
    return values
  }

  /// Parses the text of an option; nil if it is not JSON.
  ///
  /// Throws a `ValidationError` for JSON in which an object has a name twice, since only one of its values could count.
  package static func json(_ text: String, option: String) throws -> JSONValue? {
    guard let value = try? JSONValue(parsing: text) else { return nil }
    do throws(JSONSyntaxError) {
      _ = try JSONValue(parsing: text, refusesRepeatedNames: true)
    } catch {
      throw ValidationError(
        "\(option) \(text): \(error.message), at byte \(error.offset); keep one of them.")
    }
    return value
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
