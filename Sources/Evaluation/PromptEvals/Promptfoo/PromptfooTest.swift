import CoachTranscripts
import Documents
import SourceFiles

/// A test of promptfoo: variables, and assertions about the reply.
struct PromptfooTest {
  var title: String?
  var vars: JSONObject = [:]
  var assertions: [JSONValue] = []
  var cluster: String?
  /// Members that have no counterpart, by name.
  var leftOut: [String] = []

  /// Reads a test as it stands in a configuration.
  init(_ value: JSONValue) {
    title = value["description"]?.word
    vars = value["vars"]?.object ?? [:]
    assertions = value["assert"]?.array ?? []
    cluster = value["metadata"]?["conversationId"]?.word
    let known: Set<String> = ["description", "vars", "assert", "metadata"]
    leftOut = value.object?.keys.filter { !known.contains($0) } ?? []
    leftOut +=
      value["metadata"]?.object?.keys.filter { $0 != "conversationId" }
      .map { "metadata.\($0)" } ?? []
  }

  /// Adds what every test has.
  mutating func inherit(_ other: PromptfooTest) {
    vars = other.vars.reduce(into: vars) { if $0[$1.key] == nil { $0[$1.key] = $1.value } }
    assertions += other.assertions
    cluster = cluster ?? other.cluster
  }

  /// Reads a row of a table: variables by name, `__expected` with an assertion, `__description`
  /// (promptfoo.dev/docs/configuration/test-cases).
  init(row: [CSVField], header: [String]) {
    self.init(.object([:]))
    for (name, field) in zip(header, row) where !field.text.isEmpty {
      if name.hasPrefix("__expected") {
        assertions.append(Self.assertion(field.text))
      } else if name == "__description" {
        title = field.text
      } else if name == "__metadata:conversationId" {
        cluster = field.text
      } else if name.hasPrefix("__") {
        leftOut.append(name)
      } else {
        vars[name] = .string(field.text)
      }
    }
  }

  /// Returns an assertion written in one line: `contains: sleep`, `similar(0.8): …`, or the text that the reply must be.
  private static func assertion(_ text: String) -> JSONValue {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let head = parts[0].trimmingWhitespace
    let name = head.prefix { $0 != "(" }
    let isType =
      !name.isEmpty && (parts.count == 2 || ["is-json", "is-xml", "contains-json"].contains(head))
      && name.utf8.allSatisfy { byte in
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || byte == UInt8(ascii: "-")
          || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      }
    guard isType else { return ["type": "equals", "value": .string(text)] }
    let names = ["grade": "llm-rubric", "fn": "javascript", "eval": "javascript"]
    var assertion: JSONObject = ["type": .string(names[String(name)] ?? String(name))]
    if parts.count == 2 { assertion["value"] = .string(parts[1].trimmingWhitespace) }
    if let number = Double(head.dropFirst(name.count).filter { $0.isNumber || $0 == "." }) {
      assertion["threshold"] = .number(number)
    }
    return .object(assertion)
  }

  /// The tests that stand for one with lists of values: one for each combination, as promptfoo runs them.
  func expanded(upTo maximum: Int) -> [PromptfooTest] {
    var tests = [self]
    for (name, value) in vars {
      guard let list = value.array, !list.isEmpty, list.allSatisfy({ $0.object == nil }) else {
        continue
      }
      tests = tests.flatMap { test in
        list.map { item in
          var one = test
          one.vars[name] = item
          return one
        }
      }
      tests = Array(tests.prefix(maximum))
    }
    return tests
  }
}
