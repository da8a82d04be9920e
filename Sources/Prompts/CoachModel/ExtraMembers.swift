package import Documents

/// Members that prompts, suites and settings add to requests as they are, for what the library does not model.
package enum ExtraMembers {
  /// What the protocols write into every request themselves: the model, the conversation and the form of the answer. With
  /// another value a request would not be the one that was assembled, or its reply could not be read.
  private static let reserved: Set<String> = [
    "model", "messages", "input", "contents", "system", "instructions", "systemInstruction",
    "system_instruction", "stream", "stream_options",
  ]

  /// Returns what is wrong with the members, and how to repair it; `nil` if they can be added to a request.
  package static func problem(in members: JSONObject) -> (message: String, hint: String)? {
    let names = members.keys.filter { reserved.contains($0) }.sorted()
    guard !names.isEmpty else { return nil }
    let list = names.map { "'\($0)'" }.joined(separator: ", ")
    return (
      "'extra' contains \(list), which every request has already",
      "leave it out: 'extra' is for members that are not set elsewhere"
    )
  }
}
